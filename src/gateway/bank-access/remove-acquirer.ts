import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findCompaniesOfAcquirer } from '../../parties/companies/operator.sql.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { deleteConfig, lockConfig } from '../../rails/acquirers/configs.sql.ts';
import { countPaymentsStillNeeding } from './payments-still-needing.ts';

export type Removal =
  | { outcome: 'removed' }
  | { outcome: 'unknown' }
  | { outcome: 'used'; companyIds: number[] }
  | { outcome: 'needed'; payments: number };

/** Forgets an acquirer that nobody needs: without it, what it issued could be neither asked about nor refunded. */
export async function removeAcquirer(deps: Pick<Deps, 'db' | 'clock'>, name: string): Promise<Removal> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx): Promise<Removal> => {
    if (!(await lockConfig(tx, name))) return { outcome: 'unknown' };
    const companyIds = await findCompaniesOfAcquirer(tx, name);
    if (companyIds.length > 0) return { outcome: 'used', companyIds };
    const payments = await countPaymentsStillNeeding(tx, name, now);
    if (payments > 0) return { outcome: 'needed', payments };
    await deleteConfig(tx, name);
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'acquirer.removed',
      object: { kind: 'acquirer', id: name },
    });
    return { outcome: 'removed' };
  });
}
