import { floorShare } from '../../ground/money/basis-points.ts';
import { CLEARING, mainOf, PLATFORM_FEE, retainedOf } from './accounts.rules.ts';
import { type Entry, type Journal, journalOf, type Posting, reverseOf } from './journal.rules.ts';
import { type BalanceOutlook, type PaymentInstants, type SettlementTerms, valueDatesOf } from './value-dates.rules.ts';

/**
 * What the figures of a journal follow from, where no other row keeps it, so that they can be recomputed at any time:
 * the terms that an approval froze, by company, and the day of the bank's credit; the balances of the participants
 * that a refund found short.
 */
export type JournalBasis =
  | { readonly terms: Readonly<Record<string, SettlementTerms>>; readonly creditOn?: string | null }
  | { readonly balances: Readonly<Record<string, BalanceOutlook>> };

export interface ShareToPost {
  position: number;
  companyId: number;
  shareCents: number;
  feeCents: number;
  /** The PRIMARY has what is left of the others, and what a payer paid beyond the amount or less than it. */
  merchantType: 'PRIMARY' | 'SECONDARY';
}

/** By how much more or less than its amount a payment was paid; at most one of them. */
export interface PaidBesides {
  lateChargesCents: number;
  discountCents: number;
}

export const PAID_AS_ORDERED: PaidBesides = { lateChargesCents: 0, discountCents: 0 };

export function paidBesides(amountCents: number, paidCents: number | null): PaidBesides {
  const difference = (paidCents ?? amountCents) - amountCents;
  return { lateChargesCents: Math.max(0, difference), discountCents: Math.max(0, -difference) };
}

/**
 * A payment is paid: each share goes from the acquirer to its company, part of it retained, and each fee from its
 * bearer to us. The fee carries the main value date, so a share and its fee become available together. What came
 * beyond the amount, or less than it, is the PRIMARY's.
 */
export function approvalJournal(
  shares: readonly ShareToPost[],
  termsByCompany: ReadonlyMap<number, SettlementTerms>,
  instants: PaymentInstants,
  besides: PaidBesides = PAID_AS_ORDERED,
): Journal {
  return journalOf(
    shares.flatMap((share) =>
      approvalPostings(
        share,
        termsOf(share.companyId, termsByCompany),
        instants,
        share.merchantType === 'PRIMARY' ? besides : PAID_AS_ORDERED,
      ),
    ),
  );
}

