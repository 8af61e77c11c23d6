import type { Db } from '../../ground/db/pool.ts';
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

/** The caller has looked the company up, whoever it belongs to. */
export async function findPayoutTerms(db: Db, companyId: number): Promise<PayoutTerms> {
  const [row] = await db.query<TermsRow>(
    `SELECT acquirer, fee_cents, minimum_cents, most_cents, day_cents, to_others, needs_approval
     FROM payout_terms WHERE company_id = $1`,
    [companyId],
  );
  if (!row) return PLAIN_TERMS;
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
