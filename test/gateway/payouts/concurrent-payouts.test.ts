import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncPayment } from '../../../src/gateway/alignment/sync-payment.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayment } from '../../../src/gateway/payments/payments.sql.ts';
import type { Acquirer } from '../../../src/rails/acquirers/acquirer.ts';
import { auditBooks } from '../../support/audit.ts';
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
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await database.drop();
});
auditBooks(() => database);

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

/**
 * The bank takes a payment back by the special mechanism, as the acquirer reports it. Who finds the database busy looks
 * again: a MED is not refused.
 */
async function takeBack({ vintem: { deps } }: TestGateway, paymentId: number, cents: number): Promise<void> {
  const bank = sandboxOf(deps);
  const med = { id: `MED-${paymentId}`, amountCents: cents, nature: 'MED_FRAUDE', returnedAt: new Date() } as const;
  const query: Acquirer['query'] = async (charge) => {
    const known = await bank.query(charge);
    if (known.outcome !== 'found') return known;
    const taken = { refundedAmountCents: cents, medReturns: [med], status: 'REFUNDED' } as const;
    return { outcome: 'found', charge: { ...known.charge, ...taken } };
  };
  const parts = withSandbox(deps, { query });
  await eventually(async () => {
    const { payment } = await syncPayment(parts, (await findPayment(deps.db, paymentId)) as Payment);
    expect(payment.refunded_cents).toBe(cents);
  }, PATIENCE_MS);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const PATIENCE_MS = 240_000;
const SALE = 1_000;
const PAYOUT = 390;

/** Exactly what the guide says of it. */
function expectShortOf(body: ApiAnswer['body'], required: number): void {
  const { available } = body.details;
  expect(body).toMatchObject({ success: false, statusCode: 400, code: 'INSUFFICIENT_BALANCE' });
  expect(body.details).toEqual({ available, required, shortfall: required - available });
  expect(available).toBeLessThan(required);
}

describe('[payouts at once]', () => {
  it('200 payouts, refunds and MEDs against one balance: only a MED goes below zero, losers get the documented 400', {
    timeout: PATIENCE_MS,
  }, async () => {
    const [gateway] = gateways;
    const shop = await openCompany(gateway, { pix: LOSSY });
    // Each sale leaves half of it; its refund, or its MED, takes the whole.
    const sales = await Promise.all(Array.from({ length: 60 }, () => earn(gateway, shop, SALE)));
    await setPayoutTerms(gateway, shop, { fee_cents: 10 });
    const destination = await insertDestination(gateway, shop);
    const funds = 60 * (SALE / 2);
    await eventually(async () => expect(await balanceOf(gateway, shop)).toEqual(settled(funds)));
    const [lastJournal] = await database.db.query<{ id: number }>('SELECT max(id) AS id FROM ledger_journals');

    const payouts: ApiAnswer[] = [];
    const refunds: ApiAnswer[] = [];
    let meds = 0;
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const through = gateways[index % 2] as TestGateway;
        const sale = sales[Math.floor((index * 3) / 10)] as number;
        if (index % 10 === 5) {
          await takeBack(through, sale, SALE);
          meds += 1;
        } else if (index % 10 === 0 || index % 10 === 8) {
          refunds.push(await insist(through, '/payments/pix/refund', { transaction_id: sale }));
        } else {
          const body = { company_id: shop.id, amount: PAYOUT, destination_id: destination };
          payouts.push(await insist(through, '/payouts', body));
        }
      }),
    );
    expect([payouts.length, refunds.length, meds]).toEqual([140, 40, 20]);
    const made = payouts.filter(({ status }) => status === 201);
    const given = refunds.filter(({ status }) => status === 200);
    for (const [answers, required] of [
      [payouts, PAYOUT + 10],
      [refunds, SALE],
    ] as const)
      for (const { body } of answers.filter(({ status }) => status !== 200 && status !== 201))
        expectShortOf(body, required);

    // Money only went: the last loser could not have been paid, whatever was taken after it.
    const left = funds - (PAYOUT + 10) * made.length - SALE * given.length - SALE * meds;
    expect(left).toBeLessThan(PAYOUT + 10);
    expect(await balanceOf(gateway, shop)).toEqual(settled(left));
    const steps = await database.db.query<{ kind: string; running: number }>(
      `SELECT DISTINCT j.id, coalesce(r.kind, j.cause_kind) AS kind,
         sum(e.amount_cents) OVER (ORDER BY j.id)::bigint AS running
       FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
       LEFT JOIN refunds r ON j.cause_kind = 'refund' AND r.id = j.cause_id
       WHERE e.company_id = $1 AND e.account = 'company_main' ORDER BY j.id`,
      [shop.id],
    );
    expect(steps.filter(({ kind, running }) => running < 0 && kind !== 'med')).toEqual([]);
    const countOf = (wanted: string) => steps.filter(({ kind }) => kind === wanted).length;
    expect([countOf('payout'), countOf('pix_refund'), countOf('med')]).toEqual([made.length, given.length, meds]);

    // What left the books is what the banks saw.
    await eventually(async () => {
      const { body } = await gateway.get(`/payouts?company_id=${shop.id}&status=PAID&limit=1`);
      expect(body.total).toBe(made.length);
    });
    expect(new Set(rail.asked.map(({ reference }) => reference)).size).toBe(made.length);
    const paidOut = sum(rail.asked.map(({ amountCents }) => amountCents));
    expect(paidOut).toBe(PAYOUT * made.length);
    const [atBank] = await database.db.query<{ cents: number }>(
      `SELECT coalesce(sum(r.amount_cents), 0)::bigint AS cents FROM sandbox_acquirer.refunds r
       JOIN payments p ON p.reference = r.charge_reference WHERE p.id = ANY ($1) AND r.status = 'REFUNDED'`,
      [sales],
    );
    expect(atBank?.cents).toBe(SALE * given.length);
    const [cleared] = await database.db.query<{ cents: number }>(
      `SELECT coalesce(sum(e.amount_cents), 0)::bigint AS cents FROM ledger_entries e
       WHERE e.journal_id > $1 AND e.account = 'acquirer_clearing'`,
      [lastJournal?.id],
    );
    expect(cleared?.cents).toBe(paidOut + SALE * given.length + SALE * meds);
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
