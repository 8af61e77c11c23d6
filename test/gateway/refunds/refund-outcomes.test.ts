import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  acquirerRefundsOf,
  advance,
  availableOf,
  BOLETO,
  balanceOf,
  createPaid,
  createPayment,
  entriesOf,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  orderFault,
  participant,
  readPayment,
  refundPix,
  refundsOf,
  reverse,
  sandbox,
  settled,
  type TestCompany,
} from '../../support/money.ts';

/** Two gateways work on the refunds of one database: whatever they find out takes effect once. */
let database: TestDatabase;
let gateway: TestGateway;
let other: TestGateway;
/** Does not wait long for the acquirer, where the answer is to stay out. */
let impatient: TestGateway;
beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startTestGateway({}, database);
  other = await startTestGateway({}, database);
  impatient = await startTestGateway({ VINTEM_ROLE: 'api' }, database, { acquirerTimeoutMs: 3_000 });
});
afterAll(async () => {
  await impatient.close();
  await other.close();
  await gateway.close();
  await database.drop();
});
auditBooks(() => database);

interface Sale {
  owner: TestCompany;
  partner: TestCompany;
  id: number;
}

/** 100,00 with a fee of 1 %; the partner gets 30 %. */
async function sell(changes: Record<string, unknown> = {}): Promise<Sale> {
  const owner = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  const partner = await openCompany(gateway, { of: 'partner' });
  const id = await createPaid(gateway, owner, 10_000, { splitParticipants: [participant(partner)], ...changes });
  return { owner, partner, id };
}

const balancesOf = ({ owner, partner }: Sale) => Promise.all([balanceOf(gateway, owner), balanceOf(gateway, partner)]);
const PAID = [{ available: 6210, future: 0, retention: 690 }, settled(3000)];
const TAKEN = [settled(0), settled(0)];

