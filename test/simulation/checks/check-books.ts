import { sumBalances } from '../../../src/books/ledger/balances.sql.ts';
import { booksSeenBy, type PostedJournal } from '../database.ts';
import { demand } from '../demand.ts';
import { orderOf } from '../requests.ts';
import type { World } from '../world.ts';
import { expectedOfPayout } from './check-payouts.ts';
import { type ModelEntry, ModelPayment, type Row } from './model.ts';
import { judgeOrder, termsOf } from './model-boleto.ts';
import { judge } from './model-covers.ts';

import { paidFor, type Snapshot, type StoredJournal, type StoredPayment } from './snapshot.ts';

const MODEL = 'I2 the books are the model’s';
const BALANCE = 'I2 balance = sum of entries = the model’s';
const COVERED = 'who is short is covered, to the cent';
const IN_ORDER = 'no debit of a company is dated before its last one';
const ABOVE_ZERO = 'no refund and no payout takes a balance below zero';
const FAR_AWAY_MS = 400 * 86_400_000;

type Sums = Map<string, number>;

/** I1 and I2: every journal against the model, and every balance at several instants. */
export async function checkBooks(world: World, snapshot: Snapshot): Promise<void> {
  /** The journals in the order of their commits. */
  const posted: ModelEntry[][] = [];
  /**
   * How far a company may be below zero without a check: by a fee above its share, or by fees kept when the bank
   * took money back.
   */
  const allowance = new Map<number, number>();
  const lastDebits = new Map<number, Date>();
  const books = new Map(snapshot.payments.map((payment) => [payment.id, openBooks(world, snapshot, payment)]));
  demand(
    MODEL,
    world.db.posted.length === snapshot.journals.length,
    () => `${snapshot.journals.length} journals are stored`,
  );
  for (const place of world.db.posted) {
    const journal = snapshot.journals.find(({ id }) => id === place.id);
    if (journal?.subject_kind === 'payout') {
      const entries = expectedOfPayout(snapshot, journal, posted, place, world.money.payers);
      compare(snapshot, journal, entries);
      if (journal.cause_kind === 'payout') checkInOrder(lastDebits, journal, entries);
      posted.push(entries);
      continue;
    }
    const ofPayment = books.get(journal?.payment_id ?? 0);
    if (!journal || !ofPayment) throw new Error(`journal ${place.id} belongs to no payment`);
    const entries = expectedEntries(world, snapshot, journal, ofPayment, posted, place);
    compare(snapshot, journal, entries);
    if (journal.cause_kind === 'refund' && !isOnArrival(snapshot, journal.payment_id))
      checkInOrder(lastDebits, journal, entries);
    posted.push(entries);
    if (journal.cause_kind !== 'refund' || isUnasked(snapshot, journal)) allowLoss(allowance, entries);
  }
  for (const { id } of world.terms.present) {
    const own = posted.flat().filter((entry) => entry.companyId === id);
    checkAboveZero(id, own, allowance.get(id) ?? 0);
    await checkBalances(world, id, own);
  }
}

/** The shares that were frozen must be the model's, under terms that stood when the order came. */
function openBooks({ requests, terms }: World, snapshot: Snapshot, payment: StoredPayment): ModelPayment {
  const ordered = orderOf(requests, payment.metadata.request);
  const order = { ...ordered, payment: termsOf(ordered, payment) };
  const shown = (rows: readonly Row[], isFeeReturned: boolean) =>
    JSON.stringify([...rows.map((row) => [row.companyId, row.shareCents, row.feeCents, row.isPrimary]), isFeeReturned]);
  const stored = snapshot.shares
    .filter((share) => share.payment_id === payment.id)
    .map(({ company_id: companyId, share_cents: shareCents, fee_cents: feeCents, merchant_type }) => ({
      companyId,
      shareCents,
      feeCents,
      isPrimary: merchant_type === 'PRIMARY',
    }));
  const actual = shown(stored, payment.fee_on_refund === 'returned');
  const divisions = terms.ofPayment(payment.id).map((companies) => judgeOrder(order, companies));
  const told = divisions.map((division) => division.refusal ?? shown(division.rows, division.isFeeReturned));
  demand(
    MODEL,
    told.includes(actual),
    () => `shares of payment ${payment.id}: ${actual}, the model says ${told.join(' or ')}`,
  );
  return new ModelPayment(stored, payment.fee_on_refund === 'returned');
}

