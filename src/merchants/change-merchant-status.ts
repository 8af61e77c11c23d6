import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import { updateMerchantStatus } from './merchants.sql.ts';

/**
 * An inactive merchant cannot log in, and its sessions end at their next request. Its payments continue to be settled.
 */
export async function changeMerchantStatus(
  deps: Pick<Deps, 'db'>,
  merchantId: number,
  status: 'ACTIVE' | 'INACTIVE',
): Promise<void> {
  const isFound = await withTransaction(deps.db, (tx) => updateMerchantStatus(tx, merchantId, status));
  if (!isFound) throw invalidField('merchant', `${merchantId} does not exist`);
}
