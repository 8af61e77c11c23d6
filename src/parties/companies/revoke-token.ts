import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { revokeAccessToken } from './access-tokens.sql.ts';
import { lockCompany } from './companies.sql.ts';
import { unknownCompany } from './company.rules.ts';

/** Revokes a token for good. Every process refuses it within the five seconds that it keeps what it has looked up. */
export async function revokeToken(deps: Pick<Deps, 'db' | 'clock'>, companyId: number, tokenId: number): Promise<void> {
  const now = await deps.clock.now();
  await withTransaction(deps.db, async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (!company) throw unknownCompany(companyId);
    if (!(await revokeAccessToken(tx, companyId, tokenId, now))) {
      throw new ApiError('ACCESS_TOKEN_NOT_FOUND', `${tokenId} is not an active token of company ${companyId}`);
    }
    await recordAudit(deps, tx, {
      ...company,
      action: 'access_token.revoked',
      object: { kind: 'access_token', id: tokenId },
      details: { company_id: companyId },
    });
  });
}
