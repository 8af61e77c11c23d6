import { leftOf, type SimPayout } from '../bank/payout-bank.ts';
import { dayOf } from '../calendar.ts';
import { booksSeenBy, type PostedJournal } from '../database.ts';
import { demand } from '../demand.ts';
import type { SimPayer } from '../payouts/payout-fixtures.ts';
import { isSuccess, type SentRequest } from '../requests.ts';
import type { World } from '../world.ts';
import type { ModelEntry } from './model.ts';
import { canPay, type PayoutFacts, returnedOf, takenBy, undoneOf } from './model-payout.ts';
import type { Snapshot, StoredJournal, StoredPayout } from './snapshot.ts';

const ONCE = 'a payout is sent once at most';
const STILL = 'after a restore no payout is sent before the operator has compared';
const AGREES = 'what left at the bank is what the books say';
const AFFORDABLE = 'no payout takes a balance below zero';
const MOVES = 'payouts moved only legally';
const EVENTS = 'each change of a payout has exactly one event, in order';
const ANSWERED = 'one request has one payout, and its answer is found again';
const TERMS = 'limits and approvals of payouts are kept';
const LEGAL = new Set([
  'null>AWAITING_APPROVAL',
  'null>REQUESTED',
  'AWAITING_APPROVAL>REQUESTED',
  'AWAITING_APPROVAL>CANCELLED',
  'REQUESTED>SENT',
  'REQUESTED>FAILED',
  'REQUESTED>CANCELLED',
  'SENT>PAID',
  'SENT>FAILED',
  'PAID>RETURNED',
]);
const EVENT_OF_MOVE: Record<string, string> = {
  'null>AWAITING_APPROVAL': 'payout.requested',
  'null>REQUESTED': 'payout.requested',
  'AWAITING_APPROVAL>REQUESTED': 'payout.approved',
};
const EVENT_OF_STATUS: Record<string, string> = {
  SENT: 'payout.sent',
  PAID: 'payout.paid',
  FAILED: 'payout.failed',
  CANCELLED: 'payout.cancelled',
};

/** At any moment: however it ends, no reference was executed twice, and nothing left that was given back. */
export function checkSentOnce({ acquirer, money: { stillAt } }: World): void {
  const told = acquirer.payoutBank.payouts.length;
  demand(STILL, stillAt === null || told === stillAt, () => `the bank was told ${told} payouts, ${stillAt} before`);
  const seen = new Map<string, SimPayout>();
  for (const payout of acquirer.payoutBank.payouts) {
    const before = seen.get(payout.reference);
    demand(ONCE, !before, () => `${payout.reference}: ${before?.amountCents} and again ${payout.amountCents}`);
    seen.set(payout.reference, payout);
  }
}

/** When the world has come to rest. */
export function checkPayouts(world: World, snapshot: Snapshot): void {
  checkSentOnce(world);
  checkBank(world, snapshot);
  for (const payout of snapshot.payouts) {
    checkLife(snapshot, payout);
    const payer = world.money.payers.find(({ companyId }) => companyId === payout.company_id);
    const isApproved = payout.sent_at === null || !payer?.needsApproval || payout.approved_at !== null;
    demand(TERMS, isApproved, () => `payout ${payout.id} was sent and nobody approved it`);
    const isWithin = !payer?.mostCents || payout.amount_cents <= payer.mostCents;
    demand(TERMS, isWithin, () => `payout ${payout.id} is of ${payout.amount_cents}, at most ${payer?.mostCents}`);
  }
  for (const payer of world.money.payers) checkDays(snapshot, payer);
  for (const request of world.requests) checkAnswered(request, snapshot);
  for (const id of world.money.cancelled) {
    const status = snapshot.payouts.find((payout) => payout.id === id)?.status;
    demand(ANSWERED, status === 'CANCELLED', () => `payout ${id} was answered as cancelled and is ${status}`);
  }
}

function checkBank({ acquirer, lost }: World, { payouts, payoutReturns }: Snapshot): void {
  const atBank = new Map(acquirer.payoutBank.payouts.map((payout) => [payout.reference, payout]));
  const ours = new Map(payouts.map((payout) => [payout.reference, payout]));
  for (const { reference, amountCents } of atBank.values()) {
    if (lost?.references.has(reference)) continue;
    const payout = ours.get(reference);
    demand(AGREES, payout?.amount_cents === amountCents, () => `the bank has ${reference} of ${amountCents}`);
  }
  for (const payout of payouts) {
    const there = atBank.get(payout.reference);
    const story = () => `payout ${payout.id} is ${payout.status} here and ${there?.status ?? 'unknown'} there`;
    const hasLeft = payout.status === 'PAID' || payout.status === 'RETURNED';
    demand(AGREES, hasLeft === (there?.status === 'PAID'), story);
    const returns = payoutReturns.filter(({ payout_id }) => payout_id === payout.id);
    const sum = returns.reduce((total, { amount_cents }) => total + amount_cents, 0);
    const back = there ? there.amountCents - leftOf(there) : 0;
    demand(
      AGREES,
      sum === back && payout.returned_cents === back,
      () =>
        `${story()}: ${back} came back, ${sum} in ${returns.length} returns are booked, ${payout.returned_cents} told`,
    );
    demand(AGREES, (payout.status === 'RETURNED') === (back === payout.amount_cents), story);
  }
}

