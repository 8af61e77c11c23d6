import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import { revokeAccessToken } from './access-tokens.sql.ts';
import { companyExists } from './operator.sql.ts';

/** Revokes a token for good. Every process refuses it from the next order on. */
export async function revokeToken(deps: Pick<Deps, 'db' | 'clock'>, companyId: number, tokenId: number): Promise<void> {
  const now = await deps.clock.now();
  await withTransaction(deps.db, async (tx) => {
    if (!(await companyExists(tx, companyId)))
      throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`);
    const isRevoked = await revokeAccessToken(tx, companyId, tokenId, now);
    if (!isRevoked) throw invalidField('token', `${tokenId} is not an active token of company ${companyId}`);
  });
}
