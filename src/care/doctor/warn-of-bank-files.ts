import type { Deps } from '../../ground/deps.ts';
import type { WithBankAccounts } from '../../rails/cnab240/bank-accounts.ts';
import { judgeBankFiles } from './bank-files.rules.ts';
import { gatherBankFiles } from './gather-bank-files.ts';

/**
 * Says what the doctor would say of banks that take files, because nobody asks it every day: a range of numbers takes a
 * bank days to give. It only writes lines, so every process that works may write its own.
 */
export async function warnOfBankFiles({
  db,
  clock,
  log,
  bankAccounts,
}: Pick<Deps, 'db' | 'clock' | 'log'> & WithBankAccounts): Promise<boolean> {
  const now = await clock.now();
  for (const facts of await gatherBankFiles(db, await bankAccounts(), now))
    for (const { code, severity, message, fix } of judgeBankFiles(facts, now))
      log[severity === 'error' ? 'error' : 'warn']({ acquirer: facts.name, code, fix }, message);
  return false;
}
