import type { Entry } from '../../books/ledger/journal.rules.ts';
import {
  approvalJournal,
  type Cover,
  isUntilConfirmed,
  type JournalBasis,
  paidBesides,
  type RefundLeg,
  refundConfirmationJournal,
  refundJournal,
  refundReversalJournal,
  type ShareToPost,
  standingsOf,
} from '../../books/ledger/postings.rules.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import { isAmountDue } from '../../gateway/payments/amount-due.rules.ts';
import type { FeeOnRefund } from '../../gateway/payments/payment.ts';
import { coversOf } from '../../gateway/refunds/cover.rules.ts';
import { allocateRefund } from '../../gateway/refunds/refund.rules.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';

export interface BookedJournal {
  id: number;
  causeKind: string;
  causeId: number;
  postedAt: Date;
  /** Null in journals from before it was kept. */
  basis: JournalBasis | null;
  entries: readonly Entry[];
}

export interface BookedRefund {
  id: number;
  kind: string;
  status: string;
  amountCents: number;
}

/** A paid payment and everything in the books about it, as it is stored. */
export interface BookedPayment {
  id: number;
  companyId: number;
  feeOnRefund: FeeOnRefund;
  paidAt: Date | null;
  amountCents: number;
  paidCents: number | null;
  dueDate: string | null;
  boletoTerms: BoletoTerms | null;
  shares: readonly ShareToPost[];
  refunds: readonly BookedRefund[];
  /** In the order in which they were written: all of them under the lock of the payment's row. */
  journals: readonly BookedJournal[];
}

/** A type and not an interface, so that it can be printed like the rows of every other check. */
export type Miscalculation = {
  payment_id: number;
  journal_id: number | null;
  cause: string;
  /** What the rules say and the books do not have. */
  missing: readonly Entry[];
  /** What the books have and the rules do not say. */
  unexpected: readonly Entry[];
  problem?: string;
};

/**
 * Every journal of a payment once more, by the rules, from the frozen shares, the kept terms and balances, and the
 * journals before it. Each is held against the stored ones before it, so that one fault is told once.
 */
export function recomputePayment(payment: BookedPayment): Miscalculation[] {
  const found: Miscalculation[] = [];
  const before: Entry[] = [];
  for (const journal of payment.journals) {
    found.push(...compare(payment, journal, before));
    before.push(...journal.entries);
  }
  return [...found, ...unconfirmedFees(payment)];
}

function compare(payment: BookedPayment, journal: BookedJournal, before: readonly Entry[]): Miscalculation[] {
  const told = { payment_id: payment.id, journal_id: journal.id, cause: journal.causeKind };
  try {
    const expected = expectedEntries(payment, journal, before);
    if (expected === null) return [];
    const missing = without(expected, journal.entries);
    const unexpected = without(journal.entries, expected);
    return missing.length + unexpected.length === 0 ? [] : [{ ...told, missing, unexpected }];
  } catch (error) {
    // The rules refuse figures that cannot be: that, too, is a finding.
    if (!(error instanceof Error)) throw error;
    return [{ ...told, missing: [], unexpected: journal.entries, problem: error.message }];
  }
}

/**
 * Null where the books do not keep what the figures followed from: approvals from before the terms were
 * kept, and adjustments.
 */
function expectedEntries(
  payment: BookedPayment,
  journal: BookedJournal,
  before: readonly Entry[],
): readonly Entry[] | null {
  const { causeKind, postedAt, basis } = journal;
  switch (causeKind) {
    case 'approval': {
      if (!basis || !('terms' in basis)) return null;
      const terms = new Map(Object.entries(basis.terms).map(([companyId, one]) => [Number(companyId), one]));
      const paidAt = payment.paidAt ?? postedAt;
      checkPaidSum(payment, paidAt);
      const instants = { paidAt, postedAt, creditOn: basis.creditOn ?? null };
      return approvalJournal(payment.shares, terms, instants, paidBesides(payment.amountCents, payment.paidCents))
        .entries;
    }
    case 'refund':
      return expectedRefund(payment, journal, before);
    case 'refund_refused':
      return refundReversalJournal(entriesOfRefund(payment, journal.causeId)).entries;
    case 'refund_confirmed':
      return refundConfirmationJournal(entriesOfRefund(payment, journal.causeId), standingsOf(before), postedAt)
        .entries;
    default:
      return null;
  }
}

