import type { Deps } from '../../ground/deps.ts';
import type { CnabAccount } from '../../rails/cnab240/layout/profiles.rules.ts';
import { type Sending, type SentFile, sendFile } from '../../rails/cnab240/send-file.ts';
import { recordBankFile } from './record-bank-file.ts';

/** One remessa of all that waits, and who made it; null: nothing waits. */
export async function sendRemessa(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  sending: Omit<Sending, 'recordSent'>,
): Promise<SentFile | null> {
  return sendFile(deps, acquirer, account, {
    ...sending,
    recordSent: (tx, file) => recordBankFile(deps, tx, 'bank_file.sent', acquirer, file),
  });
}
