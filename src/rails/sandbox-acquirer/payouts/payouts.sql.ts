import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../../ground/queues/chunks.ts';
import type { Payout, PayoutAction, PayoutState } from './payout.rules.ts';

const COLUMNS = `
  reference, payout_id AS "payoutId", amount_cents AS "amountCents", status, reason,
  is_key_unknown AS "isKeyUnknown", holder_name AS "holderName", holder_document AS "holderDocument",
  end_to_end_id AS "endToEndId", returns, returned_cents AS "returnedCents", created_at AS "createdAt",
  paid_at AS "paidAt", next_step AS "nextStep", next_at AS "nextAt"`;

interface Row extends Omit<Payout, 'holder' | 'next'> {
  holderName: string;
  holderDocument: string;
  nextStep: PayoutAction | null;
  nextAt: Date | null;
}

function payoutOf({ holderName, holderDocument, nextStep, nextAt, ...row }: Row): Payout {
  const next = nextStep && nextAt ? { step: nextStep, at: nextAt } : null;
  return { ...row, holder: { name: holderName, document: holderDocument }, next };
}

/** Null when the reference is taken. */
export async function insertPayout(db: Db, payout: Payout): Promise<Payout | null> {
  const { holder, next } = payout;
  const [row] = await db.query<Row>(
    `INSERT INTO sandbox_acquirer.payouts (reference, payout_id, amount_cents, status, reason, is_key_unknown,
       holder_name, holder_document, created_at, next_step, next_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
    [
      payout.reference,
      payout.payoutId,
      payout.amountCents,
      payout.status,
      payout.reason,
      payout.isKeyUnknown,
      holder.name,
      holder.document,
      payout.createdAt,
      next?.step ?? null,
      next?.at ?? null,
    ],
  );
  return row ? payoutOf(row) : null;
}

export async function findPayout(db: Db, reference: string): Promise<Payout | null> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM sandbox_acquirer.payouts WHERE reference = $1`, [
    reference,
  ]);
  return row ? payoutOf(row) : null;
}

export async function lockPayout(tx: Tx, reference: string): Promise<Payout | null> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM sandbox_acquirer.payouts WHERE reference = $1 FOR UPDATE`, [
    reference,
  ]);
  return row ? payoutOf(row) : null;
}

export async function updatePayout(tx: Tx, reference: string, state: PayoutState): Promise<Payout> {
  const [row] = await tx.query<Row>(
    `UPDATE sandbox_acquirer.payouts SET status = $2, reason = $3, end_to_end_id = $4, paid_at = $5, returns = $6,
       returned_cents = $7, next_step = $8, next_at = $9
     WHERE reference = $1 RETURNING ${COLUMNS}`,
    [
      reference,
      state.status,
      state.reason,
      state.endToEndId,
      state.paidAt,
      JSON.stringify(state.returns),
      state.returnedCents,
      state.next?.step ?? null,
      state.next?.at ?? null,
    ],
  );
  return payoutOf(row as Row);
}

/** To which something is about to happen by itself. */
export async function listPayoutsDue(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(
    'SELECT reference FROM sandbox_acquirer.payouts WHERE next_at <= $1 ORDER BY next_at LIMIT $2',
    [now, most],
  );
  return rows.map(({ reference }) => reference);
}

export type PaidPayout = Pick<Payout, 'reference' | 'endToEndId' | 'amountCents'> & { paidAt: Date };

/** What left in a period, both ends included, one more than asked for where there is more. */
export async function listPaidPayouts(
  db: Db,
  { from, to, skip, most }: { from: Date; to: Date; skip: number; most: number },
): Promise<PaidPayout[]> {
  return db.query<PaidPayout>(
    `SELECT reference, end_to_end_id AS "endToEndId", amount_cents AS "amountCents", paid_at AS "paidAt"
     FROM sandbox_acquirer.payouts WHERE paid_at >= $1 AND paid_at <= $2
     ORDER BY paid_at, reference OFFSET $3 LIMIT $4`,
    [from, to, skip, most],
  );
}

/** The oldest payouts that have ended. One that came back late would be asked about in vain. */
export async function removeOldestPayouts(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  const [row] = await tx.query<Chunk<Date>>(
    `WITH oldest AS MATERIALIZED (
       SELECT reference, created_at FROM sandbox_acquirer.payouts
       WHERE created_at >= coalesce($1::timestamptz, '-infinity') AND created_at < $2 AND status <> 'PROCESSING'
       ORDER BY created_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), removed AS (
       DELETE FROM sandbox_acquirer.payouts WHERE reference = ANY (ARRAY(SELECT reference FROM oldest))
     )
     SELECT count(*) AS count, max(created_at) AS last FROM oldest`,
    [from, before],
  );
  return row as Chunk<Date>;
}
