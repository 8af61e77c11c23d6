import type { Db } from '../../../ground/db/pool.ts';
import { statement } from '../../../ground/db/statement.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { type PayoutTerms, PLAIN_TERMS } from './payout-terms.rules.ts';

interface TermsRow {
  acquirer: string | null;
  fee_cents: number;
  minimum_cents: number;
  most_cents: number | null;
  day_cents: number | null;
  to_others: boolean;
  needs_approval: boolean;
}

const TERMS = 'acquirer, fee_cents, minimum_cents, most_cents, day_cents, to_others, needs_approval';

const FIND = statement(`SELECT ${TERMS} FROM payout_terms WHERE company_id = $1`);

/** The caller has looked the company up, whoever it belongs to. */
export async function findPayoutTerms(db: Db, companyId: number): Promise<PayoutTerms> {
  const [row] = await db.query<TermsRow>(FIND, [companyId]);
  return row ? termsOf(row) : PLAIN_TERMS;
}

/** Of those of them with which something was agreed; for the operator. */
export async function listPayoutTerms(db: Db, companyIds: readonly number[]): Promise<Map<number, PayoutTerms>> {
  const rows = await db.query<TermsRow & { company_id: number }>(
    `SELECT company_id, ${TERMS} FROM payout_terms WHERE company_id = ANY ($1::bigint[])`,
    [companyIds],
  );
  return new Map(rows.map((row) => [row.company_id, termsOf(row)]));
}

export async function upsertPayoutTerms(
  tx: Tx,
  { merchantId, companyId }: { merchantId: number; companyId: number },
  terms: PayoutTerms,
): Promise<void> {
  await tx.query(
    `INSERT INTO payout_terms (company_id, merchant_id, acquirer, fee_cents, minimum_cents, most_cents, day_cents,
       to_others, needs_approval)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (company_id) DO UPDATE SET acquirer = EXCLUDED.acquirer, fee_cents = EXCLUDED.fee_cents,
       minimum_cents = EXCLUDED.minimum_cents, most_cents = EXCLUDED.most_cents, day_cents = EXCLUDED.day_cents,
       to_others = EXCLUDED.to_others, needs_approval = EXCLUDED.needs_approval`,
    [
      companyId,
      merchantId,
      terms.acquirer,
      terms.feeCents,
      terms.minimumCents,
      terms.mostCents,
      terms.dayCents,
      terms.toOthers,
      terms.needsApproval,
    ],
  );
}

function termsOf(row: TermsRow): PayoutTerms {
  return {
    acquirer: row.acquirer,
    feeCents: row.fee_cents,
    minimumCents: row.minimum_cents,
    mostCents: row.most_cents,
    dayCents: row.day_cents,
    toOthers: row.to_others,
    needsApproval: row.needs_approval,
  };
}
