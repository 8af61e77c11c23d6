import { addDays, daysBetween } from '../../../ground/brazil/calendar.rules.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../accounts.rules.ts';

export interface AccountMovement {
  /** Null: everything before the period. */
  day: string | null;
  account: AccountKind;
  /** Whose clearing account; empty for the others. */
  acquirer: string;
  debit_cents: number;
  credit_cents: number;
}

/** How many days are shown at once, and where nobody says: today. */
export const TRIAL_DAYS = { usual: 0, most: 92 };

export interface TrialLine {
  day: string;
  account: AccountKind;
  /** Whose clearing account; null for the others. */
  acquirer: string | null;
  openingCents: number;
  debitCents: number;
  creditCents: number;
  /** After the day: the opening, and what was credited, less what was debited. */
  balanceCents: number;
}

/**
 * A line for each day of the period and each account that has ever moved by then. Every journal sums to zero, and is
 * posted on one day: so do the openings and the balances of each day, and its debits are its credits.
 */
export function trialBalanceOf(movements: readonly AccountMovement[], from: string, to: string): TrialLine[] {
  const keyOf = ({ account, acquirer }: Pick<AccountMovement, 'account' | 'acquirer'>) => `${account} ${acquirer}`;
  const standing = new Map<string, TrialLine>();
  const byDay = groupByDay(movements);
  for (const moved of byDay.get(null) ?? [])
    standing.set(keyOf(moved), { ...blank(moved, from), balanceCents: moved.credit_cents - moved.debit_cents });
  const lines: TrialLine[] = [];
  for (let ahead = 0; ahead <= daysBetween(from, to); ahead++) {
    const day = addDays(from, ahead);
    for (const [key, line] of standing)
      standing.set(key, { ...line, day, openingCents: line.balanceCents, debitCents: 0, creditCents: 0 });
    for (const moved of byDay.get(day) ?? []) {
      const line = standing.get(keyOf(moved)) ?? blank(moved, day);
      standing.set(keyOf(moved), {
        ...line,
        debitCents: moved.debit_cents,
        creditCents: moved.credit_cents,
        balanceCents: line.openingCents + moved.credit_cents - moved.debit_cents,
      });
    }
    lines.push(...[...standing.values()].sort(byAccount));
  }
  return lines;
}

function groupByDay(movements: readonly AccountMovement[]): Map<string | null, AccountMovement[]> {
  const days = new Map<string | null, AccountMovement[]>();
  for (const moved of movements) days.set(moved.day, [...(days.get(moved.day) ?? []), moved]);
  return days;
}

function blank({ account, acquirer }: AccountMovement, day: string): TrialLine {
  const nothing = { openingCents: 0, debitCents: 0, creditCents: 0, balanceCents: 0 };
  return { day, account, acquirer: acquirer === '' ? null : acquirer, ...nothing };
}

function byAccount(one: TrialLine, other: TrialLine): number {
  const place = ({ account }: TrialLine) => ACCOUNT_KINDS.indexOf(account);
  return place(one) - place(other) || (one.acquirer ?? '').localeCompare(other.acquirer ?? '');
}
