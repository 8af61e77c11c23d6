import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { readOutlooks } from './balances.sql.ts';
import type { Cause } from './cause.rules.ts';
import { assertNobodyBelowZero } from './debit.rules.ts';
import { companiesLowered, type Journal } from './journal.rules.ts';
import { insertJournals, recordDebits } from './ledger.sql.ts';
import { takeDebitLocks } from './take-debit-locks.ts';
import type { BalanceOutlook } from './value-dates.rules.ts';

/** What a debit is decided on: the time inside the locks, and the balances as they stand then. */
export interface DebitGrounds {
  now: Date;
  outlooks: ReadonlyMap<number, BalanceOutlook>;
}

export interface DecidedDebit<Made> {
  cause: Cause;
  journal: Journal;
  /** What the operation wrote beside it. */
  made: Made;
}

/**
 * The one way of a debit that must be affordable: locks in rising order, the clock and the balances read inside them,
 * the operation's decision, and the journal, which takes nobody below zero. `decide` refuses by throwing, and writes
 * what the journal is for.
 */
export async function postDebit<Made>(
  deps: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  companyIds: readonly number[],
  decide: (grounds: DebitGrounds) => Promise<DecidedDebit<Made>>,
): Promise<Made> {
  const now = await takeDebitLocks(deps, tx, companyIds);
  const outlooks = await readOutlooks(tx, companyIds, now);
  const { cause, journal, made } = await decide({ now, outlooks });
  assertNobodyBelowZero(journal, outlooks, now);
  // Everybody whom it lowers was judged, and is therefore locked.
  await recordDebits(tx, companiesLowered(journal), now);
  await insertJournals(tx, [{ cause, journal, postedAt: now }]);
  return made;
}
