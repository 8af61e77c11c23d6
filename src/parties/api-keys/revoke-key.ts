import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { revokeKeyOfMerchant } from './api-keys.sql.ts';

/** For good. Every process refuses the key within the five seconds that it keeps what it has looked up. */
export async function revokeKey(deps: Pick<Deps, 'db' | 'clock'>, merchantId: number, id: number): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const name = await revokeKeyOfMerchant(tx, merchantId, id, deps.clock.realNow());
    if (name === null) throw new ApiError('API_KEY_NOT_FOUND', `${id} is not a key that could be revoked`);
    await recordAudit(deps, tx, {
      merchantId,
      action: 'api_key.revoked',
      object: { kind: 'api_key', id },
      details: { name },
    });
  });
}
