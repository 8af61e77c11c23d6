import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { cancelPayout } from '../../../src/gateway/payouts/decide-payout.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { settleByOperator } from '../../../src/gateway/payouts/settle-by-operator.ts';
import { settlePayout } from '../../../src/gateway/payouts/settle-payout.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import type { AcquirerPayout, PayoutCapability, PayoutRequest } from '../../../src/rails/acquirers/payout.ts';
import { sandboxOf, withAcquirers, withSandbox } from '../../support/banks/acquirers.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, openCompany, settled, type TestCompany } from '../../support/money.ts';
import {
  addDestination,
  askForPayout,
  bankPayoutsOf,
  emailKey,
  eventsOf,
  fund,
  readPayout,
  setPayoutTerms,
  stepsOf,
} from '../../support/sandbox-payouts.ts';

/** The job that sends, called by hand: no other process does so here. */

const FUNDS = 100_000;
const CENTS = 20_000;
const FEE = 100;
/** Past every lease. */
const LATER_MS = 10 * 60_000;

let gateway: TestGateway;
let company: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.acquirer('DELETE', '/control/faults');
  // What earlier tests have left behind is looked at by nobody.
  await gateway.database.db.query('UPDATE payouts SET next_check_at = NULL');
  company = await openCompany(gateway);
  await fund(gateway, company, FUNDS);
  await setPayoutTerms(gateway, company, { fee: FEE });
});

const deps = () => gateway.vintem.deps;
const railOf = () => sandboxOf(deps()).payouts as PayoutCapability;
const ask = (destinationId?: number) => askForPayout(gateway, company, CENTS, destinationId);
const read = ({ id }: Payout) => readPayout(gateway, id);
const balance = () => balanceOf(gateway, company);
const fault = async (operation: string, kind: string, times = 1) =>
  expect((await gateway.acquirer('POST', '/control/faults', { operation, kind, times })).status).toBe(201);

/** The same parts with another rail, and with both clocks ahead. */
function partsWith(changes: Partial<PayoutCapability>, aheadMs = 0): AllDeps {
  const changed = withSandbox(deps(), { payouts: { ...railOf(), ...changes } });
  const { clock } = changed;
  const ahead = (at: Date) => new Date(at.getTime() + aheadMs);
  return {
    ...changed,
    clock: { ...clock, now: async (on) => ahead(await clock.now(on)), realNow: () => ahead(clock.realNow()) },
  };
}

