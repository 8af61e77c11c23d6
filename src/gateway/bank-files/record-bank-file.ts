import type { Db } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import type { StoredFile } from '../../rails/cnab240/files.sql.ts';

/** Who made, applied or took away which file of a bank; files are the installation's, not a merchant's. */
export async function recordBankFile(
  deps: Pick<Deps, 'clock'>,
  db: Db,
  action: 'bank_file.sent' | 'bank_file.received' | 'bank_file.downloaded',
  acquirer: string,
  { direction, number, titles, amount_cents: amount, sha256 }: StoredFile,
): Promise<void> {
  await recordAudit(deps, db, {
    merchantId: INSTALLATION,
    action,
    object: { kind: 'acquirer', id: acquirer },
    details: { direction, number, titles, amount, sha256: sha256.toString('hex') },
  });
}
