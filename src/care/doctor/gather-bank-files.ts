import type { Db } from '../../ground/db/pool.ts';
import { findCompaniesOfAcquirer } from '../../parties/companies/operator.sql.ts';
import type { BankAccount } from '../../rails/cnab240/bank-accounts.ts';
import { folderTrouble } from '../../rails/cnab240/folders/folders.ts';
import { readStanding } from '../../rails/cnab240/read-standing.ts';
import type { BankFileFacts } from './facts.rules.ts';

/** How each bank that takes files stands. Folders are looked at as they are on this machine. */
export async function gatherBankFiles(db: Db, banks: readonly BankAccount[], now: Date): Promise<BankFileFacts[]> {
  const found: BankFileFacts[] = [];
  for (const bank of banks) {
    const { outbox, inbox } = bank.account;
    const isUsed = (await findCompaniesOfAcquirer(db, bank.name)).length > 0;
    found.push({
      ...(await readStanding(db, bank, now)),
      isUsed,
      folders: [...(await troubleOf('outbox', outbox)), ...(await troubleOf('inbox', inbox))],
    });
  }
  return found;
}

async function troubleOf(member: 'outbox' | 'inbox', folder: string | null): Promise<BankFileFacts['folders']> {
  const trouble = folder === null ? null : await folderTrouble(folder);
  return folder !== null && trouble !== null ? [{ member, folder, trouble }] : [];
}
