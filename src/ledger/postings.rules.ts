import { floorShare } from '../money/basis-points.ts';
import { CLEARING, mainOf, PLATFORM_FEE, retainedOf } from './accounts.rules.ts';
import { type Entry, type Journal, journalOf, type Posting, reverseOf } from './journal.rules.ts';
import { type PaymentInstants, type SettlementTerms, valueDatesOf } from './value-dates.rules.ts';

export interface ShareToPost {
  position: number;
  companyId: number;
  shareCents: number;
  feeCents: number;
}

/**
 * A payment is paid: each share goes from the acquirer to its company, part of it retained, and each fee from its bearer to us.
 * The fee carries the main value date, so a share and its fee become available together.
 */
export function approvalJournal(
  shares: readonly ShareToPost[],
  termsByCompany: ReadonlyMap<number, SettlementTerms>,
  instants: PaymentInstants,
): Journal {
  return journalOf(shares.flatMap((share) => approvalPostings(share, termsOf(share.companyId, termsByCompany), instants)));
}

function approvalPostings(
  { position, companyId, shareCents, feeCents }: ShareToPost,
  terms: SettlementTerms,
  at: PaymentInstants,
): Posting[] {
  const { mainAvailableAt, retainedAvailableAt } = valueDatesOf(terms, at);
  const retainedCents = floorShare(Math.max(0, shareCents - feeCents), terms.retentionBasisPoints);
  const main = mainOf(companyId);
  const toMain = { from: CLEARING, to: main, amountCents: shareCents - retainedCents };
  const toRetained = { from: CLEARING, to: retainedOf(companyId), amountCents: retainedCents };
  return [
    { ...toMain, availableAt: mainAvailableAt, tag: 'share', position },
    { ...toRetained, availableAt: retainedAvailableAt, tag: 'retention', position },
    { from: main, to: PLATFORM_FEE, amountCents: feeCents, availableAt: mainAvailableAt, tag: 'fee', position },
  ];
}

function termsOf(companyId: number, termsByCompany: ReadonlyMap<number, SettlementTerms>): SettlementTerms {
  const terms = termsByCompany.get(companyId);
  if (!terms) throw new RangeError(`no settlement terms for company ${companyId}`);
  return terms;
}

/** What is still un-refunded of one row of the split, and when it became or becomes available. */
export interface ShareStanding {
  position: number;
  companyId: number;
  mainCents: number;
  retainedCents: number;
  /** Fee borne by this row and not returned. */
  feeCents: number;
  mainAvailableAt: Date;
  retainedAvailableAt: Date;
}

/**
 * The standing of each row, from all entries of one payment: its approval, its refunds and what was given back of refused ones.
 * The books are the only record of it, so no table of legs can ever disagree with them; a refused refund cancels out by itself.
 */
export function standingsOf(entriesOfPayment: readonly Entry[]): ShareStanding[] {
  const standings = new Map<number, ShareStanding>();
  for (const entry of entriesOfPayment) {
    if (entry.position === null || entry.companyId === null) continue;
    const standing = standings.get(entry.position) ?? newStanding(entry.position, entry.companyId, entry.availableAt);
    standings.set(entry.position, standing);
    if (standing.companyId !== entry.companyId) throw new RangeError(`position ${entry.position} belongs to two companies`);
    if (entry.tag === 'fee' || entry.tag === 'fee_returned') standing.feeCents -= entry.amountCents;
    else if (entry.account === 'company_retained') standing.retainedCents += entry.amountCents;
    else standing.mainCents += entry.amountCents;
    // Only the approval says when the money comes; a refund has dates of its own.
    if (entry.tag === 'share' || entry.tag === 'fee') standing.mainAvailableAt = entry.availableAt;
    if (entry.tag === 'retention') standing.retainedAvailableAt = entry.availableAt;
  }
  return [...standings.values()].sort((one, other) => one.position - other.position);
}

function newStanding(position: number, companyId: number, at: Date): ShareStanding {
  return { position, companyId, mainCents: 0, retainedCents: 0, feeCents: 0, mainAvailableAt: at, retainedAvailableAt: at };
}

/** What a refund takes from one row of the split and returns to it, with the value dates of the credits it undoes. */
export interface RefundLeg {
  position: number;
  companyId: number;
  mainCents: number;
  retainedCents: number;
  feeReturnedCents: number;
  mainAvailableAt: Date;
  retainedAvailableAt: Date;
}

/** What the owner pays for a participant that is short, at the instant from which it would be short. */
export interface Cover {
  companyId: number;
  amountCents: number;
  availableAt: Date;
}

export interface RefundToPost {
  legs: readonly RefundLeg[];
  covers: readonly Cover[];
  ownerCompanyId: number;
  now: Date;
}

/**
 * A refund: each leg goes back to the acquirer, at the value date of its credit while that is still to come, otherwise now.
 * A cover goes from the owner to the participant, apart from the leg: the share counts as returned in full.
 */
export function refundJournal({ legs, covers, ownerCompanyId, now }: RefundToPost): Journal {
  const ofLegs = legs.flatMap((leg): Posting[] => {
    const main = mainOf(leg.companyId);
    const { position, mainCents, retainedCents, feeReturnedCents } = leg;
    const mainAt = later(leg.mainAvailableAt, now);
    const retainedAt = later(leg.retainedAvailableAt, now);
    return [
      { from: main, to: CLEARING, amountCents: mainCents, availableAt: mainAt, tag: 'refund', position },
      { from: retainedOf(leg.companyId), to: CLEARING, amountCents: retainedCents, availableAt: retainedAt, tag: 'refund', position },
      { from: PLATFORM_FEE, to: main, amountCents: feeReturnedCents, availableAt: mainAt, tag: 'fee_returned', position },
    ];
  });
  const ofCovers = covers.map(({ companyId, amountCents, availableAt }): Posting => {
    return { from: mainOf(ownerCompanyId), to: mainOf(companyId), amountCents, availableAt, tag: 'cover', position: null };
  });
  return journalOf([...ofLegs, ...ofCovers]);
}

/** The acquirer refused a refund: its stored entries undone one by one, so everyone has back what they paid, covers included. */
export function refundReversalJournal(entriesOfRefund: readonly Entry[]): Journal {
  return reverseOf(entriesOfRefund);
}

function later(one: Date, other: Date): Date {
  return one.getTime() > other.getTime() ? one : other;
}
