import { sumBalances } from '../../src/ledger/ledger.sql.ts';
import { demand } from './demand.ts';
import { divide, type ModelEntry, ModelPayment } from './model.ts';
import { orderOf } from './requests.ts';
import type { Snapshot, StoredPayment } from './snapshot.ts';
import type { World } from './world.ts';

const MODEL = 'I2 the books are the model’s';
const BALANCE = 'I2 balance = sum of entries = the model’s';
const ABOVE_ZERO = 'no refund takes a balance below zero';
const FAR_AWAY_MS = 400 * 86_400_000;

type Sums = Map<string, number>;

/** I1 and I2: every journal against the model, and every balance at several instants. */
export async function checkBooks(world: World, snapshot: Snapshot): Promise<void> {
  const model: ModelEntry[] = [];
  /** How far a company may be below zero for reasons that ask nobody: fees kept of what the bank took back at once, cents of a refused refund. */
  const allowance = new Map<number, number>();
  for (const payment of snapshot.payments) model.push(...checkPayment(world, snapshot, payment, allowance));
  const covers = snapshot.entries
    .filter((entry) => entry.tag === 'cover')
    .map((entry) => ({
      companyId: entry.company_id ?? 0,
      account: 'company_main' as const,
      amountCents: entry.amount_cents,
      at: Number(entry.available_at),
    }));
  for (const { id } of world.fixtures.companies) {
    const own = [...model, ...covers].filter((entry) => entry.companyId === id);
    checkAboveZero(id, own, allowance.get(id) ?? 0);
    await checkBalances(world, id, own);
  }
}

function checkPayment(world: World, snapshot: Snapshot, payment: StoredPayment, allowance: Map<number, number>): ModelEntry[] {
  const { companies } = world.fixtures;
  const rows = divide(orderOf(world.requests, payment.metadata.request), companies);
  const stored = snapshot.shares.filter((share) => share.payment_id === payment.id);
  const sharesOf = (list: { share: number; fee: number; company: number }[]) => JSON.stringify(list);
  const expected = sharesOf(rows.map((row) => ({ share: row.shareCents, fee: row.feeCents, company: row.companyId })));
  const actual = sharesOf(stored.map((row) => ({ share: row.share_cents, fee: row.fee_cents, company: row.company_id })));
  demand(MODEL, expected === actual, () => `shares of payment ${payment.id}: ${actual}, the model says ${expected}`);

  const books = new ModelPayment(rows, payment.fee_on_refund === 'returned');
  const all: ModelEntry[] = [];
  for (const journal of snapshot.journals.filter((other) => other.payment_id === payment.id)) {
    const refund = snapshot.refunds.find((other) => journal.cause_kind !== 'approval' && other.id === journal.cause_id);
    const isRefundedAtOnce = snapshot.refunds.some((other) => other.payment_id === payment.id && other.kind === 'acquirer');
    const { payment_type: paymentType, paid_at } = payment;
    const entries =
      journal.cause_kind === 'approval'
        ? books.approve({ paymentType, paidAt: paid_at ?? journal.posted_at, postedAt: journal.posted_at, isRefundedAtOnce }, companies)
        : journal.cause_kind === 'refund'
          ? books.refund(journal.cause_id, refund?.amount_cents ?? 0, journal.posted_at, refund?.kind === 'acquirer')
          : journal.cause_kind === 'refund_confirmed'
            ? books.confirm(journal.cause_id, journal.posted_at)
            : books.giveBack(journal.cause_id);
    compare(snapshot, journal, entries);
    all.push(...entries);
    if (journal.cause_kind === 'refund_refused') allowLoss(allowance, entries);
  }
  if (snapshot.refunds.some((refund) => refund.payment_id === payment.id && refund.kind === 'acquirer')) allowLoss(allowance, all);
  return all;
}

function allowLoss(allowance: Map<number, number>, entries: readonly ModelEntry[]): void {
  for (const companyId of new Set(entries.map((entry) => entry.companyId))) {
    const net = entries.filter((entry) => entry.companyId === companyId).reduce((sum, entry) => sum + entry.amountCents, 0);
    if (net < 0) allowance.set(companyId, (allowance.get(companyId) ?? 0) - net);
  }
}

function compare(
  snapshot: Snapshot,
  journal: { id: number; payment_id: number; cause_kind: string },
  expected: readonly ModelEntry[],
): void {
  const stored = snapshot.entries.filter(
    (entry) => entry.journal_id === journal.id && entry.tag !== 'cover' && entry.account !== 'acquirer_clearing',
  );
  const actual = sumsOf(
    stored.map((entry) => ({
      companyId: entry.company_id ?? 0,
      account: entry.account,
      amountCents: entry.amount_cents,
      at: Number(entry.available_at),
    })),
  );
  const wanted = sumsOf(expected);
  const same = actual.size === wanted.size && [...wanted].every(([key, cents]) => actual.get(key) === cents);
  const show = (sums: Sums) => JSON.stringify([...sums]);
  demand(
    MODEL,
    same,
    () => `${journal.cause_kind} journal ${journal.id} of payment ${journal.payment_id}: ${show(actual)}, the model says ${show(wanted)}`,
  );
}

function sumsOf(entries: readonly { companyId: number; account: string; amountCents: number; at: number }[]): Sums {
  const sums: Sums = new Map();
  for (const { companyId, account, amountCents, at } of entries) {
    const key = `${account} ${companyId} ${new Date(at).toISOString()}`;
    sums.set(key, (sums.get(key) ?? 0) + amountCents);
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0));
}

function checkAboveZero(companyId: number, entries: readonly ModelEntry[], allowance: number): void {
  const instants = [...new Set(entries.map(({ at }) => at))];
  for (const instant of instants) {
    const balance = entries.filter(({ at }) => at <= instant).reduce((sum, entry) => sum + entry.amountCents, 0);
    demand(ABOVE_ZERO, balance >= -allowance, () => `company ${companyId} has ${balance} at ${new Date(instant).toISOString()}`);
  }
}

async function checkBalances({ db, clock }: World, companyId: number, entries: readonly ModelEntry[]): Promise<void> {
  const now = clock.businessNow().getTime();
  for (const instant of [now - FAR_AWAY_MS / 16, now, now + FAR_AWAY_MS]) {
    const sum = (isCounted: (entry: ModelEntry) => boolean) =>
      entries.filter(isCounted).reduce((total, entry) => total + entry.amountCents, 0);
    const expected = {
      available: sum(({ at }) => at <= instant),
      future: sum(({ at, account }) => at > instant && account === 'company_main'),
      retention: sum(({ at, account }) => at > instant && account === 'company_retained'),
    };
    const actual = await sumBalances({ query: (sql, params) => db.look(sql, params) }, [companyId], new Date(instant));
    const isSame = actual.available === expected.available && actual.future === expected.future && actual.retention === expected.retention;
    demand(BALANCE, isSame, () => `company ${companyId}: ${JSON.stringify(actual)}, the model says ${JSON.stringify(expected)}`);
  }
}
