import { daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import { halfUpOfProduct } from '../../../ground/money/exact.ts';
import type { Discount, Terms } from './title.rules.ts';

/** One hundred percent, in hundredths of a percent. */
const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;

export interface Due {
  fineCents: number;
  interestCents: number;
  discountCents: number;
  abatementCents: number;
  totalCents: number;
}

export interface Owed {
  amountCents: number;
  dueDate: string;
  terms: Terms;
}

/**
 * What a payer owes on a day. A due date on which banks rest is the next day on which they work; from there every
 * day counts, fine once, interest rounded once.
 */
export function dueOn({ amountCents, dueDate, terms }: Owed, day: string): Due {
  const lastDay = rollToBusinessDay(dueDate);
  const fineCents = fineOn(amountCents, terms.fine, lastDay, day);
  const interestCents = interestOn(amountCents, terms.interest, lastDay, day);
  const discountCents = discountOn(amountCents, terms.discounts, day);
  const { abatementCents } = terms;
  const totalCents = amountCents + fineCents + interestCents - discountCents - abatementCents;
  return { fineCents, interestCents, discountCents, abatementCents, totalCents };
}

function fineOn(amountCents: number, fine: Terms['fine'], lastDay: string, day: string): number {
  if (fine === null || day <= lastDay || (fine.from !== null && day < fine.from)) return 0;
  return inCents(fine, amountCents);
}

function interestOn(amountCents: number, interest: Terms['interest'], lastDay: string, day: string): number {
  if (interest === null) return 0;
  // Interest that begins later than the day after the due date counts that day as its first.
  const beforeFirst = interest.from === null ? 0 : daysBetween(lastDay, interest.from) - 1;
  const days = daysBetween(lastDay, day) - Math.max(0, beforeFirst);
  if (days <= 0) return 0;
  return interest.kind === 'daily amount'
    ? days * interest.value
    : halfUpOfProduct(amountCents, interest.value * days, WHOLE * DAYS_OF_A_MONTH);
}

/** Of several discounts the largest that still counts. */
function discountOn(amountCents: number, discounts: readonly Discount[], day: string): number {
  const counting = discounts.filter(({ until }) => day <= rollToBusinessDay(until));
  return Math.max(0, ...counting.map((discount) => inCents(discount, amountCents)));
}

export function inCents({ kind, value }: { kind: 'amount' | 'percent'; value: number }, amountCents: number): number {
  return kind === 'amount' ? value : halfUpOfProduct(amountCents, value, WHOLE);
}
