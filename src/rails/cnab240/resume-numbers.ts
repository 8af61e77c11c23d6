import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { BankSetupError } from '../acquirers/acquirer-kind.ts';
import { findNextNumber, lockStanding, resumeCounters } from './counters.sql.ts';
import { countWaitingEntries } from './files.sql.ts';
import { type CnabAccount, cnabProfile } from './layout/profiles.rules.ts';
import { deleteOutgoingBefore } from './outgoing.sql.ts';

/**
 * After a restore: what the operator names is drawn next. Refused below what this database has drawn itself. Answers
 * how many new boletos wait for the next file: the bank may know of some of them.
 */
export async function resumeNumbers(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  next: { nextNumber: number; nextFile: number },
): Promise<{ waiting: number }> {
  const thisYear = Number(saoPauloDateOf(await deps.clock.now()).slice(0, 4));
  const year = cnabProfile(account.profile).numbersByYear ? thisYear : 0;
  return withTransaction(deps.db, async (tx) => {
    const { next_file } = await lockStanding(tx, acquirer);
    if (next.nextFile < next_file) throw new BankSetupError(`file ${next_file - 1} was made here: name a later one`);
    const drawn = await findNextNumber(tx, acquirer, year);
    if (drawn !== null && next.nextNumber < drawn)
      throw new BankSetupError(`number ${drawn - 1} was drawn here: name a greater one`);
    await resumeCounters(tx, acquirer, { ...next, year });
    // What the bank took after the backup must not be written out once more.
    await deleteOutgoingBefore(tx, acquirer, next.nextFile);
    return { waiting: await countWaitingEntries(tx, acquirer) };
  });
}
