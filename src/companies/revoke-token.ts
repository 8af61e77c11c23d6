import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { revokeAccessToken } from './access-tokens.sql.ts';
import { unknownCompany } from './company.rules.ts';
import { companyExists } from './operator.sql.ts';

/** Revokes a token for good. Every process refuses it within the five seconds that it keeps what it has looked up. */
export async function revokeToken(deps: Pick<Deps, 'db' | 'clock'>, companyId: number, tokenId: number): Promise<void> {
  const now = await deps.clock.now();
  await withTransaction(deps.db, async (tx) => {
    if (!(await companyExists(tx, companyId))) throw unknownCompany(companyId);
    if (!(await revokeAccessToken(tx, companyId, tokenId, now))) {
      throw new ApiError('ACCESS_TOKEN_NOT_FOUND', `${tokenId} is not an active token of company ${companyId}`);
    }
  });
}
