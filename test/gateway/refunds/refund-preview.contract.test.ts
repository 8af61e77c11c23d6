import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  availableOf,
  BOLETO,
  balanceOf,
  createPaid,
  createPayment,
  expectRefunded,
  LOSSY,
  loseMoney,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  refundPix,
  reverse,
  type StoredEntry,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(async () => {
  await expectCleanBooks(gateway.database.db);
  await gateway.close();
});

type Kind = 'pix_refund' | 'reversal';

function simulate(owner: TestCompany, id: number, kind: Kind, amount?: number): Promise<ApiAnswer> {
  const body = { transaction_id: id, kind, ...(amount === undefined ? {} : { amount }) };
  return gateway.post('/payments/refund/simulate', body, owner.session);
}

function refundReally(owner: TestCompany, id: number, kind: Kind, amount?: number): Promise<ApiAnswer> {
  return kind === 'reversal' ? reverse(gateway, owner, id) : refundPix(gateway, owner, id, amount);
}

/** Everything that a refund writes. */
async function everything(): Promise<object[]> {
  const tables = ['payments', 'refunds', 'ledger_journals', 'ledger_entries', 'debit_locks', 'idempotency_keys'];
  return Promise.all(
    tables.map((table) =>
      gateway.database.db.query(`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${table} t`),
    ),
  );
}