function expectUnknown(answer: ApiAnswer): number {
  expectError(answer, { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.body.details).toEqual({ refund_id: expect.any(Number) });
  return answer.body.details.refund_id;
}

/** The bank has it and works on it: no error, and not the last word. */
function expectUnderWay(answer: ApiAnswer, status: 2 | 'APPROVED'): void {
  expect(answer).toMatchObject({
    status: 202,
    body: { success: true, transaction: { status, refunded_at: null }, refund: { status: 'PROCESSING' } },
  });
  expect(Object.keys(answer.body.refund)).toEqual(['id', 'amount', 'status']);
}

/** The sum of a payment's entries per account and value date, where it is not zero. */
async function leftOvers(id: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { account, company_id, available_at, amount_cents } of await entriesOf(gateway, id)) {
    const key = `${account} ${company_id} ${available_at.toISOString()}`;
    sums[key] = (sums[key] ?? 0) + amount_cents;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

async function settleAtAcquirer(id: number, status: 'REFUNDED' | 'REFUSED'): Promise<void> {
  const reference = (await refundsOf(gateway, id)).find((refund) => refund.status === 'PROCESSING')?.reference;
  expect((await gateway.acquirer('POST', `/control/refunds/${reference}/settle`, { status })).status).toBe(200);
}

const journalsOf = (id: number) =>
  database.db.query<{ cause_kind: string }>(
    "SELECT cause_kind FROM ledger_journals WHERE subject_kind = 'payment' AND subject_id = $1 ORDER BY id",
    [id],
  );

describe('[refund refused by the acquirer]', () => {
  it.each([
    ['PIX refund', refundPix],
    ['reversal', reverse],
  ] as const)('%s: 400, and everything is back at the value dates it was taken from', async (_, ask) => {
    const sale = await sell();
    const before = await leftOvers(sale.id);
    await orderFault(gateway, sale.id, 'refund', 'refuse');
    const answer = await ask(gateway, sale.owner, sale.id);
    expectError(answer, { status: 400, code: 'REFUND_REFUSED' });
    expect(await balancesOf(sale)).toEqual(PAID);
    expect(await leftOvers(sale.id)).toEqual(before);
    expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({
      status: 2,
      refunded_amount: 0,
      refunded_at: null,
    });
    expect(await refundsOf(gateway, sale.id)).toMatchObject([{ status: 'REFUSED', amount_cents: 10_000 }]);
    // A refusal leaves the whole amount refundable.
    expectRefunded(await ask(gateway, sale.owner, sale.id));
    expect(await balancesOf(sale)).toEqual(TAKEN);
  });

  it('a boleto still to settle goes back to what is to come', async () => {
    const owner = await openCompany(gateway);
    const id = await createPaid(gateway, owner, 10_000, BOLETO);
    await orderFault(gateway, id, 'refund', 'refuse');
    expectError(await reverse(gateway, owner, id), { status: 400, code: 'REFUND_REFUSED' });
    expect(await balanceOf(gateway, owner)).toEqual({ available: 0, future: 10_000, retention: 0 });
  });

  it('between two partial refunds it leaves no trace in what remains', async () => {
    const sale = await sell();
    expectRefunded(await refundPix(gateway, sale.owner, sale.id, 33.34));
    await orderFault(gateway, sale.id, 'refund', 'refuse');
    expectError(await refundPix(gateway, sale.owner, sale.id, 11.11), { status: 400, code: 'REFUND_REFUSED' });
    expectRefunded(await refundPix(gateway, sale.owner, sale.id, 66.66));
    expect(await balancesOf(sale)).toEqual(TAKEN);
  });
});

describe('[refund with unknown outcome]', () => {
  const NOT_DONE = ['timeout_before_accepting', 'error_500'];
  const DONE = ['timeout_after_accepting', 'garbage', 'connection_reset', 'huge_body', 'slow_drip'];

  it(`${[...NOT_DONE, ...DONE].join(', ')}: 503, held, then settled by its own reference, once`, async () => {
    const sales = await Promise.all(
      [...NOT_DONE, ...DONE].map(async (kind) => {
        const sale = await sell();
        // Without a notification, only the reconciler can find out.
        await orderFault(gateway, sale.id, 'notification', 'drop', { times: 10 });
        await orderFault(gateway, sale.id, 'refund', kind);
        return { ...sale, kind };
      }),
    );
    const answers = await Promise.all(sales.map(({ owner, id }) => refundPix(impatient, owner, id)));
    for (const [index, sale] of sales.entries()) {
      const refundId = expectUnknown(answers[index] as ApiAnswer);
      expect(await balancesOf(sale), sale.kind).toEqual(TAKEN);
      expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({
        status: 2,
        refunded_amount: 0,
        refunded_at: null,
      });
      expect(await refundsOf(gateway, sale.id)).toMatchObject([
        { id: refundId, status: 'PROCESSING', amount_cents: 10_000 },
      ]);
      expect(await acquirerRefundsOf(gateway, sale.id), sale.kind).toHaveLength(DONE.includes(sale.kind) ? 1 : 0);
      // What is held cannot be refunded again.
      const second = await refundPix(gateway, sale.owner, sale.id, 0.01);
      expectError(second, { status: 400, code: 'REFUND_VALUE_EXCEEDS_ORIGINAL' });
      expect(second.body.details).toEqual({ remaining: 0 });
      expectError(await reverse(gateway, sale.owner, sale.id), { status: 400, code: 'TRANSACTION_ALREADY_REFUNDED' });
    }
    await advance(gateway, 61);
    for (const sale of sales) {
      await eventually(async () =>
        expect(await readPayment(gateway, sale.owner, sale.id), sale.kind).toMatchObject({
          status: 4,
          refunded_amount: 10_000,
        }),
      );
      const [refund] = await refundsOf(gateway, sale.id);
      expect(await acquirerRefundsOf(gateway, sale.id), sale.kind).toMatchObject([
        { reference: refund?.reference, amount_cents: 10_000, status: 'REFUNDED' },
      ]);
      expect(await journalsOf(sale.id)).toEqual([{ cause_kind: 'approval' }, { cause_kind: 'refund' }]);
      expect(await balancesOf(sale)).toEqual(TAKEN);
    }
  });

  it('asked too early, or without an answer, the reconciler changes nothing and asks again', async () => {
    const sale = await sell();
    await orderFault(gateway, sale.id, 'refund', 'error_500');
    expectUnknown(await refundPix(gateway, sale.owner, sale.id, 40));
    const [refund] = await refundsOf(gateway, sale.id);
    const fault = { operation: 'query_refund', kind: 'error_500', reference: refund?.reference };
    expect((await gateway.acquirer('POST', '/control/faults', fault)).status).toBe(201);
    await advance(gateway, 61);
    await eventually(async () =>
      expect((await gateway.acquirer('GET', '/control/faults')).body.faults.filter(isWaiting)).toEqual([]),
    );
    expect(await refundsOf(gateway, sale.id)).toMatchObject([{ status: 'PROCESSING' }]);
    await eventually(async () => {
      const [row] = await database.db.query<{ checks_done: number }>('SELECT checks_done FROM refunds WHERE id = $1', [
        refund?.id,
      ]);
      expect(row?.checks_done).toBe(1);
    });
    await advance(gateway, 3600);
    await eventually(async () =>
      expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ refunded_amount: 4000, status: 2 }),
    );
    expect(await acquirerRefundsOf(gateway, sale.id)).toMatchObject([
      { reference: refund?.reference, amount_cents: 4000 },
    ]);
  });
  const isWaiting = (fault: { operation: string; remaining: number }) =>
    fault.operation === 'query_refund' && fault.remaining > 0;

  it('sent again because it was not found, and then refused: given back', async () => {
    const sale = await sell();
    const before = await leftOvers(sale.id);
    await orderFault(gateway, sale.id, 'refund', 'error_500');
    await orderFault(gateway, sale.id, 'refund', 'refuse');
    expectUnknown(await refundPix(gateway, sale.owner, sale.id));
    expect(await balancesOf(sale)).toEqual(TAKEN);
    await advance(gateway, 61);
    await eventually(async () => expect(await refundsOf(gateway, sale.id)).toMatchObject([{ status: 'REFUSED' }]));
    expect(await balancesOf(sale)).toEqual(PAID);
    expect(await leftOvers(sale.id)).toEqual(before);
    const [refund] = await refundsOf(gateway, sale.id);
    expect(await acquirerRefundsOf(gateway, sale.id)).toMatchObject([
      { reference: refund?.reference, status: 'REFUSED' },
    ]);
  });
});

