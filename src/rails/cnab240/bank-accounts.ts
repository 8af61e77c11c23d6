import type { Db } from '../../ground/db/pool.ts';
import { type ConfigKeys, openConfig } from '../acquirers/acquirer-config.ts';
import { listConfigs } from '../acquirers/configs.sql.ts';
import type { CnabAccount } from './layout/profiles.rules.ts';

/** A bank that takes files, as an operator has set it up. */
export interface BankAccount {
  name: string;
  account: CnabAccount;
}

export interface WithBankAccounts {
  /** As they are now: an operator may change them at any time. */
  bankAccounts: () => Promise<readonly BankAccount[]>;
}

/** Those that a key opens. */
export async function listBankAccounts(db: Db, keys: ConfigKeys): Promise<BankAccount[]> {
  const configs = (await listConfigs(db)).filter(({ kind }) => kind === 'cnab240');
  return configs.flatMap((stored) => {
    const access = openConfig(keys, stored)?.access;
    return access ? [{ name: stored.name, account: access as CnabAccount }] : [];
  });
}
