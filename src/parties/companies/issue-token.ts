import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type AccessTokenRecord, countActiveTokens, forgetRevokedTokens } from './access-tokens.sql.ts';
import { lockCompany } from './companies.sql.ts';
import { unknownCompany } from './company.rules.ts';
import { storeAccessToken } from './create-company.ts';

/** Enough for every shop and system of an establishment to have its own. */
export const MAX_ACTIVE_TOKENS = 20;
/** Of those that were revoked, so many are still listed: whoever issues and revokes for ever fills nothing. */
export const KEPT_REVOKED_TOKENS = 50;

/**
 * Issues a new token beside those in use, so that a shop can change over before the old one is revoked. Only the hash
 * of it is stored: the caller has the only copy of the token itself.
 */
export async function issueToken(
  deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
  companyId: number,
): Promise<{ token: string; record: AccessTokenRecord }> {
  const token = deps.ids.accessToken();
  const now = await deps.clock.now();
  const record = await withTransaction(deps.db, async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (!company) throw unknownCompany(companyId);
    if ((await countActiveTokens(tx, companyId)) >= MAX_ACTIVE_TOKENS) {
      throw new ApiError('ACCESS_TOKENS_EXCEEDED', `at most ${MAX_ACTIVE_TOKENS} access tokens may be active`, {
        details: { maximum: MAX_ACTIVE_TOKENS },
      });
    }
    await forgetRevokedTokens(tx, companyId, KEPT_REVOKED_TOKENS);
    const record = await storeAccessToken(tx, companyId, token, now);
    await recordAudit(deps, tx, {
      ...company,
      action: 'access_token.created',
      object: { kind: 'access_token', id: record.id },
      details: { company_id: companyId, hint: record.hint },
    });
    return record;
  });
  return { token, record };
}
