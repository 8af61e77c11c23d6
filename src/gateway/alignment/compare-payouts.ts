import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { readEpoch } from '../../ground/db/epochs.sql.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { ListedPayout, PayoutCapability } from '../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import {
  listPaidBetween,
  listPayoutDaysToCompare,
  type PayoutFigures,
  upsertPayoutComparison,
} from '../payouts/comparisons.sql.ts';
import { insertFinding, insertUnknownAtBank, type NewFinding } from '../payouts/findings.sql.ts';
import type { Payout } from '../payouts/payout.ts';
import { findPayoutsByReference } from '../payouts/payouts.sql.ts';
import { settlePayout } from '../payouts/settle-payout.ts';
import { findRailRefunds, listRefundedByRail, type RailRefund } from '../refunds/by-rail/by-rail.sql.ts';
import { makeRefundsDue } from '../refunds/refunds.sql.ts';

type CompareDeps = Deps & WithAcquirers;
/** A payout, or a refund that left as one. */
type Outgoing = NewFinding['payout'];

/** A day is compared this long after its end: what left in its last minutes is listed by then. */
const AFTER_MIDNIGHT_MS = 60 * 60 * 1000;
/** Each day the last so many are compared again: a bank may list late, and what is found late is still found. */
const DAYS_AGAIN = 7;
/** More pages than any account has in a day: a bank that never says "last" ends here. */
const MOST_PAGES = 20_000;
const OURS_AT_ONCE = 500;

/**
 * Each day: what left by each bank's own list against what we call paid. What the bank sent and nobody here knows, what
 * it does not have, and another amount are told once each. Says that there is no more.
 */
export async function comparePayouts(deps: CompareDeps): Promise<boolean> {
  const now = await deps.clock.now();
  const today = saoPauloDateOf(new Date(now.getTime() - AFTER_MIDNIGHT_MS));
  // After a restore the last days are looked at also where nothing had been compared before the backup.
  const first = (await readEpoch(deps.db)) > 0 ? DAYS_AGAIN : 1;
  const due = { yesterday: addDays(today, -1), today, first, again: DAYS_AGAIN };
  for (const { name, payouts } of deps.acquirers.list()) {
    if (!payouts?.sent) continue;
    for (const day of await listPayoutDaysToCompare(deps.db, name, due))
      await compareDay(deps, { name, rail: payouts, day, today, now });
  }
  return false;
}

interface Day {
  name: string;
  rail: PayoutCapability;
  day: string;
  today: string;
  now: Date;
}

/** One that cannot be read whole is asked for again in the next run. */
async function compareDay(deps: CompareDeps, of: Day): Promise<void> {
  const { name: acquirer, day, today, now } = of;
  const tellProblem = (reason: string) =>
    deps.log.warn({ acquirer, day, reason }, 'payouts of a day could not be compared whole; asked again later');
  const listed = await readListed(deps, of);
  if (typeof listed === 'string') return tellProblem(listed);
  const ours = await compareOurs(deps, of, listed.references);
  if (typeof ours === 'string') return tellProblem(ours);
  // Money may have left by what cannot be read.
  if (listed.oddItems.size > 0) return tellProblem(`the list cannot be read whole: ${[...listed.oddItems].join(', ')}`);
  await upsertPayoutComparison(deps.db, { acquirer, day, today, ours, theirs: listed.figures, at: now });
}

interface Listed {
  references: ReadonlySet<string>;
  figures: PayoutFigures;
  oddItems: ReadonlySet<string>;
}

/** All that the bank lists for the day, or why it cannot be read. */
async function readListed(deps: CompareDeps, of: Day): Promise<Listed | string> {
  const references = new Set<string>();
  const oddItems = new Set<string>();
  const figures = { count: 0, cents: 0 };
  const period = { from: startOfSaoPauloDay(of.day), to: endOfSaoPauloDay(of.day) };
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await of.rail.sent?.({ ...period, page });
    if (answer?.outcome !== 'found') return answer?.reason ?? 'the bank lists no payouts';
    for (const { reference, endToEndId, amountCents } of answer.payouts) {
      if (reference) references.add(reference);
      else if (!endToEndId) oddItems.add('reference');
      figures.count += 1;
      figures.cents += amountCents;
    }
    for (const field of answer.oddItems ?? []) oddItems.add(field);
    await compareListed(deps, of, answer.payouts);
    if (answer.isLast) return { references, figures, oddItems };
  }
  return `more than ${MOST_PAGES} pages`;
}

