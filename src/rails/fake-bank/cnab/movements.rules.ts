import { addBusinessDays } from '../../../ground/brazil/calendar.rules.ts';
import type { CnabHabits } from './habits.rules.ts';
import type { CnabProfile } from './profiles/profile.rules.ts';
import { type Movement, onPaper, type TitleOnPaper } from './title.rules.ts';

/** What every movement is made with. */
export interface Moment {
  day: string;
  fromClosing: number;
}

/** Something happened to a title, and no money moved. */
export function plainMovement(
  code: string,
  title: TitleOnPaper,
  motives: readonly string[],
  { day, fromClosing }: Moment,
): Movement {
  return {
    code,
    title: onPaper(title),
    motives,
    isMoney: false,
    day,
    creditDay: null,
    feeCents: 0,
    chargesCents: 0,
    discountCents: 0,
    abatementCents: 0,
    paidCents: 0,
    creditedCents: 0,
    fromClosing,
  };
}

export interface Paid {
  code: string;
  title: TitleOnPaper;
  chargesCents: number;
  discountCents: number;
  abatementCents: number;
  paidCents: number;
}

/** The line of a payment, and where the bank tells its price apart, the line of that. */
export function paidMovements(paid: Paid, moment: Moment, profile: CnabProfile, habits: CnabHabits): Movement[] {
  const { code, title, ...amounts } = paid;
  const { feeTaken, feeCents } = habits;
  const isFeeApart = feeTaken === 'in a line of its own';
  const movement: Movement = {
    ...plainMovement(code, title, profile.paidMotives, moment),
    ...amounts,
    isMoney: true,
    creditDay: addBusinessDays(moment.day, 1),
    feeCents: isFeeApart ? 0 : feeCents,
    creditedCents: feeTaken === 'from the credit' ? Math.max(0, paid.paidCents - feeCents) : paid.paidCents,
  };
  if (!isFeeApart || feeCents === 0) return [movement];
  return [movement, feeMovement(title, feeCents, moment, profile)];
}

export function feeMovement(title: TitleOnPaper, feeCents: number, moment: Moment, profile: CnabProfile): Movement {
  return { ...plainMovement(profile.codes.fee, title, profile.feeMotives, moment), feeCents };
}