describe('[refund under way at the acquirer]', () => {
  it('processing, then REFUNDED: confirmed once', async () => {
    const sale = await sell();
    await orderFault(gateway, sale.id, 'refund', 'processing');
    expectUnderWay(await refundPix(gateway, sale.owner, sale.id), 2);
    await advance(gateway, 61);
    expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 2, refunded_amount: 0 });
    await settleAtAcquirer(sale.id, 'REFUNDED');
    await eventually(async () =>
      expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 4, refunded_amount: 10_000 }),
    );
    expect(await balancesOf(sale)).toEqual(TAKEN);
    expect(await journalsOf(sale.id)).toEqual([{ cause_kind: 'approval' }, { cause_kind: 'refund' }]);
    expect(await divergencesOf(sale.id)).toEqual([]);
  });

  it('processing, then REFUSED: given back once', async () => {
    const sale = await sell();
    await orderFault(gateway, sale.id, 'refund', 'processing');
    expectUnderWay(await reverse(gateway, sale.owner, sale.id), 'APPROVED');
    expect(await balancesOf(sale)).toEqual(TAKEN);
    await settleAtAcquirer(sale.id, 'REFUSED');
    await eventually(async () => expect(await balancesOf(sale)).toEqual(PAID));
    expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 2, refunded_amount: 0 });
    expect(await journalsOf(sale.id)).toEqual([
      { cause_kind: 'approval' },
      { cause_kind: 'refund' },
      { cause_kind: 'refund_refused' },
    ]);
  });

  it.each(['REFUNDED', 'REFUSED'] as const)('a repeat with the same key gives the outcome: %s', async (end) => {
    const sale = await sell();
    await orderFault(gateway, sale.id, 'refund', 'processing');
    const refund = () =>
      gateway.call('POST', '/payments/pix/refund', {
        token: sale.owner.session,
        body: { transaction_id: sale.id },
        headers: { 'idempotency-key': `under-way-${end}` },
      });
    expectUnderWay(await refund(), 2);
    const again = await refund();
    expectUnderWay(again, 2);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    await settleAtAcquirer(sale.id, end);
    const outcome = await refund();
    if (end === 'REFUNDED') expect(outcome).toMatchObject({ status: 200, body: { transaction: { status: 6 } } });
    else expectError(outcome, { status: 400, code: 'REFUND_REFUSED' });
    const told = await database.db.query<{ kind: string; refunds: number }>(
      `SELECT kind, count(*) AS refunds FROM events WHERE subject_id = $1 AND kind LIKE '%refund%' GROUP BY kind`,
      [sale.id],
    );
    expect(told).toEqual([{ kind: end === 'REFUNDED' ? 'payment.refunded' : 'refund.failed', refunds: 1 }]);
    expect(await balancesOf(sale)).toEqual(end === 'REFUNDED' ? TAKEN : PAID);
  });

  it('a second refund counts what is held, and may end before the first', async () => {
    const sale = await sell();
    await orderFault(gateway, sale.id, 'refund', 'processing');
    expectUnderWay(await refundPix(gateway, sale.owner, sale.id, 60), 2);
    const above = await refundPix(gateway, sale.owner, sale.id, 40.01);
    expectError(above, { status: 400, code: 'REFUND_VALUE_EXCEEDS_ORIGINAL' });
    expect(above.body.details).toEqual({ remaining: 4000 });
    const second = await refundPix(gateway, sale.owner, sale.id, 40);
    expect(second).toMatchObject({
      status: 200,
      body: { transaction: { status: 6, refunded_amount: 4000 }, refund: { amount: 4000 } },
    });
    expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 2, refunded_amount: 4000 });
    await settleAtAcquirer(sale.id, 'REFUNDED');
    await eventually(async () =>
      expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 4, refunded_amount: 10_000 }),
    );
    expect(await balancesOf(sale)).toEqual(TAKEN);
  });
});

