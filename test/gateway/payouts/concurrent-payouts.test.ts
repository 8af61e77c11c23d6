import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, createPaid, LOSSY, openCompany, refundPix, sandbox, settled } from '../../support/money.ts';
import {
  askPayout,
  insertDestination,
  type PayoutRail,
  payoutRail,
  setPayoutTerms,
  useRail,
} from '../../support/payouts.ts';

/** Two gateways share one database: the database must enforce what holds between them, not luck inside one process. */
let database: TestDatabase;
let gateways: [TestGateway, TestGateway];
let rail: PayoutRail;
beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestGateway({}, database);
  gateways = [first, await startTestGateway({}, database)];
  rail = payoutRail();
  for (const gateway of gateways) useRail(gateway, rail);
});
afterEach(() => expectCleanBooks(database.db));
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await database.drop();
});

function atOnce(times: number, ask: (gateway: TestGateway, index: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => ask(gateways[index % 2] as TestGateway, index)));
}

function tally(answers: readonly ApiAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const PATIENCE_MS = 240_000;

describe('[payouts at once]', () => {
  it('200 payouts and refunds against one balance: nothing below zero, the losers get the documented 400', {
    timeout: PATIENCE_MS,
  }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway, { pix: LOSSY });
    // Each sale leaves half of it, and its refund takes the whole.
    const sales = await Promise.all(Array.from({ length: 40 }, () => createPaid(gateway, shop, 1_000)));
    await setPayoutTerms(gateway, shop, { fee_cents: 10 });
    const destination = await insertDestination(gateway, shop);
    expect(await balanceOf(gateway, shop)).toEqual(settled(20_000));
    const answers = await atOnce(200, (through, index) =>
      index % 5 === 0
        ? refundPix(through, shop, sales[index / 5] as number)
        : askPayout(through, shop, destination, 390),
    );
    const isRefund = (_: unknown, index: number) => index % 5 === 0;
    const refunds = answers.filter(isRefund);
    const payouts = answers.filter((one, index) => !isRefund(one, index));
    for (const { status, body } of answers)
      if (status >= 300) {
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'INSUFFICIENT_BALANCE' });
        expect(body.details.shortfall).toBeGreaterThan(0);
      }
    const made = payouts.filter(({ status }) => status === 201);
    const given = refunds.filter(({ status }) => status < 300);
    const left = 20_000 - 400 * made.length - 1_000 * given.length;
    expect(left).toBeGreaterThanOrEqual(0);
    // The last loser could not have been paid.
    expect(left).toBeLessThan(1_000);
    expect(await balanceOf(gateway, shop)).toEqual(settled(left));
    await eventually(async () => {
      const { body } = await gateway.get(`/payouts?company_id=${shop.id}&status=PAID&limit=1`);
      expect(body.total).toBe(made.length);
    });
    // What left the books is what the bank saw.
    const [row] = await database.db.query<{ cents: number }>(
      `SELECT coalesce(sum(e.amount_cents), 0)::bigint AS cents FROM ledger_entries e
       WHERE e.tag = 'payout' AND e.company_id = $1`,
      [shop.id],
    );
    expect(-(row as { cents: number }).cents).toBe(390 * made.length);
    expect(sum(rail.asked.map(({ amountCents }) => amountCents))).toBe(390 * made.length);
    expect(new Set(rail.asked.map(({ reference }) => reference)).size).toBe(made.length);
  });

  it('a bank that takes money back by itself may go below zero; no payout does', { timeout: PATIENCE_MS }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway);
    const sales = await Promise.all(Array.from({ length: 8 }, () => createPaid(gateway, shop, 1_000)));
    const destination = await insertDestination(gateway, shop);
    const [answers] = await Promise.all([
      atOnce(20, (through) => askPayout(through, shop, destination, 1_000)),
      Promise.all(sales.slice(0, 4).map((id) => sandbox(gateway, shop, id, 'refund'))),
    ]);
    const counts = tally(answers);
    expect(Object.keys(counts).sort()).toEqual(['201', '400 INSUFFICIENT_BALANCE']);
    expect(counts['201']).toBeLessThanOrEqual(8);
  });

  it('the limit of a day holds for all of them together', { timeout: PATIENCE_MS }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway);
    await createPaid(gateway, shop, 100_000);
    await setPayoutTerms(gateway, shop, { day_cents: 5_000 });
    const destination = await insertDestination(gateway, shop);
    const answers = await atOnce(30, (through) => askPayout(through, shop, destination, 700));
    expect(tally(answers)).toEqual({ '201': 7, '400 PAYOUT_LIMIT_EXCEEDED': 23 });
    for (const { status, body } of answers)
      if (status === 400) expect(body.details).toEqual({ limit: 5_000, per: 'day', used: 4_900 });
  });

  it('sending against cancelling: what was cancelled was not sent, and what was sent is paid', {
    timeout: PATIENCE_MS,
  }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway);
    await createPaid(gateway, shop, 20_000);
    const destination = await insertDestination(gateway, shop);
    const before = rail.asked.length;
    const cancelled: boolean[] = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { body } = await askPayout(gateway, shop, destination, 1_000);
        const { status } = await (gateways[index % 2] as TestGateway).post(`/payouts/${body.id}/cancel`);
        return status === 200;
      }),
    );
    const kept = cancelled.filter((was) => !was).length;
    await eventually(async () => {
      const { body } = await gateway.get(`/payouts?company_id=${shop.id}&status=PAID&limit=1`);
      expect(body.total).toBe(kept);
    });
    expect(rail.asked.length - before).toBe(kept);
    expect(await balanceOf(gateway, shop)).toEqual(settled(20_000 - 1_000 * kept));
  });
});
