import { daysBetween, rollToBusinessDay } from '../../ground/brazil/calendar.rules.ts';
import type { Terms } from './schemas.ts';

/** A bank computes for itself what is owed on a day: it shares nothing with whoever checks it. */
interface Owed {
  amountCents: number;
  dueDate: string | null;
  terms: Terms | null;
}

interface Due {
  cents: number;
  parts: { fineCents: number; interestCents: number; discountCents: number };
}

export function dueOn({ amountCents, dueDate, terms }: Owed, day: string): Due {
  const parts = { fineCents: 0, interestCents: 0, discountCents: 0 };
  if (!terms || dueDate === null) return { cents: amountCents, parts };
  const daysLate = daysBetween(rollToBusinessDay(dueDate), day);
  if (daysLate > 0) {
    parts.fineCents = fineOf(amountCents, terms);
    parts.interestCents = interestOf(amountCents, terms, daysLate);
  }
  for (const discount of terms.discounts) {
    if (day > rollToBusinessDay(discount.until)) continue;
    const cents =
      'amountCents' in discount ? discount.amountCents : percentOf(amountCents, discount.percentHundredths, 1);
    parts.discountCents = Math.max(parts.discountCents, cents);
  }
  return { cents: amountCents + parts.fineCents + parts.interestCents - parts.discountCents, parts };
}

function fineOf(amountCents: number, { fine }: Terms): number {
  if (!fine) return 0;
  return 'amountCents' in fine ? fine.amountCents : percentOf(amountCents, fine.percentHundredths, 1);
}

function interestOf(amountCents: number, { interest }: Terms, days: number): number {
  if (!interest) return 0;
  return 'dailyAmountCents' in interest
    ? interest.dailyAmountCents * days
    : percentOf(amountCents, interest.monthlyPercentHundredths * days, 30);
}

/** Hundredths of a percent, half up, of so many parts. */
function percentOf(amountCents: number, hundredths: number, parts: number): number {
  const whole = 10_000n * BigInt(parts);
  return Number((2n * BigInt(amountCents) * BigInt(hundredths) + whole) / (2n * whole));
}
