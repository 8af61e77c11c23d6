import { addDays, daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import { floorOfProduct, halfUpOfProduct } from '../../../ground/money/exact.ts';
import type { Profile } from './profile.rules.ts';
import type { Discount, TitleTerms } from './title.rules.ts';

/** A term as a record carries it: FEBRABAN's code, the day, and cents or hundredths of a percent. */
export interface WrittenTerm {
  code: string;
  date: string;
  value: number;
}

const AMOUNT = '1';
const PERCENT = '2';
/** A month has thirty days for banks. */
const DAYS_AND_HUNDREDTHS = 300_000;
const HUNDREDTHS = 10_000;

/** How many days after the due date the bank writes it off by itself. */
export function daysUntilWriteOff(title: TitleTerms): number {
  return Number(
    kept(`${title.dueDate} ${title.lastPayableDate}`, () => daysBetween(title.dueDate, title.lastPayableDate)),
  );
}

/** Where a bank takes a value a day only, the monthly rate is rounded down: that value is the term. */
export function writtenInterest(profile: Profile, title: TitleTerms): WrittenTerm | null {
  if (title.interest === null) return null;
  const date = firstLateDay(title, profile.remessa.interestFrom);
  if ('dailyAmountCents' in title.interest) return { code: AMOUNT, date, value: title.interest.dailyAmountCents };
  const percent = title.interest.monthlyPercentHundredths;
  if (profile.limits.takesMonthlyInterest) return { code: PERCENT, date, value: percent };
  return { code: AMOUNT, date, value: floorOfProduct(title.amountCents, percent, DAYS_AND_HUNDREDTHS) };
}

export function writtenFine(profile: Profile, title: TitleTerms): WrittenTerm | null {
  if (title.fine === null) return null;
  const date = firstLateDay(title, profile.remessa.fineFrom);
  if ('amountCents' in title.fine) return { code: AMOUNT, date, value: title.fine.amountCents };
  return { code: PERCENT, date, value: title.fine.percentHundredths };
}

/** Banks want all discounts of a title in the same form: where it is not so, percents become amounts. */
export function writtenDiscounts(profile: Profile, title: TitleTerms): WrittenTerm[] {
  const inPercent =
    profile.limits.takesDiscountPercents && title.discounts.every((each) => 'percentHundredths' in each);
  return title.discounts.map((discount) => ({
    code: inPercent ? PERCENT : AMOUNT,
    date: discount.until,
    value: inPercent && 'percentHundredths' in discount ? discount.percentHundredths : discountCents(title, discount),
  }));
}

export function discountCents(title: TitleTerms, discount: Discount): number {
  return 'amountCents' in discount
    ? discount.amountCents
    : halfUpOfProduct(title.amountCents, discount.percentHundredths, HUNDREDTHS);
}

/** Nothing is late on the business day that the due date rolls to. */
function firstLateDay(title: TitleTerms, from: 'due-date' | undefined): string {
  if (from === 'due-date') return title.dueDate;
  return String(kept(title.dueDate, () => addDays(rollToBusinessDay(title.dueDate), 1)));
}

/** The titles of a file fall due on a few days, and to compute one costs more than all the rest of a record. */
const MOST_KEPT = 10_000;
const answers = new Map<string, string | number>();

function kept(question: string, answer: () => string | number): string | number {
  const known = answers.get(question);
  if (known !== undefined) return known;
  if (answers.size >= MOST_KEPT) answers.clear();
  const found = answer();
  answers.set(question, found);
  return found;
}
