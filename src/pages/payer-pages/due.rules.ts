import { discountOf, figuresOn, lastPayableDateOf, type Slip } from '../../gateway/boleto-terms/figures.rules.ts';
import { addDays, rollToBusinessDay } from '../../ground/brazil/calendar.rules.ts';

/** What a payer is told of a boleto whose figure goes by the day. */
export interface DueView {
  todayCents: number;
  /** Null where it is the same tomorrow, or cannot be paid any more. */
  tomorrowCents: number | null;
  /** What today's figure has beyond the amount. */
  lateFor: 'fine' | 'interest' | 'both' | null;
  discountCents: number;
  /** Those that whoever pays in time still gets, with the day that the shop named. */
  discounts: { until: string; cents: number }[];
  /** Null where it can be paid until its due date. */
  payableUntil: string | null;
}

/** `today` is a day in São Paulo. */
export function dueViewOf(slip: Slip, today: string): DueView {
  const now = figuresOn(slip, today);
  const lastDay = lastPayableDateOf(slip);
  const tomorrow = addDays(today, 1);
  const tomorrowCents = figuresOn(slip, tomorrow).amountDueCents;
  return {
    todayCents: now.amountDueCents,
    tomorrowCents: tomorrow <= lastDay && tomorrowCents !== now.amountDueCents ? tomorrowCents : null,
    lateFor: lateFor(now.fineCents > 0, now.interestCents > 0),
    discountCents: now.discountCents,
    discounts: (slip.terms?.discounts ?? [])
      .filter(({ until }) => today <= until)
      .map((discount) => ({ until: discount.until, cents: discountOf(slip.amountCents, discount) })),
    payableUntil: lastDay > rollToBusinessDay(slip.dueDate) ? lastDay : null,
  };
}

function lateFor(hasFine: boolean, hasInterest: boolean): DueView['lateFor'] {
  if (hasFine) return hasInterest ? 'both' : 'fine';
  return hasInterest ? 'interest' : null;
}
