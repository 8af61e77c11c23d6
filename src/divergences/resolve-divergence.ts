import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { type Divergence, findDivergenceOfMerchant, resolveDivergenceOfMerchant } from './divergences.sql.ts';

/** The merchant says what was done about a divergence. A resolution is final: a second one is refused. */
export async function resolveDivergence(
  deps: Deps,
  merchantId: number,
  id: number,
  resolution: string,
): Promise<Divergence> {
  const now = await deps.clock.now();
  const resolved = await withTransaction(deps.db, (tx) =>
    resolveDivergenceOfMerchant(tx, merchantId, id, resolution, now),
  );
  if (resolved) return resolved;
  if (await findDivergenceOfMerchant(deps.db, merchantId, id)) {
    throw new ApiError('VALIDATION_ERROR', `divergence ${id} was resolved before`);
  }
  throw new ApiError('DIVERGENCE_NOT_FOUND', `divergence ${id} does not exist`);
}
