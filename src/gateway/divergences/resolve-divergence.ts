import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { type Divergence, findDivergenceOfMerchant, resolveDivergenceOfMerchant } from './divergences.sql.ts';

/** The merchant says what was done about a divergence. A resolution is final: a second one is refused. */
export async function resolveDivergence(
  deps: Deps,
  merchantId: number,
  id: number,
  resolution: string,
): Promise<Divergence> {
  const now = await deps.clock.now();
  const resolved = await withTransaction(deps.db, async (tx) => {
    const divergence = await resolveDivergenceOfMerchant(tx, merchantId, id, resolution, now);
    if (divergence) {
      const details = { transaction_id: divergence.payment_id };
      await recordAudit(deps, tx, {
        merchantId,
        action: 'divergence.resolved',
        object: { kind: 'divergence', id },
        details,
      });
    }
    return divergence;
  });
  if (resolved) return resolved;
  if (await findDivergenceOfMerchant(deps.db, merchantId, id)) {
    throw new ApiError('VALIDATION_ERROR', `divergence ${id} was resolved before`);
  }
  throw new ApiError('DIVERGENCE_NOT_FOUND', `divergence ${id} does not exist`);
}
