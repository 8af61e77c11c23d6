import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removedDocument } from '../../../src/gateway/customers/removed.rules.ts';
import { settleByOperator } from '../../../src/gateway/refunds/by-operator/settle-by-operator.ts';
import { lookForReturns } from '../../../src/gateway/refunds/by-rail/look-for-returns.ts';
import { checkRefunds } from '../../../src/gateway/refunds/check-refunds.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import type { Acquirer } from '../../../src/rails/acquirers/acquirer.ts';
import type { HolderAnswer, PayoutCapability, PayoutDestination } from '../../../src/rails/acquirers/payout.ts';
import type { AcquirerRegistry } from '../../../src/rails/acquirers/registry.ts';
import { auditBooks } from '../../support/audit.ts';
import { sandboxOf } from '../../support/banks/acquirers.ts';
import { expectError } from '../../support/contract.ts';
import { addDestination, KINDS } from '../../support/destinations.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  BOLETO,
  balanceOf,
  createPayment,
  LOSSY,
  openCompany,
  participant,
  readPayment,
  reverse,
  sandbox,
  settled,
  type TestCompany,
} from '../../support/money.ts';
import { type PayoutRail, payoutRail, setPayoutTerms } from '../../support/payouts.ts';

/** Boletos of a bank that gives nothing back: the money goes out by the rail of payouts. No job runs by itself. */

const PAYER = '52998224725';
const SOMEBODY = '39053344705';
const CENTS = 10_000;
/** Boletos settle later. */
const UNTOUCHED = { available: 0, future: CENTS, retention: 0 };

let gateway: TestGateway;
let company: TestCompany;
let rail: PayoutRail;
/** Whose key it is, as the bank says. */
let holder: (destination: PayoutDestination) => HolderAnswer;

const named = (document: string | null): HolderAnswer => ({ outcome: 'found', holder: { name: 'Alguém', document } });

beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  // Its bank issues boletos and takes nothing back.
  Object.assign(sandboxOf(gateway.vintem.deps), { refunds: undefined });
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);
beforeEach(async () => {
  await query("UPDATE refunds SET next_check_at = next_check_at + interval '1 year', returns_due_at = NULL");
  holder = () => named('***.982.247-**');
  useRail();
  company = await openCompany(gateway);
  await setPayoutTerms(gateway, company, { acquirer: 'rail' });
});

const deps = () => gateway.vintem.deps;
const query = <Row>(sql: string, values: unknown[] = []) => gateway.database.db.query<Row & object>(sql, values);

/** A bank of its own, so that whose money moves is seen in the books. */
function useRail(changes: Partial<PayoutCapability> = {}): void {
  rail = payoutRail({ holderOf: async (destination) => holder(destination), ...changes });
  const unknown = async () => ({ outcome: 'unknown', reason: 'a double' }) as const;
  const bank: Acquirer = {
    name: 'rail',
    timeoutMs: 1_000,
    charges: {},
    query: unknown,
    cancel: unknown,
    payouts: rail.capability,
    ping: async () => true,
  };
  (deps().acquirers as AcquirerRegistry).configure([bank]);
}

async function sell(changes: Record<string, unknown> = BOLETO): Promise<number> {
  const id = await createPayment(gateway, company, CENTS, changes);
  await sandbox(gateway, company, id, 'pay');
  await readFromBank(id, 'payment' in changes ? 'BILLET' : 'PIX');
  return id;
}

/** Asks the bank, too. */
const readFromBank = (id: number, type = 'BILLET') => readPayment(gateway, company, id, `?payment_type=${type}`);
const back = (id: number, changes: Record<string, unknown> = {}) => reverse(gateway, company, id, changes);

async function refundOf(paymentId: number) {
  const [row] = await query<Record<string, unknown>>('SELECT * FROM refunds WHERE payment_id = $1 ORDER BY id DESC', [
    paymentId,
  ]);
  return row as Record<string, unknown> & { id: number; reference: string };
}

async function checkNow(paymentId: number): Promise<void> {
  await query(
    `UPDATE refunds SET next_check_at = now() - interval '1 s' WHERE payment_id = $1 AND next_check_at IS NOT NULL`,
    [paymentId],
  );
  await query(
    `UPDATE refunds SET returns_due_at = now() - interval '1 s', check_leased_until = NULL
     WHERE payment_id = $1 AND returns_due_at IS NOT NULL`,
    [paymentId],
  );
  await checkRefunds(deps());
  await lookForReturns(deps());
}