describe('sent once', () => {
  it('by any number of workers at once', async () => {
    const payouts = await Promise.all(Array.from({ length: 4 }, () => ask()));
    const sent: string[] = [];
    const parts = partsWith({
      send: (request) => {
        sent.push(request.reference);
        return railOf().send(request);
      },
    });
    await Promise.all(Array.from({ length: 5 }, () => sendPayouts(parts)));
    expect(sent.sort()).toEqual(payouts.map(({ reference }) => reference).sort());
    for (const payout of payouts) expect(await stepsOf(gateway, payout.id)).toEqual(['REQUESTED', 'SENT']);
  });

  it.each([
    ['before the bank is called', false],
    ['after the bank has taken it', true],
  ])('though the process dies %s', async (_when, isTaken) => {
    const payout = await ask();
    const repeats: boolean[] = [];
    const dies = partsWith({
      send: async (request) => {
        if (isTaken) await railOf().send(request);
        throw new Error('the process has died');
      },
    });
    await sendPayouts(dies).catch(() => {});
    expect(await read(payout)).toMatchObject({ status: 'SENT', sends: 1 });
    // Its lease is kept: nobody asks, nor sends again, while whoever sent it may still be at it.
    expect(await sendPayouts(partsWith({}, 5_000))).toBe(false);
    const later = partsWith(
      {
        send: (request) => {
          repeats.push(request.isRepeat);
          return railOf().send(request);
        },
      },
      LATER_MS,
    );
    await sendPayouts(later);
    expect(repeats).toEqual(isTaken ? [] : [true]);
    expect(await bankPayoutsOf(gateway, payout)).toHaveLength(1);
    expect(await stepsOf(gateway, payout.id)).toEqual(['REQUESTED', 'SENT']);
    expect(await read(payout)).toMatchObject({ seen_at: expect.any(Date), sends: isTaken ? 1 : 2 });
  });

  it('where the bank does not take our reference as its key, it is only asked about', async () => {
    const payout = await ask();
    let sends = 0;
    const send = async () => {
      sends++;
      return { outcome: 'unknown', reason: 'no answer' } as const;
    };
    await sendPayouts(partsWith({ isKeyedByReference: false, send }));
    for (let asked = 1; asked < 6; asked++)
      await sendPayouts(partsWith({ isKeyedByReference: false, send }, asked * 3_600_000));
    expect(sends).toBe(1);
    expect(await read(payout)).toMatchObject({ status: 'SENT', sends: 1 });
    expect(await balance()).toEqual(settled(FUNDS - CENTS - FEE));
  });

  it('reads that are behind lead to a repeat of the same payout, not to a second one', async () => {
    const payout = await ask();
    const lost = partsWith({
      send: async (request) => {
        await railOf().send(request);
        return { outcome: 'unknown', reason: 'no answer' };
      },
    });
    await sendPayouts(lost);
    await fault('query_payout', 'lag');
    await sendPayouts(partsWith({}, LATER_MS));
    expect(await bankPayoutsOf(gateway, payout)).toHaveLength(1);
    expect((await read(payout)).sends).toBe(2);
  });

  it('not at all by an acquirer that this process does not have', async () => {
    const payout = await ask();
    await sendPayouts(withAcquirers(deps()));
    expect(await read(payout)).toMatchObject({ status: 'REQUESTED', sends: 0, sent_at: null });
  });
});

describe('cancelled or sent', () => {
  it('one of the two, however close they come', async () => {
    for (let round = 0; round < 12; round++) {
      const payout = await askForPayout(gateway, company, 100);
      const cancel = () =>
        cancelPayout(deps(), { merchantId: payout.merchant_id, payoutId: payout.id, reason: null }).then(
          () => true,
          (error: { code?: string }) => {
            expect(error.code).toBe('PAYOUT_NOT_CANCELLABLE');
            return false;
          },
        );
      const [isCancelled] = await Promise.all(
        round % 2 === 0 ? [cancel(), sendPayouts(deps())] : [sendPayouts(deps()).then(cancel), null],
      );
      const { status, sends } = await read(payout);
      const atBank = await bankPayoutsOf(gateway, payout);
      if (isCancelled) {
        expect({ status, sends, atBank }).toEqual({ status: 'CANCELLED', sends: 0, atBank: [] });
        expect(await eventsOf(gateway, payout.id)).toEqual(['payout.requested', 'payout.cancelled']);
      } else {
        expect({ status, sends }).toEqual({ status: 'SENT', sends: 1 });
        expect(atBank).toHaveLength(1);
      }
    }
  });

  it('cancelling while the bank is being asked for the holder leaves nothing to be sent', async () => {
    const payout = await ask(await addDestination(gateway, company, emailKey()));
    const parts = partsWith({
      holderOf: async (_destination, sender) => {
        await cancelPayout(deps(), { merchantId: payout.merchant_id, payoutId: payout.id, reason: 'engano' });
        return { outcome: 'found', holder: { name: sender.name, document: sender.document } };
      },
    });
    await sendPayouts(parts);
    expect(await read(payout)).toMatchObject({ status: 'CANCELLED', sends: 0, failure_reason: 'engano' });
    expect(await bankPayoutsOf(gateway, payout)).toEqual([]);
    expect(await balance()).toEqual(settled(FUNDS));
  });
});

