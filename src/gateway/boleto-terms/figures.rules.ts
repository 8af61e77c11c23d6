import { addDays, daysBetween, rollToBusinessDay } from '../../ground/brazil/local-dates.rules.ts';
import { floorOfProduct, halfUpOfProduct } from '../../ground/money/exact.ts';
import type { BoletoDiscount, BoletoTerms } from '../../rails/acquirers/boleto.ts';

/** One hundred percent, in hundredths of a percent. */
const WHOLE = 10_000;
/** A percent of a month for one day of thirty: hundredths of a percent, thirty days. */
const WHOLE_MONTH = 300_000;

/** A boleto as far as its figures go. Null terms: it is owed as ordered, until its due date. */
export interface Slip {
  amountCents: number;
  dueDate: string;
  terms: BoletoTerms | null;
}

/** What a payer owes on a day, and of what it is made. */
export interface DueFigures {
  amountDueCents: number;
  fineCents: number;
  interestCents: number;
  discountCents: number;
}

/** Who pays on the first business day from the due date on is in time. */
export function lastPayableDateOf({ dueDate, terms }: Pick<Slip, 'dueDate' | 'terms'>): string {
  return addDays(rollToBusinessDay(dueDate), terms?.payableDaysAfterDue ?? 0);
}

/** What we expect on that day. The bank computes for itself: see `amountDueOn` for what it may come to. */
export function figuresOn(slip: Slip, day: string): DueFigures {
  const { amountCents, terms } = slip;
  const daysLate = terms ? daysAfter(rollToBusinessDay(slip.dueDate), day) : 0;
  const fineCents = daysLate > 0 ? fineOf(slip) : 0;
  const interestCents = daysLate > 0 ? interestOf(slip, daysLate) : 0;
  const counting = terms?.discounts.find(({ until }) => day <= rollToBusinessDay(until));
  const discountCents = counting ? discountOf(amountCents, counting, halfUpOfProduct) : 0;
  return {
    amountDueCents: amountCents + fineCents + interestCents - discountCents,
    fineCents,
    interestCents,
    discountCents,
  };
}

export interface AmountDue {
  leastCents: number;
  mostCents: number;
}

/**
 * Between what banks may come to on that day by the same terms: they count days from the ordered day or from the
 * business day after it, round each day or once, up or down.
 */
export function amountDueOn(slip: Slip, day: string): AmountDue {
  const { amountCents, dueDate, terms } = slip;
  if (!terms) return { leastCents: amountCents, mostCents: amountCents };
  const strict = leastAndMostCharges(slip, daysAfter(rollToBusinessDay(dueDate), day));
  const early = leastAndMostCharges(slip, daysAfter(dueDate, day));
  const asOrdered = terms.discounts.find(({ until }) => day <= until);
  const asRolled = terms.discounts.find(({ until }) => day <= rollToBusinessDay(until));
  const mostDiscount = asRolled ? mostDiscountOf(amountCents, asRolled) : 0;
  const leastDiscount = asOrdered ? discountOf(amountCents, asOrdered, floorOfProduct) : 0;
  return {
    leastCents: amountCents + strict.least - mostDiscount,
    mostCents: amountCents + early.most - leastDiscount,
  };
}

function leastAndMostCharges(slip: Slip, daysLate: number): { least: number; most: number } {
  if (daysLate <= 0) return { least: 0, most: 0 };
  return {
    least: fineOf(slip, floorOfProduct) + daysLate * dailyInterestOf(slip, floorOfProduct),
    most: fineOf(slip, ceilOfProduct) + daysLate * dailyInterestOf(slip, ceilOfProduct),
  };
}

/** What the largest discount takes: the first of them, because they fall. */
export function largestDiscountOf({ amountCents, terms }: Pick<Slip, 'amountCents' | 'terms'>): number {
  const [largest] = terms?.discounts ?? [];
  return largest ? discountOf(amountCents, largest, halfUpOfProduct) : 0;
}

type Rounding = (a: number, b: number, divisor: number) => number;

export function discountOf(
  amountCents: number,
  discount: BoletoDiscount,
  rounding: Rounding = halfUpOfProduct,
): number {
  return 'amountCents' in discount ? discount.amountCents : rounding(amountCents, discount.percentHundredths, WHOLE);
}

/** What a bank takes off that rounds up. */
export function mostDiscountOf(amountCents: number, discount: BoletoDiscount): number {
  return discountOf(amountCents, discount, ceilOfProduct);
}

export function fineOf({ amountCents, terms }: Slip, rounding: Rounding = halfUpOfProduct): number {
  const fine = terms?.fine;
  if (!fine) return 0;
  return 'amountCents' in fine ? fine.amountCents : rounding(amountCents, fine.percentHundredths, WHOLE);
}

/** Rounded once, over all days. */
function interestOf({ amountCents, terms }: Slip, days: number): number {
  const interest = terms?.interest;
  if (!interest) return 0;
  return 'dailyAmountCents' in interest
    ? days * interest.dailyAmountCents
    : halfUpOfProduct(amountCents, interest.monthlyPercentHundredths * days, WHOLE_MONTH);
}

/** Of one day. Where a bank takes only a value a day, it is the one that is rounded down. */
export function dailyInterestOf({ amountCents, terms }: Slip, rounding: Rounding = floorOfProduct): number {
  const interest = terms?.interest;
  if (!interest) return 0;
  return 'dailyAmountCents' in interest
    ? interest.dailyAmountCents
    : rounding(amountCents, interest.monthlyPercentHundredths, WHOLE_MONTH);
}

function ceilOfProduct(a: number, b: number, divisor: number): number {
  const floor = floorOfProduct(a, b, divisor);
  return BigInt(floor) * BigInt(divisor) === BigInt(a) * BigInt(b) ? floor : floor + 1;
}

function daysAfter(from: string, day: string): number {
  return Math.max(0, daysBetween(from, day));
}
