import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { syncPayment } from '../../../src/gateway/alignment/sync-payment.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayment } from '../../../src/gateway/payments/payments.sql.ts';
import type { Acquirer } from '../../../src/rails/acquirers/acquirer.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { sandboxOf, withSandbox } from '../../support/banks/acquirers.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, createPaid, LOSSY, openCompany, settled } from '../../support/money.ts';
import {
  askPayout,
  earn,
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

/** A busy machine may answer 503: the same wish again, under the same key, is the same one. */
async function insist(gateway: TestGateway, path: string, body: object): Promise<ApiAnswer> {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await gateway.call('POST', path, { token: gateway.token, body, headers });
    if (answer.status !== 503 && answer.status !== 409) return answer;
    await setTimeout(500);
  }
}

/** The bank takes a payment back by the special mechanism, as the acquirer reports it. */
async function takeBack({ vintem: { deps } }: TestGateway, paymentId: number, cents: number): Promise<void> {
  const bank = sandboxOf(deps);
  const med = { id: `MED-${paymentId}`, amountCents: cents, nature: 'MED_FRAUDE', returnedAt: new Date() } as const;
  const query: Acquirer['query'] = async (charge) => {
    const known = await bank.query(charge);
    if (known.outcome !== 'found') return known;
    const taken = { refundedAmountCents: cents, medReturns: [med], status: 'REFUNDED' } as const;
    return { outcome: 'found', charge: { ...known.charge, ...taken } };
  };
  const payment = (await findPayment(deps.db, paymentId)) as Payment;
  await syncPayment(withSandbox(deps, { query }), payment);
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
    const sales = await Promise.all(Array.from({ length: 40 }, () => earn(gateway, shop, 1_000)));
    await setPayoutTerms(gateway, shop, { fee_cents: 10 });
    const destination = await insertDestination(gateway, shop);
    await eventually(async () => expect(await balanceOf(gateway, shop)).toEqual(settled(20_000)));
    const answers = await atOnce(200, (through, index) =>
      index % 5 === 0
        ? insist(through, '/payments/pix/refund', { transaction_id: sales[index / 5] })
        : insist(through, '/payouts', { company_id: shop.id, amount: 390, destination_id: destination }),
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

  it('MEDs besides: they may take it below zero, a payout never does', { timeout: PATIENCE_MS }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway);
    const sales = await Promise.all(Array.from({ length: 12 }, () => earn(gateway, shop, 1_000)));
    await eventually(async () => expect(await balanceOf(gateway, shop)).toEqual(settled(12_000)));
    const destination = await insertDestination(gateway, shop);
    const [answers] = await Promise.all([
      atOnce(30, (through) => askPayout(through, shop, destination, 700)),
      Promise.all(sales.slice(0, 6).map((id) => takeBack(gateway, id, 1_000))),
    ]);
    const counts = tally(answers);
    expect(Object.keys(counts).sort()).toEqual(['201', '400 INSUFFICIENT_BALANCE']);
    expect(await balanceOf(gateway, shop)).toEqual(settled(12_000 - 6_000 - 700 * (counts['201'] ?? 0)));
    // Each payout found its money there, whatever was taken back before and after it.
    const lowest = await database.db.query(
      `SELECT * FROM (
         SELECT j.cause_kind, sum(e.amount_cents) OVER (ORDER BY j.id) AS running
         FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
         WHERE e.company_id = $1 AND e.account = 'company_main'
       ) AS steps WHERE cause_kind = 'payout' AND running < 0`,
      [shop.id],
    );
    expect(lowest).toEqual([]);
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
