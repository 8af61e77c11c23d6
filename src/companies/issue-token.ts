import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { AccessTokenRecord } from './access-tokens.sql.ts';
import { createAccessToken } from './create-company.ts';
import { companyExists } from './operator.sql.ts';

/** Issues a new token beside those in use, so that a shop can change over before the old one is revoked. */
export async function issueToken(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  companyId: number,
): Promise<{ token: string; record: AccessTokenRecord }> {
  if (!(await companyExists(deps.db, companyId)))
    throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`);
  return createAccessToken(deps, companyId);
}
