import { joinSettlementTerms, settlementTerms } from '../companies/settlement-terms.sql.ts';
import type { Db } from '../db/pool.ts';
import type { ShareToPost } from '../ledger/postings.rules.ts';
import type { SettlementTerms } from '../ledger/value-dates.rules.ts';
import type { MerchantType, SplitTerms, SplitType } from './participants.rules.ts';

/** What the order of a payment said about its dynamic participants, by company: a retry needs it. */
export async function listDynamicTerms(db: Db, paymentId: number): Promise<(SplitTerms & { companyId: number })[]> {
  return db.query(
    `SELECT company_id AS "companyId", merchant_type AS "merchantType", type, charge_fee AS "chargeFee",
       discount_gross_amount AS "discountGrossAmount", amount_split AS "amountSplit"
     FROM payment_shares WHERE payment_id = $1 AND source = 'dynamic' ORDER BY position`,
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

/** The frozen shares of a payment of that type, each with the terms that its company has now. */
export async function listSharesWithTerms(
  db: Db,
  payment: { id: number; payment_type: string },
): Promise<(ShareToPost & SettlementTerms)[]> {
  return db.query(
    `SELECT s.position, s.company_id AS "companyId", s.share_cents AS "shareCents", s.fee_cents AS "feeCents", ${settlementTerms('$2')}
     FROM payment_shares s ${joinSettlementTerms('s.company_id', '$2')}
     WHERE s.payment_id = $1 ORDER BY s.position`,
    [payment.id, payment.payment_type],
  );
}