const divergencesOf = (id: number) =>
  database.db.query<{ kind: string; acquirer_status: string }>(
    'SELECT kind, acquirer_status FROM divergences WHERE payment_id = $1',
    [id],
  );

describe('refunds nobody asked for here', () => {
  it.each([
    ['PIX', {}, true],
    ['BILLET', BOLETO, true],
    ['PIX', {}, false],
    ['BILLET', BOLETO, false],
  ])(
    '%s, 1 → 4 by synchronisation posts approval and refund at one value date (%o, notified: %s)',
    async (type, changes, notify) => {
      const owner = await openCompany(gateway, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
      const partner = await openCompany(gateway, { of: 'partner' });
      const id = await createPayment(gateway, owner, 10_000, { ...changes, splitParticipants: [participant(partner)] });
      await sandbox(gateway, owner, id, 'refund', { notify });
      const read = await readPayment(gateway, owner, id, notify ? '' : `?payment_type=${type}`);
      expect(read).toMatchObject({
        status: 4,
        status_payment_name: 'REFUNDED',
        refunded_amount: 10_000,
        refunded_at: expect.any(String),
      });
      expect(read.paid_at).toEqual(expect.any(String));
      expect(await availableOf(gateway, owner, partner)).toEqual([0, 0]);
      expect(await leftOvers(id)).toEqual({});
      expect(await journalsOf(id)).toEqual([{ cause_kind: 'approval' }, { cause_kind: 'refund' }]);
      expect(new Set((await entriesOf(gateway, id)).map(({ available_at }) => available_at.getTime())).size).toBe(1);
      expect(await divergencesOf(id)).toEqual([]);
      // It happens once, however often somebody asks.
      await readPayment(gateway, owner, id, `?payment_type=${type}`);
      expect(await journalsOf(id)).toHaveLength(2);
      expectError(await reverse(gateway, owner, id), { status: 400, code: 'TRANSACTION_ALREADY_REFUNDED' });
    },
  );

  it('money the bank took back from an approved payment: status and books stay, a divergence tells', async () => {
    const sale = await sell();
    await sandbox(gateway, sale.owner, sale.id, 'refund');
    expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({
      status: 2,
      refunded_amount: 0,
      refunded_at: null,
    });
    expect(await balancesOf(sale)).toEqual(PAID);
    expect(await divergencesOf(sale.id)).toEqual([{ kind: 'UNREQUESTED_REFUND', acquirer_status: 'REFUNDED' }]);
    const listed = (await gateway.get('/divergences', sale.owner.session)).body.data;
    expect(listed).toContainEqual(
      expect.objectContaining({ transaction_id: sale.id, kind: 'UNREQUESTED_REFUND', local_status: 'APPROVED' }),
    );
    // The acquirer has nothing left to give back, and says so.
    expectError(await refundPix(gateway, sale.owner, sale.id), { status: 400, code: 'REFUND_REFUSED' });
    expect(await balancesOf(sale)).toEqual(PAID);
  });

  it('our own refunds, whole, partial and under way, are no divergence', async () => {
    const sale = await sell();
    expectRefunded(await refundPix(gateway, sale.owner, sale.id, 40));
    await readPayment(gateway, sale.owner, sale.id, '?payment_type=PIX');
    await orderFault(gateway, sale.id, 'refund', 'garbage');
    expectUnknown(await refundPix(gateway, sale.owner, sale.id, 60));
    await readPayment(gateway, sale.owner, sale.id, '?payment_type=PIX');
    await eventually(async () => expect(await readPayment(gateway, sale.owner, sale.id)).toMatchObject({ status: 4 }));
    expect(await divergencesOf(sale.id)).toEqual([]);
  });
});
