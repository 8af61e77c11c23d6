import type { ShareToPost } from '../../books/ledger/postings.rules.ts';
import type { SettlementTerms } from '../../books/ledger/value-dates.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import { joinSettlementTerms, settlementTerms } from '../../parties/companies/settlement-terms.sql.ts';
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

type ShareWithTerms = ShareToPost & SettlementTerms;

const SHARES_WITH_TERMS = statement(
  `SELECT p.id AS "paymentId", s.position, s.company_id AS "companyId",
     s.share_cents AS "shareCents", s.fee_cents AS "feeCents", s.merchant_type AS "merchantType",
     ${settlementTerms('p.type')}
   FROM unnest($1::bigint[], $2::text[]) AS p(id, type)
     JOIN payment_shares s ON s.payment_id = p.id ${joinSettlementTerms('s.company_id', 'p.type')}
   ORDER BY s.payment_id, s.position`,
);

/** The frozen shares of each payment, with what their companies have agreed to at this moment for its type. */
export async function listSharesWithTerms(
  db: Db,
  payments: readonly { id: number; payment_type: string }[],
): Promise<Map<number, ShareWithTerms[]>> {
  const rows = await db.query<ShareWithTerms & { paymentId: number }>(SHARES_WITH_TERMS, [
    payments.map(({ id }) => id),
    payments.map(({ payment_type }) => payment_type),
  ]);
  const shares = new Map(payments.map(({ id }): [number, ShareWithTerms[]] => [id, []]));
  for (const { paymentId, ...share } of rows) shares.get(paymentId)?.push(share);
  return shares;
}
