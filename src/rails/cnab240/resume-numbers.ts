import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { resumeCounters } from './counters.sql.ts';
import { type CnabAccount, cnabProfile } from './layout/profiles.rules.ts';
import { deleteOutgoingBefore } from './outgoing.sql.ts';

/** After a restore: what the operator names is drawn next. */
export async function resumeNumbers(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  next: { nextNumber: number; nextFile: number },
): Promise<void> {
  const thisYear = Number(saoPauloDateOf(await deps.clock.now()).slice(0, 4));
  const year = cnabProfile(account.profile).numbersByYear ? thisYear : 0;
  await withTransaction(deps.db, async (tx) => {
    await resumeCounters(tx, acquirer, { ...next, year });
    // What the bank took after the backup must not be written out once more.
    await deleteOutgoingBefore(tx, acquirer, next.nextFile);
  });
}
