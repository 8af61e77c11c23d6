import { dayOf, midnightOf, plusBankDays, plusDays } from '../calendar.ts';
import type { SimCompany } from '../fixtures.ts';

/** REFERENCE MODEL of the money: the rules again, as plainly as possible, in a few lines of their own. */

export interface ModelEntry {
  /** 0 means the platform. */
  companyId: number;
  account: 'company_main' | 'company_retained' | 'platform_fee';
  amountCents: number;
  at: number;
  /** What the owner of a payment pays for somebody who cannot. */
  isCover?: true;
}

/** One row of the division of a payment. */
export interface Row {
  companyId: number;
  shareCents: number;
  feeCents: number;
  /** It has what is left of the others, and what is paid beyond the amount or less than it. */
  isPrimary: boolean;
}

interface Standing extends Row {
  mainCents: number;
  retainedCents: number;
  mainAt: number;
  retainedAt: number;
  /** What a payer owed for being late: it is nobody's to give back. */
  lateMainCents: number;
  lateRetainedCents: number;
}

/** Stands for a date that is not known yet: it is after every other date. */
const NO_DAY_YET = Date.UTC(9999, 11, 31);
const WHOLE = 10_000;
const PLATFORM = 0;
export const halfUp = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** Cents that do not divide go to the largest remainders, the first of equals. */
export function byLargestRemainder(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / total));
  const order = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of order) {
    if (left-- <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}

export interface ApprovalFacts {
  paymentType: 'pix' | 'invoice';
  paidAt: Date;
  postedAt: Date;
  isRefundedAtOnce: boolean;
  /** How much more than its amount counts as paid; negative: less. */
  moreCents: number;
  /** The day on which the bank credits it, where it says so. */
  creditOn: string | null;
}

/** The books of one payment. Each call returns the entries that it expects. */
export class ModelPayment {
  readonly #rows: Row[];
  readonly #isFeeReturned: boolean;
  #standings: Standing[] = [];
  readonly #refunds = new Map<
    number,
    { entries: ModelEntry[]; taken: { main: number; retained: number; fee: number }[] }
  >();

  constructor(rows: Row[], isFeeReturned: boolean) {
    this.#rows = rows;
    this.#isFeeReturned = isFeeReturned;
  }

  approve(facts: ApprovalFacts, companies: readonly SimCompany[]): ModelEntry[] {
    this.#standings = this.#rows.map((row) =>
      standingOf(row, facts, companies.find(({ id }) => id === row.companyId) as SimCompany),
    );
    return this.#standings.flatMap((standing) => [
      ...moved(standing.companyId, 'company_main', standing.mainCents + standing.lateMainCents, standing.mainAt),
      ...moved(
        standing.companyId,
        'company_retained',
        standing.retainedCents + standing.lateRetainedCents,
        standing.retainedAt,
      ),
      ...fee(standing.companyId, -standing.feeCents, standing.mainAt),
    ]);
  }

  refund(refundId: number, amountCents: number, now: Date, isConfirmed: boolean): ModelEntry[] {
    const weights = this.#standings.map(({ mainCents, retainedCents }) => mainCents + retainedCents);
    const remaining = weights.reduce((sum, weight) => sum + weight, 0);
    const borne = this.#standings.map(({ feeCents }) => feeCents);
    const feeLeft = borne.reduce((sum, cents) => sum + cents, 0);
    const fees = byLargestRemainder(this.#isFeeReturned ? halfUp(amountCents * feeLeft, remaining) : 0, borne);
    const parts = byLargestRemainder(amountCents, weights);
    const taken = this.#standings.map((standing, index) => {
      const [main = 0, retained = 0] = byLargestRemainder(parts[index] ?? 0, [
        standing.mainCents,
        standing.retainedCents,
      ]);
      return { main, retained, fee: fees[index] ?? 0 };
    });
    const unpaidBy = new Map<number, number>();
    for (const [index, { companyId }] of this.#standings.entries()) {
      unpaidBy.set(companyId, (unpaidBy.get(companyId) ?? 0) + (taken[index]?.main ?? 0));
    }
    const entries = this.#standings.flatMap((standing, index) => {
      const { main = 0, retained = 0, fee: returned = 0 } = taken[index] ?? {};
      const mainAt = Math.max(standing.mainAt, now.getTime());
      // The returned fee first pays for what its company gives back. The rest waits until the refund is confirmed.
      const unpaid = unpaidBy.get(standing.companyId) ?? 0;
      const atOnce = isConfirmed ? returned : Math.min(returned, unpaid);
      unpaidBy.set(standing.companyId, unpaid - atOnce);
      return [
        ...moved(standing.companyId, 'company_main', -main, mainAt),
        ...moved(standing.companyId, 'company_retained', -retained, Math.max(standing.retainedAt, now.getTime())),
        ...fee(standing.companyId, atOnce, mainAt),
        ...fee(standing.companyId, returned - atOnce, NO_DAY_YET),
      ];
    });
    this.#change(taken, -1);
    this.#refunds.set(refundId, { entries, taken });
    return entries;
  }

  /** Covers depend on everybody's balance, so that the caller, who knows the balances, adds them. */
  cover(refundId: number, covers: readonly ModelEntry[]): void {
    const refund = this.#refunds.get(refundId);
    if (refund) this.#refunds.set(refundId, { ...refund, entries: [...refund.entries, ...covers] });
  }

  /** Fees that waited come on the day of the confirmation, or with the money they were taken from. */
  confirm(refundId: number, now: Date): ModelEntry[] {
    const waiting = (this.#refunds.get(refundId)?.entries ?? []).filter(({ at }) => at === NO_DAY_YET);
    const mainAt = (companyId: number) =>
      this.#standings.find((standing) => standing.companyId === companyId)?.mainAt ?? 0;
    return waiting.flatMap(({ companyId, amountCents }) =>
      companyId === PLATFORM
        ? []
        : [
            ...fee(companyId, -amountCents, NO_DAY_YET),
            ...fee(companyId, amountCents, Math.max(mainAt(companyId), now.getTime())),
          ],
    );
  }

  giveBack(refundId: number): ModelEntry[] {
    const refund = this.#refunds.get(refundId);
    if (!refund) return [];
    this.#change(refund.taken, 1);
    return refund.entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents }));
  }

  #change(taken: readonly { main: number; retained: number; fee: number }[], sign: 1 | -1): void {
    this.#standings = this.#standings.map((standing, index) => {
      const { main = 0, retained = 0, fee: returned = 0 } = taken[index] ?? {};
      return {
        ...standing,
        mainCents: standing.mainCents + sign * main,
        retainedCents: standing.retainedCents + sign * retained,
        feeCents: standing.feeCents + sign * returned,
      };
    });
  }
}