/** By company, added up from the stored entries of the latest refund. */
async function legsInTheBooks(id: number) {
  const [latest] = await gateway.database.db.query<{ id: number; requested_at: Date }>(
    'SELECT id, requested_at FROM refunds WHERE payment_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  );
  const own = await gateway.database.db.query<StoredEntry>(
    `SELECT e.account, e.company_id, e.amount_cents, e.available_at, e.tag FROM ledger_entries e
     JOIN ledger_journals j ON j.id = e.journal_id WHERE j.cause_kind = 'refund' AND j.cause_id = $1`,
    [latest?.id],
  );
  const at = latest?.requested_at as Date;
  const companies = [...new Set(own.flatMap(({ company_id }) => company_id ?? []))];
  return new Map(
    companies.map((company) => {
      const sum = (is: (entry: StoredEntry) => boolean) =>
        own.filter((entry) => entry.company_id === company && is(entry)).reduce((all, e) => all + e.amount_cents, 0);
      const taken = (is: (entry: StoredEntry) => boolean) => 0 - sum((e) => e.tag === 'refund' && is(e));
      return [
        company,
        {
          amount: taken(() => true),
          fee_returned: sum(({ tag }) => tag === 'fee_returned'),
          available: taken((e) => e.available_at <= at),
          future: taken((e) => e.available_at > at && e.account === 'company_main'),
          retention: taken((e) => e.available_at > at && e.account === 'company_retained'),
          covered: sum((e) => e.tag === 'cover' && e.amount_cents > 0),
        },
      ];
    }),
  );
}

/** Tries it out, does it, and holds the two against each other. */
async function expectAgreement(
  owner: TestCompany,
  id: number,
  kind: Kind,
  amount?: number,
): Promise<ApiAnswer['body']> {
  const before = await everything();
  const preview = await simulate(owner, id, kind, amount);
  expect(await everything()).toEqual(before);
  expect(preview).toMatchObject({ status: 200, body: { success: true } });
  expect((await balanceOf(gateway, owner)).available).toBe(preview.body.balance.before);
  const answer = await refundReally(owner, id, kind, amount);
  expectRefunded(answer);
  expect(preview.body.amount).toBe(answer.body.refund.amount);
  const { transaction } = answer.body;
  expect(preview.body.remaining).toBe(transaction.amount - (transaction.refunded_amount ?? transaction.refund_amount));
  const booked = await legsInTheBooks(id);
  const { legs } = preview.body as { legs: { company_id: number; name: string; amount: number; covered: unknown }[] };
  // What others are short of cannot be read from a leg, nor found by subtraction.
  const hidden = legs
    .filter(({ covered }) => covered === null)
    .map(({ company_id }) => booked.get(company_id)?.covered);
  const coversOfOthers = hidden.reduce((sum: number, covered) => sum + (covered ?? 0), 0);
  expect(preview.body.covers_others).toBe(hidden.length > 0);
  expect((await balanceOf(gateway, owner)).available).toBe(preview.body.balance.after - coversOfOthers);
  expect(legs.reduce((sum, leg) => sum + leg.amount, 0)).toBe(preview.body.amount);
  for (const { company_id, name, ...leg } of legs) {
    expect(name).toMatch(/^Loja /);
    expect(leg).toEqual({ ...booked.get(company_id), ...(leg.covered === null ? { covered: null } : {}) });
  }
  // The owner may have paid a cover and nothing else.
  expect(legs.length).toBeGreaterThanOrEqual(booked.size - 1);
  return preview.body;
}

interface Scene {
  owner?: Parameters<typeof openCompany>[1];
  partner?: Parameters<typeof openCompany>[1];
  terms?: Parameters<typeof participant>[1];
  order?: Record<string, unknown>;
  refunds: [kind: Kind, amount?: number][];
}

const RETAINED = { retention: { basisPoints: 1000, days: 30 } };
const SCENES: Record<string, Scene> = {
  'alone, in thirds': {
    owner: { pix: ONE_PERCENT },
    refunds: [
      ['pix_refund', 33.34],
      ['pix_refund', 0.01],
      ['pix_refund', 66.65],
    ],
  },
  'a reversal of a PIX': { owner: { pix: ONE_PERCENT }, refunds: [['reversal']] },
  'a boleto that is still to come': { owner: { invoice: ONE_PERCENT }, order: BOLETO, refunds: [['reversal']] },
  'a part of it retained': {
    owner: { pix: ONE_PERCENT, ...RETAINED },
    refunds: [
      ['pix_refund', 12.34],
      ['pix_refund', 87.66],
    ],
  },
  'with a partner of another merchant': {
    owner: { pix: ONE_PERCENT },
    partner: { of: 'partner' },
    refunds: [
      ['pix_refund', 33.34],
      ['pix_refund', 1],
      ['pix_refund', 65.66],
    ],
  },
  'with a partner that bears the fee': {
    owner: { pix: { fee_basis_points: 2500 } },
    partner: { of: 'partner' },
    terms: { chargeFee: true },
    refunds: [
      ['pix_refund', 40],
      ['pix_refund', 60],
    ],
  },
  'with a fee above the part of its bearer, some of which waits for the confirmation': {
    owner: { pix: { fee_basis_points: 2500 } },
    partner: { of: 'partner' },
    terms: { amountSplit: 9000 },
    refunds: [
      ['pix_refund', 40],
      ['pix_refund', 60],
    ],
  },
  'with a partner that retains': {
    owner: { pix: ONE_PERCENT },
    partner: RETAINED,
    refunds: [
      ['pix_refund', 7.77],
      ['pix_refund', 92.23],
    ],
  },
};

describe('a refund that is tried out is the refund that is made then', () => {
  it.each(Object.entries(SCENES))('%s', async (_, scene) => {
    const owner = await openCompany(gateway, scene.owner);
    const partner = scene.partner && (await openCompany(gateway, scene.partner));
    const split = partner ? { splitParticipants: [participant(partner, scene.terms)] } : {};
    const id = await createPaid(gateway, owner, 10_000, { ...scene.order, ...split });
    for (const [kind, amount] of scene.refunds) await expectAgreement(owner, id, kind, amount);
  });

  it('with what the owner covers', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    await createPaid(gateway, owner, 5_000);
    await loseMoney(gateway, partner, 2383);
    const body = await expectAgreement(owner, id, 'pix_refund');
    expect(body.legs).toContainEqual(expect.objectContaining({ company_id: partner.id, amount: 3000, covered: null }));
    expect(body.legs).toContainEqual(expect.objectContaining({ company_id: owner.id, amount: 7000, covered: 0 }));
    expect(await availableOf(gateway, partner)).toEqual([0]);
  });

  it('for amounts of all sizes', async () => {
    const owner = await openCompany(gateway, { pix: { fee_fixed_cents: 77, fee_basis_points: 333 } });
    const partners = [await openCompany(gateway, { of: 'partner' }), await openCompany(gateway, RETAINED)] as const;
    await createPaid(gateway, owner, 20_000);
    const id = await createPaid(gateway, owner, 9_973, {
      splitParticipants: [
        participant(partners[0], { amountSplit: 1111 }),
        participant(partners[1], { amountSplit: 777 }),
      ],
    });
    let left = 9_973;
    for (let turn = 0; turn < 8 && left > 0; turn++) {
      const cents = turn === 7 ? left : 1 + ((turn * 7919 + 13) % Math.ceil(left / 2));
      await expectAgreement(owner, id, 'pix_refund', cents / 100);
      left -= cents;
    }
  });
});