/** From the moves themselves: each has its event; a return that leaves something is none, and is told as well. */
function checkLife({ payoutMoves, payoutEvents, payoutReturns }: Snapshot, { id, status }: StoredPayout): void {
  const moves = payoutMoves.filter(({ payout_id }) => payout_id === id);
  const named = moves.map(({ old_status, new_status }) => `${old_status}>${new_status}`);
  demand(MOVES, named.every((move) => LEGAL.has(move)) && moves.at(-1)?.new_status === status, () => named.join());
  const told = moves.flatMap(({ new_status }, index) => {
    const kind = EVENT_OF_MOVE[named[index] ?? ''] ?? EVENT_OF_STATUS[new_status];
    return kind ? [kind] : [];
  });
  const returns = payoutReturns.filter(({ payout_id }) => payout_id === id).map(() => 'payout.returned');
  const events = payoutEvents.filter(({ payout_id }) => payout_id === id);
  const expected = [...told, ...returns].join();
  const actual = events.map(({ kind }) => kind).join();
  demand(EVENTS, actual === expected, () => `payout ${id}: ${actual}, expected ${expected}`);
  const isGapless = events.every(({ sequence }, index) => sequence === index + 1);
  demand(EVENTS, isGapless, () => `payout ${id} has events ${events.map(({ sequence }) => sequence).join()}`);
}

/** What neither failed nor was cancelled counted for all that came after it. */
function checkDays({ payouts }: Snapshot, { companyId, dayCents }: SimPayer): void {
  if (dayCents === null) return;
  const byDay = new Map<string, number>();
  for (const { company_id, status, amount_cents, requested_at } of payouts) {
    if (company_id !== companyId || status === 'FAILED' || status === 'CANCELLED') continue;
    const day = dayOf(requested_at);
    byDay.set(day, (byDay.get(day) ?? 0) + amount_cents);
  }
  for (const [day, cents] of byDay)
    demand(TERMS, cents <= dayCents, () => `company ${companyId} paid out ${cents} on ${day}, at most ${dayCents}`);
}

function checkAnswered({ name, wish, answers }: SentRequest, { payouts }: Snapshot): void {
  if (wish.kind !== 'payout') return;
  const made = payouts.filter(({ description }) => description === name);
  demand(ANSWERED, made.length <= 1, () => `${name} made ${made.map(({ id }) => id).join(' and ')}`);
  for (const answer of answers.filter(isSuccess)) {
    const { id } = answer.body as { id: number };
    const payout = made.find((one) => one.id === id);
    const isThere = payout?.amount_cents === wish.amountCents && payout.company_id === wish.companyId;
    demand(ANSWERED, isThere, () => `${name} was answered ${JSON.stringify(answer.body)}`);
  }
}

const factsOf = ({ company_id, amount_cents, fee_cents }: StoredPayout): PayoutFacts => ({
  companyId: company_id,
  amountCents: amount_cents,
  feeCents: fee_cents,
});

/** The entries of a journal of a payout, by the model; and that the company could pay for it when it was taken. */
export function expectedOfPayout(
  snapshot: Snapshot,
  journal: StoredJournal,
  posted: readonly ModelEntry[][],
  place: PostedJournal,
  payers: readonly SimPayer[],
): ModelEntry[] {
  const payout = snapshot.payouts.find(({ id }) => id === journal.payment_id);
  if (!payout) throw new Error(`journal ${journal.id} belongs to no payout`);
  const facts = factsOf(payout);
  const at = journal.posted_at.getTime();
  if (journal.cause_kind === 'payout_undone') return undoneOf(facts, at);
  if (journal.cause_kind === 'payout_return') {
    const came = snapshot.payoutReturns.find(({ id }) => id === journal.cause_id);
    return returnedOf(facts, came?.amount_cents ?? 0, at);
  }
  const agreed = payers.find(({ companyId }) => companyId === facts.companyId)?.feeCents;
  demand(AGREES, agreed === facts.feeCents, () => `payout ${payout.id} costs ${facts.feeCents}, agreed is ${agreed}`);
  const isAffordable = booksSeenBy(posted, place).some((books) => canPay(books, facts, at));
  demand(AFFORDABLE, isAffordable, () => `payout ${payout.id} of ${facts.amountCents} and ${facts.feeCents}`);
  return takenBy(facts, at);
}