/** Another sum than the amount was booked only where the terms explained it. */
function checkPaidSum({ amountCents, paidCents, dueDate, boletoTerms }: BookedPayment, paidAt: Date): void {
  const owed = { amount_cents: amountCents, due_date: dueDate, boleto_terms: boletoTerms };
  if (paidCents !== null && !isAmountDue(owed, paidCents, paidAt))
    throw new RangeError(`its terms do not explain that ${paidCents} cents were paid`);
}

function expectedRefund(payment: BookedPayment, journal: BookedJournal, before: readonly Entry[]): readonly Entry[] {
  const { postedAt: now, basis } = journal;
  const refund = payment.refunds.find(({ id }) => id === journal.causeId);
  if (!refund) throw new RangeError(`there is no refund ${journal.causeId}`);
  const standings = standingsOf(before);
  const legs = allocateRefund({ amountCents: refund.amountCents, standings, feeOnRefund: payment.feeOnRefund });
  const ownerCompanyId = payment.companyId;
  const covers =
    basis && 'balances' in basis
      ? coversOf({ legs, ownerCompanyId, outlooks: outlooksOf(basis.balances), now })
      : plausibleCovers(legs, journal.entries);
  // Without a basis it was made by the acquirer, or before fees waited for a confirmation.
  return refundJournal({ legs, covers, ownerCompanyId, now, isConfirmed: basis === null }).entries;
}

/** Read from JSON, where a date is a text. */
function outlooksOf(balances: Readonly<Record<string, BalanceOutlook>>): Map<number, BalanceOutlook> {
  return new Map(
    Object.entries(balances).map(([companyId, { availableCents, later }]) => [
      Number(companyId),
      {
        availableCents,
        later: later.map(({ availableAt, amountCents }) => ({ availableAt: new Date(availableAt), amountCents })),
      },
    ]),
  );
}

/** Where no balance was kept, covers are taken as they stand, up to what the refund takes from whoever was covered. */
function plausibleCovers(legs: readonly RefundLeg[], entries: readonly Entry[]): Cover[] {
  const covers = entries.flatMap(({ tag, companyId, amountCents, availableAt }) =>
    tag === 'cover' && companyId !== null && amountCents > 0 ? [{ companyId, amountCents, availableAt }] : [],
  );
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  return covers.filter(({ companyId }) => {
    const covered = sumOf(covers.filter((cover) => cover.companyId === companyId).map((cover) => cover.amountCents));
    const own = legs.filter((leg) => leg.companyId === companyId);
    return covered <= sumOf(own.map((leg) => leg.mainCents + leg.retainedCents - leg.feeReturnedCents));
  });
}

function entriesOfRefund(payment: BookedPayment, refundId: number): readonly Entry[] {
  return (
    payment.journals.find((journal) => journal.causeKind === 'refund' && journal.causeId === refundId)?.entries ?? []
  );
}

/** A confirmed refund has given its fees, and only a confirmed one. */
function unconfirmedFees(payment: BookedPayment): Miscalculation[] {
  return payment.refunds.flatMap(({ id, status }): Miscalculation[] => {
    const waiting = entriesOfRefund(payment, id).filter(isUntilConfirmed);
    const confirmation = payment.journals.find(
      (journal) => journal.causeKind === 'refund_confirmed' && journal.causeId === id,
    );
    const isDue = status === 'REFUNDED' && waiting.length > 0;
    if (isDue === (confirmation !== undefined)) return [];
    const problem = isDue ? `the fees of refund ${id} were never given` : `refund ${id} is ${status} and gave its fees`;
    const unexpected = confirmation?.entries ?? [];
    return [
      {
        payment_id: payment.id,
        journal_id: confirmation?.id ?? null,
        cause: 'refund_confirmed',
        missing: [],
        unexpected,
        problem,
      },
    ];
  });
}

function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return entries.filter((entry) => {
    const number = left.get(keyOf(entry)) ?? 0;
    left.set(keyOf(entry), number - 1);
    return number <= 0;
  });
}

function keyOf({ account, companyId, amountCents, availableAt, tag, position }: Entry): string {
  return JSON.stringify([account, companyId, amountCents, availableAt.getTime(), tag, position]);
}
