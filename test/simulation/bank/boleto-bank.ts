import type { ChargeRequest } from '../../../src/rails/acquirers/acquirer.ts';
import type { ReceivedBoleto } from '../../../src/rails/acquirers/boleto.ts';
import { onBankDay, plusDays } from '../calendar.ts';
import type { Random } from '../random.ts';

/** What the bank of a boleto asks for on a day, by terms that it was told, counted in one of the usual ways. */

const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;
const DAY_MS = 86_400_000;

type Rounding = (exact: number) => number;

/** How a bank counts and rounds. */
interface Reading {
  /** The due date as it was ordered, or the bank day after it. */
  rolls: boolean;
  isRoundedByDay: boolean;
  rounded: Rounding;
}

export interface Asked {
  cents: number;
  fineCents: number;
  interestCents: number;
  discountCents: number;
}

const HALF_UP: Rounding = (exact) => Math.floor(exact + 0.5);

/** Of whatever a payer pays, which a bank with another view of the terms may compute otherwise. */
export function askedOn(random: Random, request: ChargeRequest, day: string): Asked {
  const reading: Reading = {
    rolls: random.chance(0.7),
    isRoundedByDay: random.chance(0.3),
    rounded: random.pick([HALF_UP, HALF_UP, Math.floor, Math.ceil]),
  };
  const { amountCents, terms, dueDate } = request;
  const isFlat = random.chance(0.1);
  if (!terms || dueDate === null || isFlat)
    return { cents: amountCents, fineCents: 0, interestCents: 0, discountCents: 0 };
  const { fine, interest, discounts } = terms;
  const last = (ordered: string) => (reading.rolls ? onBankDay(ordered) : ordered);
  const daysLate = Math.max(0, (Date.parse(day) - Date.parse(last(dueDate))) / DAY_MS);
  const figure = (of: { percentHundredths: number } | { amountCents: number }) =>
    'amountCents' in of ? of.amountCents : reading.rounded((amountCents * of.percentHundredths) / WHOLE);
  const fineCents = fine && daysLate > 0 ? figure(fine) : 0;
  const interestCents = interest && daysLate > 0 ? interestOf(interest, daysLate, amountCents, reading) : 0;
  const counting = discounts.filter(({ until }) => day <= last(until)).map(figure);
  const discountCents = Math.max(0, ...counting);
  return { cents: amountCents + fineCents + interestCents - discountCents, fineCents, interestCents, discountCents };
}

function interestOf(
  interest: { monthlyPercentHundredths: number } | { dailyAmountCents: number },
  days: number,
  amountCents: number,
  { isRoundedByDay, rounded }: Reading,
): number {
  if ('dailyAmountCents' in interest) return days * interest.dailyAmountCents;
  const hundredths = interest.monthlyPercentHundredths;
  const ofDays = (count: number) => rounded((amountCents * hundredths * count) / (WHOLE * DAYS_OF_A_MONTH));
  return isRoundedByDay ? days * ofDays(1) : ofDays(days);
}

/** What it tells of the sum: its parts, one sum of charges, only the day of the credit, or what makes no sense. */
export function toldOf(random: Random, asked: Asked, paidCents: number, day: string): ReceivedBoleto | null {
  const { fineCents, interestCents, discountCents } = asked;
  const creditOn = random.chance(0.5) ? plusDays(day, random.int(0, 5)) : null;
  const nothing = { fineCents: null, interestCents: null, chargesCents: null, discountCents: null };
  const told = { ...nothing, paidCents, creditOn, by: 'boleto' as const };
  switch (random.pick(['parts', 'sum', 'day', 'none', 'odd'] as const)) {
    case 'parts':
      return { ...told, fineCents, interestCents, discountCents };
    case 'sum':
      return { ...told, chargesCents: fineCents + interestCents, discountCents };
    case 'day':
      return told;
    case 'odd':
      return { ...told, fineCents: fineCents + 1, interestCents: interestCents - 1, discountCents };
    case 'none':
      return null;
  }
}