function expectedEntries(
  world: World,
  snapshot: Snapshot,
  journal: StoredJournal,
  books: ModelPayment,
  posted: readonly ModelEntry[][],
  place: PostedJournal,
): ModelEntry[] {
  const payment = snapshot.payments.find(({ id }) => id === journal.payment_id) as StoredPayment;
  if (journal.cause_kind === 'refund_refused') return books.giveBack(journal.cause_id);
  if (journal.cause_kind === 'refund_confirmed') return books.confirm(journal.cause_id, journal.posted_at);
  if (journal.cause_kind === 'approval') {
    const facts = {
      paymentType: payment.payment_type,
      paidAt: payment.paid_at ?? journal.posted_at,
      postedAt: journal.posted_at,
      isRefundedAtOnce: isOnArrival(snapshot, payment.id),
      moreCents: paidFor(payment) - payment.amount_cents,
      creditOn: world.acquirer.charges.get(payment.reference)?.received?.creditOn ?? null,
    };
    const possible = world.terms.ofApproval(payment.id).map((companies) => books.approve(facts, companies));
    const isStored = (entries: ModelEntry[]) => isSame(sumsOf(entries), storedSums(snapshot, journal.id));
    // The last call counts: it is the one that fits, or else the one to report.
    const right = world.terms.ofApproval(payment.id)[Math.max(0, possible.findIndex(isStored))] ?? [];
    return books.approve(facts, right);
  }
  const refund = snapshot.refunds.find(({ id }) => id === journal.cause_id);
  const isGoneAlready = isUnasked(snapshot, journal);
  const entries = books.refund(journal.cause_id, refund?.amount_cents ?? 0, journal.posted_at, isGoneAlready);
  // The bank has the money: no balance is checked, and nobody pays for anybody.
  if (isGoneAlready) return entries;
  const covers = expectedCovers(snapshot, journal, entries, { posted, place, ownerId: payment.company_id });
  books.cover(journal.cause_id, covers);
  return [...entries, ...covers];
}

/**
 * The refund saw the books at some moment between two known ones; at one of them the covers must be right and the
 * owner not short.
 */
function expectedCovers(
  snapshot: Snapshot,
  journal: StoredJournal,
  refund: readonly ModelEntry[],
  { posted, place, ownerId }: { posted: readonly ModelEntry[][]; place: PostedJournal; ownerId: number },
): ModelEntry[] {
  const stored = new Map([...storedSums(snapshot, journal.id)].filter(([key]) => key.startsWith(COVER)));
  const judgements = booksSeenBy(posted, place).map((books) =>
    judge(books, refund, { ownerId, now: journal.posted_at.getTime() }),
  );
  const right = judgements.find(({ covers, isOwnerShort }) => !isOwnerShort && isSame(sumsOf(covers), stored));
  const told = () =>
    judgements.map(({ covers, isOwnerShort }) => `${show(sumsOf(covers))}${isOwnerShort ? ' and a refusal' : ''}`);
  demand(
    COVERED,
    right !== undefined,
    () => `refund ${journal.cause_id}: ${show(stored)}, the model says ${told().join(' or ')}`,
  );
  return right?.covers ?? [];
}

/** Refunded before we knew that it was paid, or taken back by the banks. */
function isUnasked(snapshot: Snapshot, { payment_id, cause_kind, cause_id }: StoredJournal): boolean {
  if (cause_kind !== 'refund') return false;
  const isMed = snapshot.refunds.some(({ id, kind }) => id === cause_id && kind === 'med');
  return isMed || isOnArrival(snapshot, payment_id);
}

