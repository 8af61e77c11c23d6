import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { isAccepted, type OrRefusal, refusalOr, withAccepted } from '../../ground/refusals.ts';
import { readOutlooks } from './balances.sql.ts';
import type { Cause } from './cause.rules.ts';
import { assertNobodyBelowZero, outlooksAfter } from './debit.rules.ts';
import { companiesLowered, type Journal } from './journal.rules.ts';
import { insertJournals, recordDebits } from './ledger.sql.ts';
import { takeDebitLocks } from './take-debit-locks.ts';
import type { BalanceOutlook } from './value-dates.rules.ts';

/** What a debit is decided on: the time inside the locks, and the balances as they stand then. */
export interface DebitGrounds {
  now: Date;
  outlooks: ReadonlyMap<number, BalanceOutlook>;
}

export interface AskedDebit<Decided extends { journal: Journal }> {
  /** Whose balances decide it. */
  companyIds: readonly number[];
  /** Refuses by throwing an `ApiError`, and writes nothing. */
  decide(grounds: DebitGrounds): Decided;
}

/**
 * The one way of debits that must be affordable: locks in rising order, the clock and the balances read inside them,
 * the decisions, and the journals, which take nobody below zero. Those of one moment share the locks, and each is
 * judged as if those before it had been written already; one that is refused leaves the others as they are. `write`
 * writes what the journals are for.
 */
export async function postDebits<Decided extends { journal: Journal }, Made extends { cause: Cause }>(
  deps: Pick<Deps, 'clock' | 'log'>,
  tx: Tx,
  asked: readonly AskedDebit<Decided>[],
  write: (decided: readonly Decided[]) => Promise<readonly Made[]>,
): Promise<OrRefusal<Made>[]> {
  const companyIds = [...new Set(asked.flatMap((debit) => debit.companyIds))];
  const now = await takeDebitLocks(deps, tx, companyIds);
  let outlooks: ReadonlyMap<number, BalanceOutlook> = await readOutlooks(tx, companyIds, now);
  const judged = asked.map(({ decide }) => {
    const decided = refusalOr(() => decide({ now, outlooks }));
    if (!isAccepted(decided)) return decided;
    assertNobodyBelowZero(decided.journal, outlooks, now);
    outlooks = outlooksAfter(outlooks, decided.journal, now);
    return decided;
  });
  return withAccepted(judged, async (decided) => {
    const made = await write(decided);
    // Everybody whom they lower was judged, and is therefore locked.
    await recordDebits(tx, [...new Set(decided.flatMap(({ journal }) => companiesLowered(journal)))], now);
    await insertJournals(
      tx,
      decided.map(({ journal }, index) => ({ cause: (made[index] as Made).cause, journal, postedAt: now })),
    );
    return made;
  });
}
