import type { Db } from '../../../ground/db/pool.ts';
import { readMovements } from './ledger-days.sql.ts';
import { type TrialLine, trialBalanceOf } from './trial-balance.rules.ts';

/** What each account stood at and moved on each day of a period, all of one moment. */
export async function readTrialBalance(db: Db, { from, to }: { from: string; to: string }): Promise<TrialLine[]> {
  return trialBalanceOf(await readMovements(db, from, to), from, to);
}