function standingOf(
  row: Row,
  { paymentType, paidAt, postedAt, isRefundedAtOnce, moreCents, creditOn }: ApprovalFacts,
  company: SimCompany,
): Standing {
  const posted = postedAt.getTime();
  const days = isRefundedAtOnce ? 0 : company.plans[paymentType].settlement_days;
  const basisPoints = isRefundedAtOnce ? 0 : company.retentionBasisPoints;
  const byTerms = days === 0 ? dayOf(postedAt) : plusBankDays(dayOf(paidAt), days);
  const settlementDay = creditOn !== null && creditOn > byTerms ? creditOn : byTerms;
  const more = row.isPrimary ? moreCents : 0;
  const received = row.shareCents + Math.min(0, more);
  const lateCents = Math.max(0, more);
  const retainedOf = (net: number) => Math.floor((Math.max(0, net) * basisPoints) / WHOLE);
  const retainedCents = retainedOf(received - row.feeCents);
  const lateRetainedCents = retainedOf(received - row.feeCents + lateCents) - retainedCents;
  return {
    ...row,
    mainCents: received - retainedCents,
    retainedCents,
    lateMainCents: lateCents - lateRetainedCents,
    lateRetainedCents,
    mainAt: Math.max(posted, midnightOf(settlementDay).getTime()),
    retainedAt: Math.max(posted, midnightOf(plusDays(settlementDay, company.retentionDays)).getTime()),
  };
}

function moved(companyId: number, account: ModelEntry['account'], amountCents: number, at: number): ModelEntry[] {
  return amountCents === 0 ? [] : [{ companyId, account, amountCents, at }];
}

/** What the company gains, the platform loses. */
function fee(companyId: number, amountCents: number, at: number): ModelEntry[] {
  return [...moved(companyId, 'company_main', amountCents, at), ...moved(PLATFORM, 'platform_fee', -amountCents, at)];
}
