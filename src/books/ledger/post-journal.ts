import type { Tx } from '../../ground/db/transaction.ts';
import type { Cause } from './cause.rules.ts';
import { companiesLowered, type Journal } from './journal.rules.ts';
import { insertJournals, lockDebits, recordDebits } from './ledger.sql.ts';
import { debitTimeOf } from './value-dates.rules.ts';

/** Writes a journal. One that lowers somebody's balance takes their debit locks; credits wait for nobody. */
export async function postJournal(tx: Tx, cause: Cause, journal: Journal, postedAt: Date): Promise<void> {
  const lowered = companiesLowered(journal);
  if (lowered.length > 0) {
    const lastDebits = await lockDebits(tx, lowered);
    await recordDebits(tx, lowered, debitTimeOf(lastDebits, postedAt));
  }
  await insertJournals(tx, [{ cause, journal, postedAt }]);
}
