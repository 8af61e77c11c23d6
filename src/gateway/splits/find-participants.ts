import type { Db } from '../../ground/db/pool.ts';
import { hashAccessToken } from '../../parties/companies/access-tokens.ts';
import { findNameablePartners, findPartnersByToken } from '../../parties/companies/sellers.sql.ts';
import type { ListedParticipant } from './participants.rules.ts';
import type { FixedParticipantBody } from './splits.schemas.ts';
import { listedFixedParticipants } from './splits.wire.ts';

/** Looks up who is meant to be in the fixed split of the merchant's company, as the companies are now. */
export async function findParticipants(
  db: Db,
  merchantId: number,
  companyId: number,
  listed: readonly FixedParticipantBody[],
): Promise<ListedParticipant[]> {
  const ids = listed.flatMap(({ company_id }) => company_id ?? []);
  const hashes = listed.flatMap(({ accessToken }) => (accessToken === undefined ? [] : hashAccessToken(accessToken)));
  const byId = ids.length > 0 ? await findNameablePartners(db, merchantId, companyId, ids) : new Map();
  const byHash = hashes.length > 0 ? await findPartnersByToken(db, hashes) : new Map();
  const companies = listed.map(({ company_id, accessToken }) =>
    accessToken === undefined ? byId.get(company_id) : byHash.get(hashAccessToken(accessToken).toString('hex')),
  );
  return listedFixedParticipants(listed, companies);
}