describe('a refund that would be refused', () => {
  const DAY_MS = 86_400_000;

  /** Word for word what the refund itself says. */
  async function expectSameRefusal(owner: TestCompany, id: number, kind: Kind, code: string, amount?: number) {
    const preview = await simulate(owner, id, kind, amount);
    const answer = await refundReally(owner, id, kind, amount);
    expectError(answer, { status: code === 'TRANSACTION_NOT_FOUND' ? 404 : 400, code });
    expect({ status: preview.status, body: preview.body }).toEqual({ status: answer.status, body: answer.body });
  }

  it('is refused for the same reason, the first of several', async () => {
    const owner = await openCompany(gateway, { pix: LOSSY });
    const expectPix = (id: number, code: string, amount?: number) =>
      expectSameRefusal(owner, id, 'pix_refund', code, amount);
    const expectReversal = (id: number, code: string) => expectSameRefusal(owner, id, 'reversal', code);
    await expectPix(999_999_999, 'TRANSACTION_NOT_FOUND', 1);
    await expectReversal(999_999_999, 'TRANSACTION_NOT_FOUND');
    await expectPix(await createPayment(gateway, owner, 10_000, BOLETO), 'TRANSACTION_NOT_PIX', 1_000_000);
    const pending = await createPayment(gateway, owner, 10_000);
    await expectPix(pending, 'TRANSACTION_NOT_REFUNDABLE', 1_000_000);
    await expectReversal(pending, 'TRANSACTION_NOT_APPROVED');
    const old = { paid_at: new Date(Date.now() - 90 * DAY_MS - 1000).toISOString() };
    await expectPix(await createPaid(gateway, owner, 10_000, {}, old), 'REFUND_PERIOD_EXPIRED', 1_000_000);
    // Half of each payment is fee that does not come back: the balance would not do for either.
    const poor = await openCompany(gateway, { pix: LOSSY });
    const paid = await createPaid(gateway, poor, 10_000);
    await expectSameRefusal(poor, paid, 'pix_refund', 'REFUND_VALUE_EXCEEDS_ORIGINAL', 100.01);
    await expectSameRefusal(poor, paid, 'pix_refund', 'REFUND_VALUE_EXCEEDS_ORIGINAL', 1e21);
    await expectSameRefusal(poor, paid, 'pix_refund', 'INSUFFICIENT_BALANCE');
    await expectSameRefusal(poor, paid, 'reversal', 'INSUFFICIENT_BALANCE');
    expectRefunded(await refundPix(gateway, poor, paid, 10));
    await expectSameRefusal(poor, paid, 'pix_refund', 'REFUND_VALUE_EXCEEDS_ORIGINAL');
    await expectSameRefusal(poor, paid, 'reversal', 'TRANSACTION_ALREADY_REFUNDED');
  });

  it('counts what a refund under way has taken', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const id = await createPaid(gateway, owner, 10_000);
    await orderFault(gateway, id, 'refund', 'processing');
    expect((await refundPix(gateway, owner, id, 60)).status).toBe(202);
    await expectSameRefusal(owner, id, 'pix_refund', 'REFUND_VALUE_EXCEEDS_ORIGINAL', 40.01);
    await expectSameRefusal(owner, id, 'reversal', 'TRANSACTION_ALREADY_REFUNDED');
    expect((await simulate(owner, id, 'pix_refund', 40)).body).toMatchObject({ amount: 4000, remaining: 0 });
  });

  it('never tells what a partner has, also when the owner could not cover it', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    const before = await simulate(owner, id, 'pix_refund');
    await loseMoney(gateway, partner, 2383);
    expect((await simulate(owner, id, 'pix_refund')).body).toEqual(before.body);
    const answer = await refundReally(owner, id, 'pix_refund');
    expectError(answer, { status: 400, code: 'INSUFFICIENT_BALANCE' });
    expect(answer.body.details).toEqual({ available: 6900, required: 6900, shortfall: 0 });
  });

  it('is another merchant’s: as one that does not exist, even for a participant', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const partner = await openCompany(gateway, { of: 'partner' });
    const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)] });
    await expectSameRefusal(partner, id, 'pix_refund', 'TRANSACTION_NOT_FOUND');
    await expectSameRefusal(partner, id, 'reversal', 'TRANSACTION_NOT_FOUND');
  });
});

describe('the request', () => {
  it('is refused by name before anything is looked up', async () => {
    const ask = (body: unknown) => gateway.post('/payments/refund/simulate', body);
    const good = { transaction_id: 999_999_999, kind: 'pix_refund' };
    for (const transaction_id of [undefined, null, '1', 0, -1, 1.5, true, [1], 2 ** 53])
      expectError(await ask({ ...good, transaction_id }), invalid('transaction_id'));
    for (const amount of [0, -1, 10.001, '10', null, true, [10], {}])
      expectError(await ask({ ...good, amount }), invalid('amount'));
    for (const kind of [undefined, null, 'refund', 'PIX_REFUND', 7, ['reversal']])
      expectError(await ask({ ...good, kind }), invalid('kind'));
    expectError(await ask({ ...good, kind: 'reversal', amount: 10 }), invalid('amount'));
    expectError(await gateway.call('POST', '/payments/refund/simulate', { body: good }), {
      status: 401,
      code: 'UNAUTHORIZED',
    });
  });

  it('waits for nobody: not for a refund under way, nor for a debit', async () => {
    const owner = await openCompany(gateway, { pix: ONE_PERCENT });
    const id = await createPaid(gateway, owner, 10_000);
    expectRefunded(await refundPix(gateway, owner, id, 1));
    await withTransaction(gateway.database.db, async (tx) => {
      await tx.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [id]);
      await tx.query('SELECT FROM debit_locks WHERE company_id = $1 FOR UPDATE', [owner.id]);
      expect((await simulate(owner, id, 'pix_refund', 99)).status).toBe(200);
    });
  });
});

it('is said of a payment that failed, too', async () => {
  const owner = await openCompany(gateway);
  const id = await createPayment(gateway, owner, 10_000);
  await sandbox(gateway, owner, id, 'fail');
  expectError(await simulate(owner, id, 'reversal'), { status: 400, code: 'TRANSACTION_NOT_APPROVED' });
});
