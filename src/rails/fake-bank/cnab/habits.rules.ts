import type { CnabProfile, FeeHabit } from './profiles/profile.rules.ts';

/** Where banks differ, and one bank from one year to the next. */
export interface CnabHabits {
  /** A file number that was seen before, or that leaves one out, refuses the file. */
  checksFileNumber: boolean;
  /** What a paid slip costs, and from what it is taken. */
  feeCents: number;
  feeTaken: FeeHabit;
  /** Every payer pays on the due date. */
  paysOnDueDate: boolean;
  /** A title that has been overdue for as long as its remessa said is written off by the bank. */
  writesOffByItself: boolean;
  /** A day on which nothing happened has a file, too. */
  writesEmptyFiles: boolean;
}

export function habitsOf({ fee }: CnabProfile): CnabHabits {
  return {
    checksFileNumber: true,
    feeCents: fee.cents,
    feeTaken: fee.habit,
    paysOnDueDate: false,
    writesOffByItself: true,
    writesEmptyFiles: false,
  };
}
