import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { FindingKind, Payout } from './payout.ts';

export interface NewFinding {
  /** Without an id: a refund whose way is a rail of payouts. */
  payout: Pick<Payout, 'merchant_id' | 'company_id' | 'acquirer' | 'reference' | 'amount_cents'> & {
    id: number | null;
  };
  kind: Exclude<FindingKind, 'UNKNOWN_AT_BANK'>;
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

/** What operators see. No route of a merchant may use what follows. */
export interface PayoutFinding {
  id: number;
  merchant_id: number | null;
  company_id: number | null;
  payout_id: number | null;
  acquirer: string;
  kind: FindingKind;
  reference: string;
  our_cents: number;
  bank_cents: number;
  detected_at: Date;
  resolved_at: Date | null;
  resolution: string | null;
}

export const FINDING = `id, merchant_id, company_id, payout_id, acquirer, kind, reference, our_cents, bank_cents,
  detected_at, resolved_at, resolution`;

/** Open ones, the oldest first; or all, newest first. */
export async function listFindings(
  db: Db,
  { isOpenOnly, limit }: { isOpenOnly: boolean; limit: number },
): Promise<PayoutFinding[]> {
  const listed = isOpenOnly ? 'WHERE resolved_at IS NULL ORDER BY detected_at, id' : 'ORDER BY id DESC';
  return db.query<PayoutFinding>(`SELECT ${FINDING} FROM payout_findings ${listed} LIMIT $1`, [limit]);
}

export async function findFinding(db: Db, id: number): Promise<PayoutFinding | null> {
  const [row] = await db.query<PayoutFinding>(`SELECT ${FINDING} FROM payout_findings WHERE id = $1`, [id]);
  return row ?? null;
}

/** Null where it does not exist, or was resolved before. */
export async function setResolved(tx: Tx, id: number, resolution: string, at: Date): Promise<PayoutFinding | null> {
  const [row] = await tx.query<PayoutFinding>(
    `UPDATE payout_findings SET resolved_at = $3, resolution = $2 WHERE id = $1 AND resolved_at IS NULL
     RETURNING ${FINDING}`,
    [id, resolution, at],
  );
  return row ?? null;
}

/** Open ones stay, however old. Says how many there were. */
export async function removeResolvedFindings(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM payout_findings WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM payout_findings WHERE resolved_at < $1 ORDER BY resolved_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING id`,
    [before, limit],
  );
  return rows.length;
}