function isOnArrival({ refunds }: Snapshot, paymentId: number): boolean {
  return refunds.some((refund) => refund.payment_id === paymentId && refund.kind === 'acquirer');
}

/** Allows each company the deepest loss that it has from these entries, at any instant. */
/** Debits of one company wait for each other: the books tell them in the order in which they were judged. */
function checkInOrder(last: Map<number, Date>, { id, posted_at }: StoredJournal, entries: readonly ModelEntry[]): void {
  for (const companyId of new Set(entries.map((entry) => entry.companyId))) {
    const own = entries.filter((entry) => entry.companyId === companyId);
    // Who is covered as a whole has no debit.
    if (companyId === 0 || own.reduce((sum, { amountCents }) => sum + amountCents, 0) >= 0) continue;
    const before = last.get(companyId);
    demand(
      IN_ORDER,
      before === undefined || before <= posted_at,
      () => `journal ${id} of company ${companyId} is dated ${posted_at.toISOString()}, after ${before?.toISOString()}`,
    );
    last.set(companyId, posted_at);
  }
}

function allowLoss(allowance: Map<number, number>, entries: readonly ModelEntry[]): void {
  for (const companyId of new Set(entries.map((entry) => entry.companyId))) {
    const own = entries.filter((entry) => entry.companyId === companyId);
    const sums = own.map(({ at: instant }) =>
      own.filter(({ at }) => at <= instant).reduce((sum, entry) => sum + entry.amountCents, 0),
    );
    allowance.set(companyId, (allowance.get(companyId) ?? 0) - Math.min(0, ...sums));
  }
}

function compare(snapshot: Snapshot, journal: StoredJournal, expected: readonly ModelEntry[]): void {
  const actual = storedSums(snapshot, journal.id);
  const wanted = sumsOf(expected);
  demand(
    MODEL,
    isSame(actual, wanted),
    () =>
      `${journal.cause_kind} journal ${journal.id} of ${journal.subject_kind} ${journal.payment_id}: ` +
      `${show(actual)}, ` +
      `the model says ${show(wanted)}`,
  );
}

const COVER = 'cover';
const show = (sums: Sums) => JSON.stringify([...sums]);

function isSame(one: Sums, other: Sums): boolean {
  return one.size === other.size && [...one].every(([key, cents]) => other.get(key) === cents);
}

function storedSums({ entries }: Snapshot, journalId: number): Sums {
  const own = entries.filter((entry) => entry.journal_id === journalId && entry.account !== 'acquirer_clearing');
  return sumsOf(
    own.map((entry) => ({
      companyId: entry.company_id ?? 0,
      account: entry.account,
      amountCents: entry.amount_cents,
      at: Number(entry.available_at),
      ...(entry.tag === COVER ? { isCover: true } : {}),
    })),
  );
}

function sumsOf(
  entries: readonly { companyId: number; account: string; amountCents: number; at: number; isCover?: true }[],
): Sums {
  const sums: Sums = new Map();
  for (const { companyId, account, amountCents, at, isCover } of entries) {
    const key = `${isCover ? COVER : account} ${companyId} ${new Date(at).toISOString()}`;
    sums.set(key, (sums.get(key) ?? 0) + amountCents);
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0));
}

function checkAboveZero(companyId: number, entries: readonly ModelEntry[], allowance: number): void {
  const instants = [...new Set(entries.map(({ at }) => at))];
  for (const instant of instants) {
    const balance = entries.filter(({ at }) => at <= instant).reduce((sum, entry) => sum + entry.amountCents, 0);
    demand(
      ABOVE_ZERO,
      balance >= -allowance,
      () => `company ${companyId} has ${balance} at ${new Date(instant).toISOString()}`,
    );
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
    const actual = await sumBalances(db.asSimulation, [companyId], new Date(instant));
    const isSame =
      actual.available === expected.available &&
      actual.future === expected.future &&
      actual.retention === expected.retention;
    demand(
      BALANCE,
      isSame,
      () => `company ${companyId}: ${JSON.stringify(actual)}, the model says ${JSON.stringify(expected)}`,
    );
  }
}
