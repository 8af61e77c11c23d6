import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { offsetOf, type Paging } from '../lists/list-query.rules.ts';
import type { DivergenceKind, PaymentStatus } from './status.rules.ts';

export interface NewDivergence {
  paymentId: number;
  kind: DivergenceKind;
  localStatus: PaymentStatus;
  acquirerStatus: string;
  localAmountCents: number;
  acquirerAmountCents: number;
  now: Date;
}

/** True when it is news; a divergence seen again is the same divergence. */
export async function insertDivergence(tx: Tx, divergence: NewDivergence): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO divergences (payment_id, kind, local_status, acquirer_status, local_amount_cents, acquirer_amount_cents, detected_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (payment_id, kind) DO NOTHING RETURNING id`,
    [
      divergence.paymentId,
      divergence.kind,
      divergence.localStatus,
      divergence.acquirerStatus,
      divergence.localAmountCents,
      divergence.acquirerAmountCents,
      divergence.now,
    ],
  );
  return rows.length > 0;
}

export interface Divergence {
  id: number;
  payment_id: number;
  kind: DivergenceKind;
  local_status: PaymentStatus;
  acquirer_status: string;
  local_amount_cents: number;
  acquirer_amount_cents: number;
  detected_at: Date;
  resolved_at: Date | null;
  resolution: string | null;
}

const COLUMNS = `d.id, d.payment_id, d.kind, d.local_status, d.acquirer_status, d.local_amount_cents, d.acquirer_amount_cents,
  d.detected_at, d.resolved_at, d.resolution`;

export async function listDivergencesOfMerchant(
  db: Db,
  merchantId: number,
  isResolved: boolean | undefined,
  paging: Paging,
): Promise<{ divergences: Divergence[]; total: number }> {
  const [row] = await db.query<{ divergences: Divergence[] | null; total: number }>(
    `WITH own AS (
       SELECT ${COLUMNS} FROM divergences d JOIN payments p ON p.id = d.payment_id
       WHERE p.merchant_id = $1 AND ($2::boolean IS NULL OR (d.resolved_at IS NOT NULL) = $2)
     ), page AS (SELECT * FROM own ORDER BY id DESC LIMIT ${paging.limit} OFFSET ${offsetOf(paging)})
     SELECT (SELECT count(*) FROM own) AS total, (SELECT json_agg(page ORDER BY id DESC) FROM page) AS divergences`,
    [merchantId, isResolved ?? null],
  );
  const divergences = (row?.divergences ?? []).map((divergence) => ({
    ...divergence,
    detected_at: new Date(divergence.detected_at),
    resolved_at: divergence.resolved_at && new Date(divergence.resolved_at),
  }));
  return { divergences, total: row?.total ?? 0 };
}

/** Money that came for a payment that had ended, and nobody has dealt with yet. */
export async function hasLatePayment(db: Db, paymentId: number): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM divergences WHERE payment_id = $1 AND kind = 'LATE_PAYMENT' AND resolved_at IS NULL`, [
    paymentId,
  ]);
  return rows.length > 0;
}

export async function findDivergenceOfMerchant(db: Db, merchantId: number, id: number): Promise<Divergence | null> {
  const [row] = await db.query<Divergence>(
    `SELECT ${COLUMNS} FROM divergences d JOIN payments p ON p.id = d.payment_id WHERE d.id = $1 AND p.merchant_id = $2`,
    [id, merchantId],
  );
  return row ?? null;
}

/** A resolution stands: the second one finds nothing to change. */
export async function resolveDivergenceOfMerchant(
  tx: Tx,
  merchantId: number,
  id: number,
  resolution: string,
  now: Date,
): Promise<Divergence | null> {
  const [row] = await tx.query<Divergence>(
    `UPDATE divergences d SET resolved_at = $4, resolution = $3
     FROM payments p WHERE p.id = d.payment_id AND d.id = $1 AND p.merchant_id = $2 AND d.resolved_at IS NULL RETURNING ${COLUMNS}`,
    [id, merchantId, resolution, now],
  );
  return row ?? null;
}