describe('whose key it is', () => {
  const blocked = async (destinationId: number) =>
    (
      await gateway.database.db.query<{ block_reason: string | null }>(
        'SELECT block_reason FROM payout_destinations WHERE id = $1',
        [destinationId],
      )
    )[0]?.block_reason;

  it('the company’s own is sent to', async () => {
    const destinationId = await addDestination(gateway, company, emailKey());
    const payout = await ask(destinationId);
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({ status: 'SENT' });
    expect(await blocked(destinationId)).toBeNull();
  });

  it.each([
    ['outro@vintem.dev', 'a chave PIX é de outro titular'],
    ['desconhecida@vintem.dev', 'chave PIX desconhecida'],
  ])('%s is FAILED before anything is sent, and blocked', async (key, reason) => {
    const destinationId = await addDestination(gateway, company, emailKey(key));
    const payout = await ask(destinationId);
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({ status: 'FAILED', sends: 0, sent_at: null, failure_reason: reason });
    expect(await blocked(destinationId)).toBe(reason);
    expect(await bankPayoutsOf(gateway, payout)).toEqual([]);
    expect(await balance()).toEqual(settled(FUNDS));
    expect(await stepsOf(gateway, payout.id)).toEqual(['REQUESTED', 'FAILED']);
    expect(await eventsOf(gateway, payout.id)).toEqual(['payout.requested', 'payout.failed']);
  });

  it('a bank that does not tell now is asked again', async () => {
    const payout = await ask(await addDestination(gateway, company, emailKey()));
    await fault('payout_holder', 'error_500');
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({ status: 'REQUESTED', sends: 0 });
    await sendPayouts(partsWith({}, LATER_MS));
    expect(await read(payout)).toMatchObject({ status: 'SENT' });
  });

  it('another’s that shows only when it was paid: PAID stands, the key is blocked, and it is a finding', async () => {
    const destinationId = await addDestination(gateway, company, emailKey('outro@vintem.dev'));
    const payout = await ask(destinationId);
    // As a bank that names the holder only afterwards.
    const { send, query } = railOf();
    await sendPayouts(
      partsWith({ send, query, holderOf: async (_key, sender) => ({ outcome: 'found', holder: sender }) }),
    );
    await gateway.acquirer('POST', `/control/payouts/${payout.reference}/pay`, { notify: false });
    await sendPayouts(partsWith({}, LATER_MS));
    expect(await read(payout)).toMatchObject({ status: 'PAID' });
    expect(await blocked(destinationId)).toBe('a chave PIX é de outro titular');
    expect(await findingsOf(payout)).toEqual(['HOLDER_DIFFERS']);
  });

  it('a key that turns out to be nobody’s when it is sent to is blocked, and the money is given back', async () => {
    const destinationId = await addDestination(gateway, company);
    const payout = await ask(destinationId);
    const waiting = await ask(destinationId);
    await fault('payout', 'unknown_key');
    await sendPayouts(partsWith({ send: onlyFor(payout) }));
    expect(await read(payout)).toMatchObject({ status: 'FAILED', sends: 1, failure_reason: 'chave PIX desconhecida' });
    expect(await blocked(destinationId)).toBe('chave ou conta desconhecida no banco');
    expect((await read(waiting)).status).toMatch(/^(SENT|FAILED)$/);
  });

  const onlyFor =
    ({ reference }: Payout) =>
    async (request: PayoutRequest) =>
      request.reference === reference ? railOf().send(request) : ({ outcome: 'unknown', reason: 'later' } as const);

  it('a dead key whose first answer was lost is repeated once: then it is blocked, and the bank is only asked', async () => {
    const destinationId = await addDestination(gateway, company);
    const payout = await ask(destinationId);
    let sends = 0;
    const send = async () => {
      sends += 1;
      const dead = { isDestinationDead: true, because: 'answered' } as const;
      return { outcome: 'unknown', reason: 'answered 400', ...(sends > 1 && dead) } as const;
    };
    const query = async () => ({ outcome: 'not_found' }) as const;
    for (let asked = 0; asked < 5; asked++) await sendPayouts(partsWith({ send, query }, asked * 3_700_000));
    expect(sends).toBe(2);
    expect(await blocked(destinationId)).toBe('chave ou conta desconhecida no banco');
    expect(await read(payout)).toMatchObject({ status: 'SENT', sends: 2, checks_done: 5 });
  });

  it('one that was blocked meanwhile is not sent to', async () => {
    const destinationId = await addDestination(gateway, company);
    const payout = await ask(destinationId);
    await gateway.database.db.query(
      "UPDATE payout_destinations SET blocked_at = now(), block_reason = 'conta encerrada' WHERE id = $1",
      [destinationId],
    );
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({
      status: 'FAILED',
      sends: 0,
      failure_reason: 'destino bloqueado: conta encerrada',
    });
    expect(await balance()).toEqual(settled(FUNDS));
  });

  it('one that does not open waits', async () => {
    const payout = await ask();
    await sendPayouts({ ...deps(), destinationKeys: { current: Buffer.alloc(32, 7), previous: null } });
    expect(await read(payout)).toMatchObject({ status: 'REQUESTED', sends: 0 });
  });
});

