import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Payout } from './payout.ts';

export interface NewFinding {
  /** Without an id: a refund whose way is a rail of payouts. */
  payout: Pick<Payout, 'merchant_id' | 'company_id' | 'acquirer' | 'reference' | 'amount_cents'> & {
    id: number | null;
  };
  kind: 'HOLDER_DIFFERS' | 'AMOUNT_DIFFERS' | 'MISSING_AT_BANK' | 'PAID_AFTER_ALL' | 'RETURN_EXCEEDS';
  bankCents: number;
  at: Date;
}

/** Once for each payout and kind: false where it was told before. */
export async function insertFinding(tx: Tx, { payout, kind, bankCents, at }: NewFinding): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO payout_findings (merchant_id, company_id, payout_id, acquirer, kind, reference, our_cents, bank_cents,
       detected_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (acquirer, kind, reference) DO NOTHING RETURNING id`,
    [
      payout.merchant_id,
      payout.company_id,
      payout.id,
      payout.acquirer,
      kind,
      payout.reference,
      payout.amount_cents,
      bankCents,
      at,
    ],
  );
  return rows.length > 0;
}

/** Money that left and belongs to no payout here; once. */
export async function insertUnknownAtBank(
  db: Db,
  { acquirer, reference, bankCents, at }: { acquirer: string; reference: string; bankCents: number; at: Date },
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO payout_findings (acquirer, kind, reference, our_cents, bank_cents, detected_at)
     VALUES ($1, 'UNKNOWN_AT_BANK', $2, 0, $3, $4) ON CONFLICT (acquirer, kind, reference) DO NOTHING RETURNING id`,
    [acquirer, reference, bankCents, at],
  );
  return rows.length > 0;
}