const clearingOf = (paymentId: number) =>
  query<{ acquirer: string; cents: number }>(
    `SELECT j.acquirer, sum(e.amount_cents)::bigint AS cents FROM ledger_journals j
     JOIN ledger_entries e ON e.journal_id = j.id AND e.account = 'acquirer_clearing'
     WHERE j.subject_kind = 'payment' AND j.subject_id = $1 GROUP BY 1 ORDER BY 1`,
    [paymentId],
  );

const destinationFor = async (paymentId: number, body: object): Promise<number> => {
  const added = await addDestination(gateway, company, { ...body, refund_of: paymentId });
  expect(added.status).toBe(201);
  return added.body.id;
};

/** A key of a program that may give money back and not send it anywhere else. */
async function refundKey(): Promise<string> {
  const made = await gateway.post('/api-keys', { name: 'devoluções', scopes: ['refund', 'read'] }, company.session);
  expect(made.status).toBe(201);
  return made.body.key;
}

function expectRefusal(answer: ApiAnswer, reason: string): void {
  expectError(answer, { status: 400, code: 'REFUND_REFUSED' });
  expect(answer.body.message).toContain(reason);
}

describe('to the PIX key that is the payer’s document', () => {
  it('goes out whole, without a fee, from those who were paid, by the rail’s clearing account', async () => {
    const partner = await openCompany(gateway, { of: 'partner' });
    await setPayoutTerms(gateway, company, { fee_cents: 350, most_cents: 100, needs_approval: true });
    const id = await sell({ ...BOLETO, splitParticipants: [participant(partner)] });
    expect(
      await gateway.post('/payments/refund/simulate', { transaction_id: id, kind: 'reversal' }, company.session),
    ).toMatchObject({
      status: 200,
      body: { way: 'payout_rail', destination: { type: 'pix_key', key_type: 'cpf', key: '***.982.247-**' } },
    });
    const answer = await back(id, { reason: 'desistência' });
    expect(answer).toMatchObject({ status: 200, body: { transaction: { status: 'REFUNDED', refund_amount: CENTS } } });
    expect(rail.asked).toMatchObject([
      {
        amountCents: CENTS,
        description: 'desistência',
        destination: { kind: 'pix_key', keyType: 'cpf', key: PAYER },
        sender: { document: '11222333000181' },
        isRepeat: false,
      },
    ]);
    expect(await balanceOf(gateway, company)).toEqual(settled(0));
    expect(await balanceOf(gateway, partner)).toEqual(settled(0));
    expect(await clearingOf(id)).toEqual([
      { acquirer: 'rail', cents: CENTS },
      { acquirer: 'sandbox', cents: -CENTS },
    ]);
    expect(await query('SELECT id FROM payouts WHERE company_id = $1', [company.id])).toEqual([]);
    const { id: refundId } = await refundOf(id);
    expect((await gateway.get(`/refunds/${refundId}`, company.session)).body).toMatchObject({
      way: 'payout_rail',
      status: 'REFUNDED',
      failure_reason: null,
    });
  });

  it('what the bank of the boleto says afterwards is no difference', async () => {
    const id = await sell();
    expect((await back(id)).status).toBe(200);
    await query("UPDATE payments SET updated_at = updated_at - interval '1 hour' WHERE id = $1", [id]);
    expect(await readFromBank(id)).toMatchObject({ status: 4 });
    expect(await query('SELECT kind FROM divergences WHERE payment_id = $1', [id])).toEqual([]);
  });

  it.each([
    ['nobody has such a key', (): HolderAnswer => ({ outcome: 'not_found' }), 'chave PIX desconhecida'],
    ['it is somebody else’s', () => named('***.533.447-**'), 'a chave PIX é de outro titular'],
  ])('%s: refused with that reason, and everything is given back', async (_, says, reason) => {
    holder = says;
    const id = await sell();
    expectRefusal(await back(id), reason);
    expect(rail.asked).toEqual([]);
    expect(await balanceOf(gateway, company)).toEqual(UNTOUCHED);
    expect(await refundOf(id)).toMatchObject({ status: 'REFUSED', sends: 0, failure_reason: reason });
    expect(await readPayment(gateway, company, id)).toMatchObject({ status: 2, refunded_amount: 0 });
    const [event] = await query<{ payload: string }>(
      "SELECT payload FROM events WHERE subject_kind = 'payment' AND subject_id = $1 AND kind = 'refund.failed'",
      [id],
    );
    expect(JSON.parse(event?.payload as string)).toMatchObject({ reason });
  });

  it('a bank that names nobody takes it: such a key is its document’s by the rules of the directory', async () => {
    useRail({ holderOf: undefined as never });
    expect((await back(await sell())).status).toBe(200);
  });

  it('the bank refuses it: its reason is told', async () => {
    rail.behave(() => ({ status: 'REFUSED', reason: 'conta encerrada' }));
    expectRefusal(await back(await sell()), 'conta encerrada');
    expect(await balanceOf(gateway, company)).toEqual(UNTOUCHED);
  });

  it('is taken inside the balance, as every refund', async () => {
    company = await openCompany(gateway, { invoice: LOSSY });
    await setPayoutTerms(gateway, company, { acquirer: 'rail' });
    const id = await sell();
    expectError(await back(id), { status: 400, code: 'INSUFFICIENT_BALANCE' });
    expect(rail.asked).toEqual([]);
    await sell();
    expect((await back(id)).status).toBe(200);
    expect(await balanceOf(gateway, company)).toEqual(settled(0));
  });

  it('a company without a rail is told so', async () => {
    const id = await sell();
    await setPayoutTerms(gateway, company, { acquirer: 'nobody' });
    expectRefusal(await back(id), 'não tem por onde enviar dinheiro');
    expect(await refundOf(id)).toBeUndefined();
  });

  it('nothing leaves while money out stands still after a restore', async () => {
    const id = await sell();
    const epoch = await beginEpoch(gateway.database.db, new Date());
    expectError(await back(id), { status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(rail.asked).toEqual([]);
    await query("INSERT INTO payout_clearances VALUES ($1, now(), 'conferido')", [epoch]);
    expect((await back(id)).status).toBe(200);
  });
});

describe('an answer that is lost', () => {
  it('is asked for under the same reference, and the payer is paid once', async () => {
    rail.behave(() => 'lost');
    const id = await sell();
    expectError(await back(id), { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    expect(await balanceOf(gateway, company)).toEqual(settled(0));
    await checkNow(id);
    expect(await refundOf(id)).toMatchObject({ status: 'REFUNDED', sends: 1 });
    expect(rail.asked).toHaveLength(1);
  });

  it('is sent again only where the bank takes our reference as its key', async () => {
    let calls = 0;
    const lose = async () => {
      calls += 1;
      return { outcome: 'unknown', reason: 'lost on the way' } as const;
    };
    useRail({ send: lose, isKeyedByReference: false });
    const id = await sell();
    expectError(await back(id), { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    await checkNow(id);
    expect(calls).toBe(1);
    useRail({ send: lose });
    await checkNow(id);
    expect(calls).toBe(2);
    const { id: refundId } = await refundOf(id);
    await settleByOperator(deps(), { refundId, end: 'REFUSED', reason: 'not on the statement' });
    expect(await balanceOf(gateway, company)).toEqual(UNTOUCHED);
  });

  it('a repeat that is told that nobody has such a key is the last, and questions go on', async () => {
    let [calls, questions] = [0, 0];
    useRail({
      async send() {
        calls += 1;
        return { outcome: 'unknown', reason: 'answered 400', isDestinationDead: calls > 1 };
      },
      async query() {
        questions += 1;
        return { outcome: 'not_found' };
      },
    });
    const id = await sell();
    expectError(await back(id), { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    for (let times = 0; times < 4; times++) await checkNow(id);
    expect(calls).toBe(2);
    expect(questions).toBe(4);
    expect(await refundOf(id)).toMatchObject({ status: 'PROCESSING', is_destination_dead: true });
  });

  it('one that came out of a backup as never sent is asked about before it is sent', async () => {
    holder = () => ({ outcome: 'unknown', reason: 'away' });
    useRail({ isKeyedByReference: false });
    const [sentSince, neverSent] = [await sell(), await sell()];
    for (const id of [sentSince, neverSent]) expect((await back(id)).status).toBe(503);
    const epoch = await beginEpoch(gateway.database.db, new Date());
    const { reference } = await refundOf(sentSince);
    rail.change(reference, {
      reference,
      status: 'PAID',
      amountCents: CENTS,
      endToEndId: null,
      paidAt: null,
      reason: null,
      returns: [],
    });
    holder = () => named(PAYER);
    for (const id of [sentSince, neverSent]) await checkNow(id);
    expect(await refundOf(sentSince)).toMatchObject({ status: 'REFUNDED', sends: 1 });
    expect(await refundOf(neverSent)).toMatchObject({ status: 'PROCESSING', sends: 0 });
    expect(rail.asked).toEqual([]);
    await query("INSERT INTO payout_clearances VALUES ($1, now(), 'conferido')", [epoch]);
    await checkNow(neverSent);
    expect(await refundOf(neverSent)).toMatchObject({ status: 'REFUNDED', sends: 1 });
    expect(rail.asked).toHaveLength(1);
  });

  it('a holder that the bank does not name now is asked for later, and then it is sent for the first time', async () => {
    holder = () => ({ outcome: 'unknown', reason: 'away' });
    useRail({ isKeyedByReference: false });
    const id = await sell();
    expectError(await back(id), { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    expect(await refundOf(id)).toMatchObject({ status: 'PROCESSING', sends: 0 });
    holder = () => named(PAYER);
    await checkNow(id);
    expect(await refundOf(id)).toMatchObject({ status: 'REFUNDED', sends: 1 });
  });
});

it('one that the operator has settled waits for no list of whoever pays by hand', async () => {
  rail.behave(() => ({ status: 'PROCESSING' }));
  for (const list of [null, 7]) {
    const id = await sell();
    await back(id);
    const { id: refundId, reference } = await refundOf(id);
    if (list) await query("INSERT INTO manual_lists VALUES ('rail', $1, now())", [list]);
    await query("INSERT INTO manual_payouts VALUES ($1, 'rail', $2, now(), $3)", [reference, CENTS, list]);
    const settled = await settleByOperator(deps(), { refundId, end: 'REFUSED', reason: 'not paid' });
    expect(settled).toMatchObject({ state: { status: 'REFUSED' }, list });
    const left = await query('SELECT list FROM manual_payouts WHERE reference = $1', [reference]);
    expect(left).toEqual(list ? [{ list }] : []);
  }
});

describe('what comes back', () => {
  it('after it was made is a divergence of both figures at whoever sent it, in parts or whole', async () => {
    const id = await sell();
    expect((await back(id)).status).toBe(200);
    const { reference } = await refundOf(id);
    const came = (amountCents: number, name: string) => ({ id: name, amountCents, reason: 'AC03', returnedAt: null });
    const divergences = () =>
      query<Record<string, unknown>>(
        `SELECT kind, acquirer, difference_cents, local_refunded_cents, acquirer_refunded_cents,
           resolved_at IS NULL AS open
         FROM divergences WHERE payment_id = $1 ORDER BY id`,
        [id],
      );
    const missing = { kind: 'MISSING_REFUND', acquirer: 'rail', local_refunded_cents: CENTS };
    rail.change(reference, { returns: [came(4_000, 'D1')] });
    await checkNow(id);
    await checkNow(id);
    expect(await divergences()).toEqual([
      { ...missing, difference_cents: 4_000, acquirer_refunded_cents: 6_000, open: true },
    ]);
    rail.change(reference, { returns: [came(4_000, 'D1'), came(6_000, 'D2')] });
    await checkNow(id);
    expect(await divergences()).toEqual([
      { ...missing, difference_cents: 4_000, acquirer_refunded_cents: 6_000, open: false },
      { ...missing, difference_cents: CENTS, acquirer_refunded_cents: 0, open: true },
    ]);
    await query("UPDATE payments SET updated_at = updated_at - interval '1 hour' WHERE id = $1", [id]);
    await readFromBank(id);
    expect(await divergences()).toMatchObject([{ open: false }, { difference_cents: CENTS, open: true }]);
    expect(await refundOf(id)).toMatchObject({ status: 'REFUNDED', given_cents: 0 });
  });
});

it.each([
  [PAYER, 1],
  [removedDocument(1), 0],
])('of whom nothing is known any more, no other holder is told: %s', async (document, findings) => {
  const id = await sell();
  expect((await back(id)).status).toBe(200);
  const { reference } = await refundOf(id);
  await query('UPDATE payments SET customer_document = $2 WHERE id = $1', [id, document]);
  rail.change(reference, { holder: { name: 'Outro', document: SOMEBODY } });
  await checkNow(id);
  await checkNow(id);
  const told = await query('SELECT kind FROM payout_findings WHERE reference = $1', [reference]);
  expect(told).toEqual(Array.from({ length: findings }, () => ({ kind: 'HOLDER_DIFFERS' })));
});

describe('refund_to', () => {
  const cpf = (key: string) => ({ type: 'pix_key', key_type: 'cpf', key });

  it('of the payer goes there, by whoever may give back, whatever hold, limits and approval are', async () => {
    const id = await sell();
    const to = await destinationFor(id, { ...KINDS.email });
    await query("UPDATE payout_destinations SET usable_at = now() + interval '1 day' WHERE id = $1", [to]);
    await setPayoutTerms(gateway, company, { most_cents: 1, needs_approval: true });
    const answer = await gateway.post('/payments/reversal', { transaction_id: id, refund_to: to }, await refundKey());
    expect(answer.status).toBe(200);
    expect(rail.asked).toMatchObject([{ destination: { keyType: 'email' } }]);
    expect(await refundOf(id)).toMatchObject({ destination_id: to, to_others: false });
  });

  it('of somebody else needs the permission payout, and nothing is taken without it', async () => {
    holder = () => named(SOMEBODY);
    const id = await sell();
    const key = await refundKey();
    for (const body of [KINDS.email, KINDS.account, cpf(SOMEBODY)]) {
      const to = await destinationFor(id, body);
      expectError(await gateway.post('/payments/reversal', { transaction_id: id, refund_to: to }, key), {
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    expect(await refundOf(id)).toBeUndefined();
  });

  it('of somebody else is bound by hold, approval and limits, and goes with the permission', async () => {
    const id = await sell();
    const to = await destinationFor(id, cpf(SOMEBODY));
    await query("UPDATE payout_destinations SET usable_at = now() + interval '1 day' WHERE id = $1", [to]);
    expectError(await back(id, { refund_to: to }), { status: 400, code: 'DESTINATION_ON_HOLD' });
    await query('UPDATE payout_destinations SET usable_at = now() WHERE id = $1', [to]);
    await setPayoutTerms(gateway, company, { needs_approval: true });
    expectRefusal(await back(id, { refund_to: to }), 'aprovação');
    await setPayoutTerms(gateway, company, { needs_approval: false, day_cents: CENTS - 1 });
    expectError(await back(id, { refund_to: to }), { status: 400, code: 'PAYOUT_LIMIT_EXCEEDED' });
    await setPayoutTerms(gateway, company, { day_cents: CENTS + 1 });
    expect((await back(id, { refund_to: to })).status).toBe(200);
    expect(rail.asked).toMatchObject([{ destination: { key: SOMEBODY } }]);
    const second = await sell();
    const again = await destinationFor(second, cpf(SOMEBODY));
    expectError(await back(second, { refund_to: again }), { status: 400, code: 'PAYOUT_LIMIT_EXCEEDED' });
    expect((await back(second)).status).toBe(200);
  });

  it('a key that nobody has is refused, a blocked one or one of another refund is invalid', async () => {
    const id = await sell();
    const to = await destinationFor(id, KINDS.email);
    holder = () => ({ outcome: 'not_found' });
    expectRefusal(await back(id, { refund_to: to }), 'chave PIX desconhecida');
    const elsewhere = await destinationFor(await sell(), cpf(PAYER));
    expectError(await back(id, { refund_to: elsewhere }), { status: 400, code: 'DESTINATION_INVALID' });
    await query("UPDATE payout_destinations SET blocked_at = now(), block_reason = 'x' WHERE id = $1", [to]);
    expectError(await back(id, { refund_to: to }), { status: 400, code: 'DESTINATION_INVALID' });
  });

  it('of another merchant, or of nobody, does not exist', async () => {
    const id = await sell();
    const mine = company;
    company = await openCompany(gateway, { of: 'partner' });
    const theirs = await destinationFor(await sell(), cpf(PAYER));
    company = mine;
    for (const refund_to of [theirs, 999_999])
      expectError(await back(id, { refund_to }), { status: 404, code: 'DESTINATION_NOT_FOUND' });
  });

  it('of a PIX is invalid: it goes back to whoever paid', async () => {
    const id = await sell({});
    expectError(await back(id, { refund_to: 1 }), { status: 400, code: 'DESTINATION_INVALID' });
  });
});
