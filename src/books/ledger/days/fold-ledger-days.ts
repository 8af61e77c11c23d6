import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { endOfStep, FIRST_STEP, MOST_ENTRIES, nextStep } from './fold-step.rules.ts';
import { claimDayRound, type DayRound, foldDays, hasMoreEntries } from './ledger-days.sql.ts';

/** Then other jobs have their turn, and the process may stop. */
const STEPS_PER_TURN = 50;

/**
 * Adds to the days of the books what was written since, by whoever has ended. Any number of processes may run it: one
 * at a time folds, and what it has not come to is read from the entries. Answers whether there may be more.
 */
export async function foldLedgerDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  let step = FIRST_STEP;
  for (let turn = 0; turn < STEPS_PER_TURN; turn++) {
    const done = await withTransaction(db, async (tx) => {
      const round = await claimDayRound(tx, clock.realNow());
      if (!round) return null;
      const fit = await fitStep(tx, round, step);
      const entries = await foldDays(tx, round.coveredBelow, fit.below, clock.realNow());
      return { step: nextStep(fit.step, entries), isAll: fit.below === round.endedBelow };
    });
    if (!done || done.isAll) return false;
    step = done.step;
  }
  return true;
}

/** The widest step that finds no more than one statement should add up. */
async function fitStep(
  tx: Tx,
  { coveredBelow, endedBelow }: DayRound,
  widest: bigint,
): Promise<{ step: bigint; below: string }> {
  for (let step = widest; ; step /= 2n) {
    const below = endOfStep(coveredBelow, endedBelow, step);
    if (step === 1n || !(await hasMoreEntries(tx, coveredBelow, below, MOST_ENTRIES))) return { step, below };
  }
}