/** Late charges retain what the floor over the whole net adds to the floor without them. */
function approvalPostings(
  { position, companyId, shareCents, feeCents }: ShareToPost,
  terms: SettlementTerms,
  at: PaymentInstants,
  { lateChargesCents, discountCents }: PaidBesides,
): Posting[] {
  const { mainAvailableAt, retainedAvailableAt } = valueDatesOf(terms, at);
  const retainedOfNet = (net: number) => floorShare(Math.max(0, net), terms.retentionBasisPoints);
  const netCents = shareCents - feeCents - discountCents;
  const retainedCents = retainedOfNet(netCents);
  const retainedLateCents = retainedOfNet(netCents + lateChargesCents) - retainedCents;
  const main = mainOf(companyId);
  const late = { from: CLEARING, tag: 'late_charges' as const, position };
  const toMain = { from: CLEARING, to: main, amountCents: shareCents - retainedCents };
  const toRetained = { from: CLEARING, to: retainedOf(companyId), amountCents: retainedCents };
  return [
    { ...toMain, availableAt: mainAvailableAt, tag: 'share', position },
    { ...toRetained, availableAt: retainedAvailableAt, tag: 'retention', position },
    { from: main, to: PLATFORM_FEE, amountCents: feeCents, availableAt: mainAvailableAt, tag: 'fee', position },
    { from: main, to: CLEARING, amountCents: discountCents, availableAt: mainAvailableAt, tag: 'discount', position },
    { ...late, to: main, amountCents: lateChargesCents - retainedLateCents, availableAt: mainAvailableAt },
    { ...late, to: retainedOf(companyId), amountCents: retainedLateCents, availableAt: retainedAvailableAt },
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
 * The standing of each row, from all entries of one payment: its approval, its refunds and what was given back of
 * refused ones. The books are the only record of it, so no table of legs can ever disagree with them; a refused refund
 * cancels out by itself. A discount was never received and is not given back; late charges are, and stay.
 */
export function standingsOf(entriesOfPayment: readonly Entry[]): ShareStanding[] {
  const standings = new Map<number, ShareStanding>();
  for (const entry of entriesOfPayment) {
    if (entry.position === null || entry.companyId === null || entry.tag === 'late_charges') continue;
    const standing = standings.get(entry.position) ?? newStanding(entry.position, entry.companyId, entry.availableAt);
    standings.set(entry.position, standing);
    if (standing.companyId !== entry.companyId)
      throw new RangeError(`position ${entry.position} belongs to two companies`);
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
  return {
    position,
    companyId,
    mainCents: 0,
    retainedCents: 0,
    feeCents: 0,
    mainAvailableAt: at,
    retainedAvailableAt: at,
  };
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
  /** True where the acquirer has made the refund already. */
  isConfirmed?: boolean;
}

/**
 * The value date of money that waits for the acquirer's answer: nobody knows the day yet, so it lies
 * beyond every calendar.
 */
export const UNTIL_CONFIRMED = new Date('9999-12-31T00:00:00.000Z');

/**
 * A refund: each leg goes back to the acquirer, at the value date of its credit while that is still to come, otherwise
 * now. The fee that comes back pays for its company's own legs at once; what it brings beyond them waits for the
 * acquirer's yes, because a no takes it back, and by then it could have been spent. Whoever pays a refund therefore
 * only ever gains by its refusal. A cover goes from the owner to the participant, apart from the leg: the share counts
 * as returned in full.
 */
export function refundJournal({ legs, covers, ownerCompanyId, now, isConfirmed = false }: RefundToPost): Journal {
  const feesAtOnce = isConfirmed ? legs.map((leg) => leg.feeReturnedCents) : feesThatPayTheirLegs(legs);
  const ofLegs = legs.flatMap((leg, index): Posting[] => {
    const main = mainOf(leg.companyId);
    const { position, mainCents, retainedCents, feeReturnedCents } = leg;
    const mainAt = later(leg.mainAvailableAt, now);
    const retainedAt = later(leg.retainedAvailableAt, now);
    const feeAtOnce = feesAtOnce[index] ?? 0;
    const toMain = { from: PLATFORM_FEE, to: main, tag: 'fee_returned' as const, position };
    return [
      { from: main, to: CLEARING, amountCents: mainCents, availableAt: mainAt, tag: 'refund', position },
      {
        from: retainedOf(leg.companyId),
        to: CLEARING,
        amountCents: retainedCents,
        availableAt: retainedAt,
        tag: 'refund',
        position,
      },
      { ...toMain, amountCents: feeAtOnce, availableAt: mainAt },
      { ...toMain, amountCents: feeReturnedCents - feeAtOnce, availableAt: UNTIL_CONFIRMED },
    ];
  });
  const ofCovers = covers.map(({ companyId, amountCents, availableAt }): Posting => {
    return {
      from: mainOf(ownerCompanyId),
      to: mainOf(companyId),
      amountCents,
      availableAt,
      tag: 'cover',
      position: null,
    };
  });
  return journalOf([...ofLegs, ...ofCovers]);
}

/** By leg. A company in several rows of the split pays them from one balance, and its rows have one value date. */
function feesThatPayTheirLegs(legs: readonly RefundLeg[]): number[] {
  const unpaid = new Map<number, number>();
  for (const { companyId, mainCents } of legs) unpaid.set(companyId, (unpaid.get(companyId) ?? 0) + mainCents);
  return legs.map(({ companyId, feeReturnedCents }) => {
    const atOnce = Math.min(feeReturnedCents, unpaid.get(companyId) ?? 0);
    unpaid.set(companyId, (unpaid.get(companyId) ?? 0) - atOnce);
    return atOnce;
  });
}

/**
 * The acquirer confirmed a refund: fees that waited for it become available, at the value date of the credit they were
 * taken from while that is still to come, otherwise now.
 */
export function refundConfirmationJournal(
  entriesOfRefund: readonly Entry[],
  standings: readonly ShareStanding[],
  now: Date,
): Journal {
  const postings = entriesOfRefund
    .filter(isUntilConfirmed)
    .flatMap(({ companyId, position, amountCents }): Posting[] => {
      if (companyId === null) return [];
      const credit = standings.find((standing) => standing.position === position);
      const main = mainOf(companyId);
      const fee = { amountCents, tag: 'fee_returned' as const, position };
      return [
        { ...fee, from: main, to: PLATFORM_FEE, availableAt: UNTIL_CONFIRMED },
        { ...fee, from: PLATFORM_FEE, to: main, availableAt: later(credit?.mainAvailableAt ?? now, now) },
      ];
    });
  return journalOf(postings);
}

export function isUntilConfirmed({ availableAt }: Pick<Entry, 'availableAt'>): boolean {
  return availableAt.getTime() === UNTIL_CONFIRMED.getTime();
}

/**
 * The acquirer refused a refund: its stored entries undone one by one, so everyone has back what they
 * paid, covers included.
 */
export function refundReversalJournal(entriesOfRefund: readonly Entry[]): Journal {
  return reverseOf(entriesOfRefund);
}

function later(one: Date, other: Date): Date {
  return one.getTime() > other.getTime() ? one : other;
}
