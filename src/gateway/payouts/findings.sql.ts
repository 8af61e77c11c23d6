import type { Tx } from '../../ground/db/transaction.ts';
import type { Payout } from './payout.ts';

export interface NewFinding {
  /** Without an id: a refund whose way is a rail of payouts. */
  payout: Pick<Payout, 'merchant_id' | 'company_id' | 'acquirer' | 'reference' | 'amount_cents'> & {
    id: number | null;
  };
  kind: 'HOLDER_DIFFERS' | 'AMOUNT_DIFFERS' | 'MISSING_AT_BANK' | 'PAID_AFTER_ALL';
  bankCents: number;
  at: Date;
}

/** Once for each payout and kind. */
export async function insertFinding(tx: Tx, { payout, kind, bankCents, at }: NewFinding): Promise<void> {
  await tx.query(
    `INSERT INTO payout_findings (merchant_id, company_id, payout_id, acquirer, kind, reference, our_cents, bank_cents,
       detected_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (acquirer, kind, reference) DO NOTHING`,
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
}