const findingsOf = async ({ id }: Payout) =>
  (
    await gateway.database.db.query<{ kind: string }>(
      'SELECT kind FROM payout_findings WHERE payout_id = $1 ORDER BY id',
      [id],
    )
  ).map(({ kind }) => kind);

describe('the word of the bank', () => {
  const told = (payout: Payout, changes: Partial<AcquirerPayout> = {}) =>
    ({
      outcome: 'found',
      payout: {
        reference: payout.reference,
        status: 'PAID',
        amountCents: CENTS,
        endToEndId: null,
        paidAt: null,
        reason: null,
        returns: [],
        ...changes,
      },
    }) as const;
  const came = (id: string, amountCents: number) => ({ id, amountCents, reason: null, returnedAt: null });

  async function sentPayout(): Promise<Payout> {
    const payout = await ask();
    await fault('payout', 'processing');
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({ status: 'SENT' });
    return payout;
  }

  it('a first send that is turned away fails after ten minutes of knowing nothing, with its reason', async () => {
    const payout = await ask();
    await fault('payout', 'reject');
    await sendPayouts(deps());
    expect(await read(payout)).toMatchObject({ status: 'SENT', refused_at: expect.any(Date), misses: 1 });
    expect(await balance()).toEqual(settled(FUNDS - CENTS - FEE));
    for (const minutes of [1, 5, 11]) await sendPayouts(partsWith({}, minutes * 60_000));
    expect(await read(payout)).toMatchObject({ status: 'FAILED', sends: 1, failure_reason: 'pagamentos suspensos' });
    // Given back at the time of the job, which is ahead here.
    expect(await balance()).toEqual({ ...settled(FUNDS - CENTS - FEE), future: CENTS + FEE });
  });

  it('is taken once, however often and in whatever order it arrives', async () => {
    const payout = await sentPayout();
    const words = [
      told(payout, { status: 'PROCESSING' }),
      told(payout),
      told(payout, { returns: [came('D1', 5_000)] }),
      told(payout, { returns: [came('D1', 5_000), came('D2', 5_000)] }),
    ];
    await Promise.all([...words, ...words].map((word) => settlePayout(deps(), payout.id, word)));
    expect(await read(payout)).toMatchObject({ status: 'PAID', returned_cents: 10_000 });
    expect((await stepsOf(gateway, payout.id)).filter((step) => step === 'PAID')).toHaveLength(1);
    expect((await eventsOf(gateway, payout.id)).filter((kind) => kind === 'payout.returned')).toHaveLength(2);
    expect(await balance()).toEqual(settled(FUNDS - CENTS - FEE + 10_000));
    await settlePayout(deps(), payout.id, told(payout, { returns: [came('D3', 10_000)] }));
    expect(await read(payout)).toMatchObject({ status: 'RETURNED', returned_cents: CENTS });
    expect(await balance()).toEqual(settled(FUNDS - FEE));
  });

  it('more than was sent does not come back: what is open is booked, the rest is told once', async () => {
    const payout = await sentPayout();
    const returns = [came('D1', 5_000), came('D2', CENTS)];
    for (let times = 0; times < 2; times++) await settlePayout(deps(), payout.id, told(payout, { returns }));
    expect(await read(payout)).toMatchObject({ status: 'RETURNED', returned_cents: CENTS });
    expect(await balance()).toEqual(settled(FUNDS - FEE));
    expect(await findingsOf(payout)).toEqual(['RETURN_EXCEEDS']);
  });

  it('what comes back after all has come back is told', async () => {
    const payout = await sentPayout();
    await settlePayout(deps(), payout.id, told(payout, { returns: [came('D1', CENTS)] }));
    await settlePayout(deps(), payout.id, told(payout, { returns: [came('D1', CENTS), came('D2', 1)] }));
    expect(await read(payout)).toMatchObject({ status: 'RETURNED', returned_cents: CENTS });
    expect(await findingsOf(payout)).toEqual(['RETURN_EXCEEDS']);
  });

  it('a contradiction is logged once, however often it is heard', async () => {
    const payout = await sentPayout();
    await settleByOperator(deps(), { payoutId: payout.id, end: 'FAILED', reason: 'visto no extrato' });
    const logged: unknown[] = [];
    const log = { ...deps().log, error: (...what: unknown[]) => void logged.push(what) } as unknown as AllDeps['log'];
    for (let times = 0; times < 3; times++) await settlePayout({ ...deps(), log }, payout.id, told(payout));
    expect(logged).toHaveLength(1);
  });

  it('the same return twice in one answer is one', async () => {
    const payout = await sentPayout();
    await settlePayout(deps(), payout.id, told(payout, { returns: [came('D1', 5_000), came('D1', 5_000)] }));
    expect(await read(payout)).toMatchObject({ status: 'PAID', returned_cents: 5_000 });
  });

  it('another amount than asked for is PAID, and a finding', async () => {
    const payout = await sentPayout();
    await settlePayout(deps(), payout.id, told(payout, { amountCents: CENTS - 1 }));
    expect(await read(payout)).toMatchObject({ status: 'PAID', amount_cents: CENTS });
    expect(await findingsOf(payout)).toEqual(['AMOUNT_DIFFERS']);
  });

  it.each([
    ['FAILED', 'PAID', 'PAID_AFTER_ALL'],
    ['PAID', 'REFUSED', 'MISSING_AT_BANK'],
  ] as const)(
    'the operator said %s and the bank says %s: the end stands, and it is a finding',
    async (end, status, kind) => {
      const payout = await sentPayout();
      await settleByOperator(deps(), { payoutId: payout.id, end, reason: 'visto no extrato' });
      const before = await balance();
      for (let times = 0; times < 2; times++) await settlePayout(deps(), payout.id, told(payout, { status }));
      expect(await read(payout)).toMatchObject({ status: end });
      expect(await balance()).toEqual(before);
      expect(await findingsOf(payout)).toEqual([kind]);
    },
  );
});

it('what came out of a backup and never left can be cancelled before it is sent', async () => {
  const [cancelled, kept] = [await ask(), await ask()];
  const epoch = await beginEpoch(gateway.database.db, new Date());
  const cancel = ({ id, merchant_id }: Payout) =>
    cancelPayout(deps(), { merchantId: merchant_id, payoutId: id, reason: null });
  await sendPayouts(deps());
  await expect(cancel(cancelled)).rejects.toMatchObject({ code: 'PAYOUT_NOT_CANCELLABLE' });
  await gateway.database.db.query("INSERT INTO payout_clearances VALUES ($1, now(), 'conferido')", [epoch]);
  await sendPayouts(partsWith({}, 61_000));
  expect(await read(kept)).toMatchObject({ status: 'REQUESTED', epoch });
  expect(await cancel(cancelled)).toMatchObject({ status: 'CANCELLED' });
  await sendPayouts(partsWith({}, 120_000));
  expect(await read(kept)).toMatchObject({ status: 'REQUESTED' });
  await sendPayouts(partsWith({}, 7 * 60_000));
  expect(await read(kept)).toMatchObject({ status: 'SENT' });
  expect(await bankPayoutsOf(gateway, cancelled)).toEqual([]);
});
