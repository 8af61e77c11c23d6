import type { RangeState } from './range.rules.ts';

/** How an account stands: its numbers, and what waits for whom. */
export interface AccountStanding {
  name: string;
  numbers: RangeState;
  /** No number and no file until the operator has named the next ones. */
  isBehindRestore: boolean;
  waitingSince: Date | null;
  unwrittenSince: Date | null;
}
