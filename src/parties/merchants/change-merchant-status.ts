import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { updateMerchantStatus } from './merchants.sql.ts';

/**
 * An inactive merchant cannot log in, and its sessions end at their next request. Its payments continue to be settled.
 */
export async function changeMerchantStatus(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  status: 'ACTIVE' | 'INACTIVE',
  reason?: string,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await updateMerchantStatus(tx, merchantId, status)))
      throw invalidField('merchant', `${merchantId} does not exist`);
    const object = { kind: 'merchant', id: merchantId } as const;
    const details = { status, ...(reason === undefined ? {} : { reason }) };
    await recordAudit(deps, tx, { merchantId, action: 'merchant.changed', object, details });
  });
}
