import { isLocalDate } from '../../ground/brazil/local-dates.rules.ts';
import { invalidField } from '../../ground/errors.ts';
import type { BoletoDiscount, BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { discountOf, mostDiscountOf } from './figures.rules.ts';
import type { TermsBody } from './terms.schemas.ts';

/** A boleto that grows after its due date can be paid for a month longer, unless an order says otherwise. */
const USUAL_PAYABLE_DAYS = 30;

/** What consumer law allows, in hundredths of a percent: a fine of 2 %, interest of 1 % a month. */
const FINE_CAP = 200;
const INTEREST_CAP = 100;
const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;

const MEMBERS = ['fine', 'interest', 'discounts', 'payable_days_after_due'] as const;

/** The terms of an order as its body has them; null: none. What needs its due date or its seller is checked later. */
export function readTerms(body: TermsBody & { type: string }, totalCents: number, today: string): BoletoTerms | null {
  const given = MEMBERS.find((member) => body[member] !== undefined);
  if (given === undefined) return null;
  if (body.type !== 'invoice') throw invalidField(`payment.${given}`, 'is only for payment.type invoice');
  const fine = readFine(body.fine);
  const interest = readInterest(body.interest);
  const discounts = (body.discounts ?? []).map((discount, index) => readDiscount(discount, index, today));
  checkOrderOf(discounts, totalCents);
  const usualDays = fine || interest ? USUAL_PAYABLE_DAYS : 0;
  const payableDaysAfterDue = body.payable_days_after_due ?? usualDays;
  return unlessNone({ fine, interest, discounts, payableDaysAfterDue });
}

function unlessNone(terms: BoletoTerms): BoletoTerms | null {
  const { fine, interest, discounts, payableDaysAfterDue } = terms;
  return fine || interest || discounts.length > 0 || payableDaysAfterDue > 0 ? terms : null;
}

function readFine(fine: TermsBody['fine']): BoletoTerms['fine'] {
  if (!fine) return null;
  const { percent, amount } = fine;
  checkOneOf('payment.fine', ['percent', percent], ['amount', amount]);
  return percent === undefined ? { amountCents: amount as number } : { percentHundredths: percent };
}

function readInterest(interest: TermsBody['interest']): BoletoTerms['interest'] {
  if (!interest) return null;
  const { monthly_percent, daily_amount } = interest;
  checkOneOf('payment.interest', ['monthly_percent', monthly_percent], ['daily_amount', daily_amount]);
  return monthly_percent === undefined
    ? { dailyAmountCents: daily_amount as number }
    : { monthlyPercentHundredths: monthly_percent };
}

function readDiscount(
  { until, percent, amount }: NonNullable<TermsBody['discounts']>[number],
  index: number,
  today: string,
): BoletoDiscount {
  const field = `payment.discounts[${index}]`;
  checkOneOf(field, ['percent', percent], ['amount', amount]);
  if (!isLocalDate(until)) throw invalidField(`${field}.until`, 'is not a date of the calendar');
  if (until < today) throw invalidField(`${field}.until`, `must not be before ${today}`);
  return percent === undefined ? { until, amountCents: amount as number } : { until, percentHundredths: percent };
}

function checkOneOf(field: string, ...[one, other]: [string, number | undefined][]): void {
  if ((one?.[1] === undefined) === (other?.[1] === undefined))
    throw invalidField(field, `must have either ${one?.[0]} or ${other?.[0]}`);
}

function checkOrderOf(discounts: readonly BoletoDiscount[], totalCents: number): void {
  discounts.forEach((discount, index) => {
    const field = `payment.discounts[${index}]`;
    const takes = discountOf(totalCents, discount);
    if (mostDiscountOf(totalCents, discount) >= totalCents)
      throw invalidField(memberOf(field, discount), 'must leave something to pay');
    const before = discounts[index - 1];
    if (!before) return;
    if (discount.until <= before.until) throw invalidField(`${field}.until`, 'must be after the one before it');
    if (takes >= discountOf(totalCents, before))
      throw invalidField(memberOf(field, discount), 'must take less than the one before it');
  });
}

export interface TermsLimits {
  totalCents: number;
  dueDate: string;
  /** What is left for whoever bears a discount. */
  primaryNetCents: number;
  /** False where the operator has lifted what consumer law allows. */
  hasLateCaps: boolean;
}

/** What can be said of terms once the due date, the split and the seller are known. */
export function checkTerms({ fine, interest, discounts }: BoletoTerms, limits: TermsLimits): void {
  const { totalCents, dueDate, primaryNetCents, hasLateCaps } = limits;
  if (hasLateCaps) {
    if (fine) checkFineCap(fine, totalCents);
    if (interest) checkInterestCap(interest, totalCents);
  }
  discounts.forEach((discount, index) => {
    const field = `payment.discounts[${index}]`;
    if (discount.until > dueDate) throw invalidField(`${field}.until`, `must not be after the due date, ${dueDate}`);
    if (mostDiscountOf(totalCents, discount) > primaryNetCents)
      throw invalidField(
        memberOf(field, discount),
        `must not take more than the ${primaryNetCents} cents of who bears it`,
      );
  });
}

function checkFineCap(fine: NonNullable<BoletoTerms['fine']>, totalCents: number): void {
  if ('percentHundredths' in fine) {
    if (fine.percentHundredths > FINE_CAP)
      throw invalidField('payment.fine.percent', `must be at most ${FINE_CAP} (2 %)`);
  } else if (fine.amountCents * WHOLE > totalCents * FINE_CAP) {
    throw invalidField('payment.fine.amount', 'must be at most 2 % of the total');
  }
}

function checkInterestCap(interest: NonNullable<BoletoTerms['interest']>, totalCents: number): void {
  if ('monthlyPercentHundredths' in interest) {
    if (interest.monthlyPercentHundredths > INTEREST_CAP)
      throw invalidField('payment.interest.monthly_percent', `must be at most ${INTEREST_CAP} (1 % a month)`);
  } else if (interest.dailyAmountCents * DAYS_OF_A_MONTH * WHOLE > totalCents * INTEREST_CAP) {
    throw invalidField('payment.interest.daily_amount', 'must be at most 1 % of the total in 30 days');
  }
}

function memberOf(field: string, discount: BoletoDiscount): string {
  return `${field}.${'amountCents' in discount ? 'amount' : 'percent'}`;
}

/** What is left of them for an order that is tried again today: discounts that are over are left out. */
export function termsToday(terms: BoletoTerms | null, today: string): BoletoTerms | null {
  return terms && unlessNone({ ...terms, discounts: terms.discounts.filter(({ until }) => until >= today) });
}
