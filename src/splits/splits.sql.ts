import type { Db } from '../db/pool.ts';
import type { MerchantType, ParticipantCompany, SplitTerms, SplitType } from './participants.rules.ts';

/** Active companies of active merchants by the hash of an active token, in hex; a participant may be of any merchant. */
export async function findParticipantsByTokens(db: Db, tokenHashes: readonly Buffer[]): Promise<Map<string, ParticipantCompany>> {
  const rows = await db.query<ParticipantCompany & { token_hash: Buffer }>(
    `SELECT t.token_hash, c.id AS "companyId", c.merchant_id AS "merchantId", c.name AS "companyName"
     FROM company_access_tokens t JOIN companies c ON c.id = t.company_id JOIN merchants m ON m.id = c.merchant_id
     WHERE t.token_hash = ANY ($1::bytea[]) AND t.status = 'ACTIVE' AND c.status = 'ACTIVE' AND m.status = 'ACTIVE'`,
    [tokenHashes],
  );
  return new Map(rows.map(({ token_hash, ...company }) => [token_hash.toString('hex'), company]));
}

const STORED_TERMS = `
  s.merchant_type AS "merchantType", s.type, s.charge_fee AS "chargeFee", s.discount_gross_amount AS "discountGrossAmount",
  s.amount_split AS "amountSplit", (c.status = 'ACTIVE' AND m.status = 'ACTIVE') AS "isActive",
  c.id AS "companyId", c.merchant_id AS "merchantId", c.name AS "companyName"`;

export interface StoredParticipant extends SplitTerms, ParticipantCompany {
  isActive: boolean;
}

export async function listFixedParticipants(db: Db, companyId: number): Promise<StoredParticipant[]> {
  return db.query(
    `SELECT ${STORED_TERMS}
     FROM company_split_participants s JOIN companies c ON c.id = s.participant_company_id JOIN merchants m ON m.id = c.merchant_id
     WHERE s.company_id = $1 ORDER BY s.position`,
    [companyId],
  );
}

/** The participants that came with the order of a payment, for its retry. */
export async function listDynamicParticipants(db: Db, paymentId: number): Promise<StoredParticipant[]> {
  return db.query(
    `SELECT ${STORED_TERMS}
     FROM payment_shares s JOIN companies c ON c.id = s.company_id JOIN merchants m ON m.id = c.merchant_id
     WHERE s.payment_id = $1 AND s.source = 'dynamic' ORDER BY s.position`,
    [paymentId],
  );
}

export interface StoredShare {
  company_id: number;
  company_name: string;
  merchant_type: MerchantType;
  type: SplitType | null;
  amount_split: number | null;
  share_cents: number;
  fee_cents: number;
}

export async function listShares(db: Db, paymentId: number): Promise<StoredShare[]> {
  return db.query(
    `SELECT company_id, company_name, merchant_type, type, amount_split, share_cents, fee_cents
     FROM payment_shares WHERE payment_id = $1 ORDER BY position`,
    [paymentId],
  );
}
