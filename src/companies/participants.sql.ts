import type { Db } from '../db/pool.ts';
import { joinMerchant, MERCHANT_IS_ACTIVE } from '../merchants/merchants.sql.ts';
import type { FixedParticipant } from './companies.sql.ts';

/** A company as it stands in a split, its own or another merchant's. */
export interface ActiveCompany {
  companyId: number;
  merchantId: number;
  companyName: string;
}

/** For a statement over rows that name a company in `idColumn`: joins it, and its merchant, for the columns below. */
export const joinCompany = (idColumn: string) =>
  `JOIN companies company ON company.id = ${idColumn} ${joinMerchant('company.merchant_id')}`;

const IDENTITY = `company.id AS "companyId", company.merchant_id AS "merchantId", company.name AS "companyName"`;
const IS_ACTIVE = `company.status = 'ACTIVE' AND ${MERCHANT_IS_ACTIVE}`;

/** Where `joinCompany` has joined it: who it is, and whether it takes part in payments now. */
export const COMPANY_IN_SPLIT = `${IDENTITY}, (${IS_ACTIVE}) AS "isActive"`;

/** Active companies of active merchants by the hash of an active token, in hex; a participant may be of any merchant. */
export async function findActiveCompaniesByTokens(db: Db, tokenHashes: readonly Buffer[]): Promise<Map<string, ActiveCompany>> {
  const rows = await db.query<ActiveCompany & { token_hash: Buffer }>(
    `SELECT t.token_hash, ${IDENTITY} FROM company_access_tokens t ${joinCompany('t.company_id')}
     WHERE t.token_hash = ANY ($1::bytea[]) AND t.status = 'ACTIVE' AND ${IS_ACTIVE}`,
    [tokenHashes],
  );
  return new Map(rows.map(({ token_hash, ...company }) => [token_hash.toString('hex'), company]));
}

export type StoredParticipant = Omit<FixedParticipant, 'participantCompanyId'> & ActiveCompany & { isActive: boolean };

/** The split that every payment of the company has. */
export async function listFixedParticipants(db: Db, companyId: number): Promise<StoredParticipant[]> {
  return db.query(
    `SELECT s.merchant_type AS "merchantType", s.type, s.charge_fee AS "chargeFee", s.discount_gross_amount AS "discountGrossAmount",
       s.amount_split AS "amountSplit", ${COMPANY_IN_SPLIT}
     FROM company_split_participants s ${joinCompany('s.participant_company_id')}
     WHERE s.company_id = $1 ORDER BY s.position`,
    [companyId],
  );
}