async function compareListed(deps: CompareDeps, of: Day, listed: readonly ListedPayout[]): Promise<void> {
  const references = listed.flatMap(({ reference }) => reference ?? []);
  const known = await findPayoutsByReference(deps.db, references);
  const ours = new Map(known.filter(({ acquirer }) => acquirer === of.name).map((one) => [one.reference, one]));
  // Refunds may leave by the same way, under references of their own.
  const others = references.filter((reference) => !ours.has(reference));
  const refunds = new Map((await findRailRefunds(deps.db, of.name, others)).map((one) => [one.reference, one]));
  for (const one of listed) {
    const payout = ours.get(one.reference ?? '');
    const refund = refunds.get(one.reference ?? '');
    if (payout) await compareOne(deps, of, payout, one);
    else if (refund) await compareRefund(deps, of, refund, one);
    else await tellUnknown(deps, of, one);
  }
}

async function compareOne(deps: CompareDeps, of: Day, payout: Payout, listed: ListedPayout): Promise<void> {
  const { status } = payout;
  if (listed.amountCents !== payout.amount_cents)
    await tell(deps, { payout, kind: 'AMOUNT_DIFFERS', bankCents: listed.amountCents, at: of.now });
  if (status === 'CANCELLED')
    await tell(deps, { payout, kind: 'PAID_AFTER_ALL', bankCents: listed.amountCents, at: of.now });
  // What is under way here, and what failed, is asked about: the answer takes effect, or contradicts an end.
  if (status === 'SENT' || status === 'FAILED')
    await settlePayout(deps, payout.id, await of.rail.query({ reference: payout.reference }));
}

async function compareRefund(deps: CompareDeps, of: Day, refund: RailRefund, listed: ListedPayout): Promise<void> {
  const found = { payout: { ...refund, id: null }, bankCents: listed.amountCents, at: of.now };
  if (listed.amountCents !== refund.amount_cents) await tell(deps, { ...found, kind: 'AMOUNT_DIFFERS' });
  // Its money was given back to the company, and the payer has it, too.
  if (refund.status === 'REFUSED') await tell(deps, { ...found, kind: 'PAID_AFTER_ALL' });
  if (refund.status === 'PROCESSING') await makeRefundsDue(deps.db, refund.payment_id, of.now);
}

/** Ours of that day, and whether the bank has them; or why that cannot be said. */
async function compareOurs(deps: CompareDeps, of: Day, listed: ReadonlySet<string>): Promise<PayoutFigures | string> {
  const figures = { count: 0, cents: 0 };
  for await (const ours of listOurs(deps, of)) {
    figures.count += 1;
    figures.cents += ours.amount_cents;
    // What left before midnight may have been heard of after it: the list of another day has it.
    const problem = listed.has(ours.reference) ? null : await askForMissing(deps, of, ours);
    if (problem) return problem;
  }
  return figures;
}

/** Payouts, then refunds that have left by the same rail. */
async function* listOurs(deps: CompareDeps, of: Day): AsyncGenerator<Outgoing> {
  const period = { from: startOfSaoPauloDay(of.day), to: endOfSaoPauloDay(of.day), limit: OURS_AT_ONCE };
  for (let afterId = 0, isMore = true; isMore; ) {
    const payouts = await listPaidBetween(deps.db, of.name, { ...period, afterId });
    yield* payouts;
    isMore = payouts.length === OURS_AT_ONCE;
    afterId = payouts.at(-1)?.id ?? 0;
  }
  for (let afterId = 0, isMore = true; isMore; ) {
    const refunds = await listRefundedByRail(deps.db, of.name, { ...period, afterId });
    for (const refund of refunds) yield { ...refund, id: null };
    isMore = refunds.length === OURS_AT_ONCE;
    afterId = refunds.at(-1)?.id ?? 0;
  }
}

async function askForMissing(deps: CompareDeps, of: Day, payout: Outgoing): Promise<string | null> {
  const answer = await of.rail.query({ reference: payout.reference });
  if (answer.outcome === 'unknown') return answer.reason;
  const isThere = answer.outcome === 'found' && answer.payout.status === 'PAID';
  if (!isThere) await tell(deps, { payout, kind: 'MISSING_AT_BANK', bankCents: 0, at: of.now });
  return null;
}

async function tell(deps: CompareDeps, finding: NewFinding): Promise<void> {
  const isNew = await withTransaction(deps.db, (tx) => insertFinding(tx, finding));
  const { payout, kind, bankCents } = finding;
  if (isNew)
    deps.log.error(
      { payoutId: payout.id, reference: payout.reference, kind, ourCents: payout.amount_cents, bankCents },
      'the bank’s list of payouts differs from ours',
    );
}

async function tellUnknown(deps: CompareDeps, of: Day, { reference, endToEndId, amountCents }: ListedPayout) {
  const called = reference || endToEndId;
  if (!called) return;
  const found = { acquirer: of.name, reference: called, bankCents: amountCents, at: of.now };
  if (await insertUnknownAtBank(deps.db, found))
    deps.log.error(
      { acquirer: of.name, reference: called, bankCents: amountCents },
      'the bank sent money that nobody here knows of',
    );
}
