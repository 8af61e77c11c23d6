import type { Entry, Journal } from './journal.rules.ts';
import { companiesLowered } from './journal.rules.ts';
import type { BalanceOutlook } from './value-dates.rules.ts';

export type Movement = Pick<Entry, 'amountCents' | 'availableAt'>;

/**
 * A company's available balance from one instant on: what the books say without the debit, and what the debit adds to
 * it by then.
 */
export interface Stretch {
  at: number;
  balanceCents: number;
  effectCents: number;
}

/** The running balance and effect at now and at each later value date of either. */
export function stretchesOf(outlook: BalanceOutlook, movements: readonly Movement[], now: Date): Stretch[] {
  const changes = new Map<number, { balance: number; effect: number }>([
    [now.getTime(), { balance: outlook.availableCents, effect: 0 }],
  ]);
  const changeAt = (date: Date) => {
    const at = Math.max(date.getTime(), now.getTime());
    const change = changes.get(at) ?? { balance: 0, effect: 0 };
    changes.set(at, change);
    return change;
  };
  for (const { availableAt, amountCents } of outlook.later) changeAt(availableAt).balance += amountCents;
  for (const { availableAt, amountCents } of movements) changeAt(availableAt).effect += amountCents;
  let balanceCents = 0;
  let effectCents = 0;
  return [...changes]
    .sort(([one], [other]) => one - other)
    .map(([at, change]) => {
      balanceCents += change.balance;
      effectCents += change.effect;
      return { at, balanceCents, effectCents };
    });
}

/** An effect that does not lower the balance needs none, however low it is. */
export function shortfallOf({ balanceCents, effectCents }: Stretch): number {
  return effectCents < 0 ? Math.max(0, -(balanceCents + effectCents)) : 0;
}

export function movementsOf(companyId: number, entries: readonly Entry[]): Movement[] {
  return entries.filter((entry) => entry.companyId === companyId);
}

/**
 * The last word on every debit that must be affordable: nobody whom the journal lowers is below zero by it, now or
 * when a later value date comes. Whoever decides on a debit refuses politely before; a journal that gets here and
 * fails was decided wrongly.
 */
export function assertNobodyBelowZero(
  journal: Journal,
  outlooks: ReadonlyMap<number, BalanceOutlook>,
  now: Date,
): void {
  for (const companyId of companiesLowered(journal)) {
    const outlook = outlooks.get(companyId);
    if (!outlook) throw new RangeError(`company ${companyId} is debited without its lock`);
    const isShort = stretchesOf(outlook, movementsOf(companyId, journal.entries), now).some(
      (stretch) => shortfallOf(stretch) > 0,
    );
    if (isShort) throw new RangeError(`the debit takes company ${companyId} below zero`);
  }
}

/** The same balances once the journal is written: what a debit of the same moment is judged on. */
export function outlooksAfter(
  outlooks: ReadonlyMap<number, BalanceOutlook>,
  { entries }: Journal,
  now: Date,
): Map<number, BalanceOutlook> {
  return new Map(
    [...outlooks].map(([companyId, outlook]) => [
      companyId,
      outlookAfter(outlook, movementsOf(companyId, entries), now),
    ]),
  );
}

function outlookAfter(outlook: BalanceOutlook, movements: readonly Movement[], now: Date): BalanceOutlook {
  if (movements.length === 0) return outlook;
  let { availableCents } = outlook;
  const later = new Map(outlook.later.map(({ availableAt, amountCents }) => [availableAt.getTime(), amountCents]));
  for (const { availableAt, amountCents } of movements) {
    const at = availableAt.getTime();
    if (at <= now.getTime()) availableCents += amountCents;
    else later.set(at, (later.get(at) ?? 0) + amountCents);
  }
  return {
    availableCents,
    later: [...later]
      .filter(([, amountCents]) => amountCents !== 0)
      .map(([at, amountCents]) => ({ availableAt: new Date(at), amountCents })),
  };
}
