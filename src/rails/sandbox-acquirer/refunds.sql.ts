import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export type RefundStatus = 'PROCESSING' | 'REFUNDED' | 'REFUSED';

export interface Refund {
  reference: string;
  refundId: string;
  chargeReference: string;
  amountCents: number;
  status: RefundStatus;
  reason: string | null;
  refundedAt: Date | null;
}

const COLUMNS = `
  reference, refund_id AS "refundId", charge_reference AS "chargeReference", amount_cents AS "amountCents",
  status, reason, refunded_at AS "refundedAt"`;

/** Null when the reference is taken. */
export async function insertRefund(
  tx: Tx,
  refund: Refund & { description: string | null; createdAt: Date },
): Promise<Refund | null> {
  const [inserted] = await tx.query<Refund>(
    `INSERT INTO sandbox_acquirer.refunds
       (reference, refund_id, charge_reference, amount_cents, status, reason, description, created_at, refunded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (reference) DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      refund.reference,
      refund.refundId,
      refund.chargeReference,
      refund.amountCents,
      refund.status,
      refund.reason,
      refund.description,
      refund.createdAt,
      refund.refundedAt,
    ],
  );
  return inserted ?? null;
}

export async function findRefund(db: Db, reference: string): Promise<Refund | null> {
  const [found] = await db.query<Refund>(`SELECT ${COLUMNS} FROM sandbox_acquirer.refunds WHERE reference = $1`, [
    reference,
  ]);
  return found ?? null;
}

/** Call with the charge locked: refunds are inserted and settled only under that lock. */
export async function sumProcessingRefunds(tx: Tx, chargeReference: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents
       FROM sandbox_acquirer.refunds WHERE charge_reference = $1 AND status = 'PROCESSING'`,
    [chargeReference],
  );
  return row?.cents ?? 0;
}

export async function settleRefundRow(
  tx: Tx,
  reference: string,
  settled: { status: RefundStatus; reason: string | null; refundedAt: Date | null },
): Promise<Refund> {
  const [updated] = await tx.query<Refund>(
    `UPDATE sandbox_acquirer.refunds SET status = $2, reason = $3, refunded_at = $4
      WHERE reference = $1 AND status = 'PROCESSING'
      RETURNING ${COLUMNS}`,
    [reference, settled.status, settled.reason, settled.refundedAt],
  );
  if (!updated) throw new Error(`refund ${reference} was settled while its charge was locked`);
  return updated;
}
