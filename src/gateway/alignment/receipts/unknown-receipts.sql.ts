import type { Db } from '../../../ground/db/pool.ts';
import type { Tx } from '../../../ground/db/transaction.ts';
import type { ReceivedPayment } from '../../../rails/acquirers/acquirer.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';

export const RECEIPT_COLUMNS = `id, acquirer, day, end_to_end_id, reference, amount_cents, refunded_cents, paid_at,
  closed_at, closed_by, reason, bound_payment_id, booked_cents, credit_on`;
/**
 * What was given back as a whole is nobody's business any more; what was bound is the business of its payment. What was
 * booked is open again when the bank gives it back.
 */
export const IS_OPEN = `closed_at IS NULL AND bound_payment_id IS NULL
  AND booked_cents <> amount_cents - refunded_cents`;
/** What the books contain stays. */
const IS_BOOKED = 'EXISTS (SELECT FROM receipt_bookings b WHERE b.receipt_id = unknown_receipts.id)';

export interface OpenReceipts {
  count: number;
  cents: number;
}

/**
 * Those that are new are stored, of the others what was given back since. Answers how many were new, and their sum.
 * `merchantId` is told of them; null: nobody but the operator.
 */
export async function storeUnknownReceipts(
  tx: Tx,
  seen: {
    acquirer: string;
    day: string;
    now: Date;
    receipts: readonly ReceivedPayment[];
    merchantId: number | null;
  },
): Promise<OpenReceipts> {
  const rows = await tx.query<{ is_new: boolean; amount_cents: number }>(
    `INSERT INTO unknown_receipts (acquirer, day, end_to_end_id, reference, amount_cents, refunded_cents, paid_at,
       credit_on, first_seen_at, told_merchant_id)
     SELECT DISTINCT ON (r."endToEndId") $1, $2, r."endToEndId", r.reference, r."amountCents", r."refundedAmountCents",
       r."paidAt", r."creditOn", $3::timestamptz, $5::bigint
     FROM jsonb_to_recordset($4) AS r("endToEndId" text, reference text, "amountCents" bigint,
       "refundedAmountCents" bigint, "paidAt" timestamptz, "creditOn" date)
     ON CONFLICT (acquirer, end_to_end_id) DO UPDATE SET refunded_cents = EXCLUDED.refunded_cents
     RETURNING xmax = 0 AS is_new, amount_cents`,
    [seen.acquirer, seen.day, seen.now, JSON.stringify(seen.receipts), seen.merchantId],
  );
  const added = rows.filter(({ is_new }) => is_new);
  return { count: added.length, cents: added.reduce((sum, { amount_cents }) => sum + amount_cents, 0) };
}

/**
 * Part of a statement of another owner: what somebody should look at, as `kind, merchant_id, subject_id, since`. What
 * was seen at once is one piece of news, named by its first.
 */
export const unknownReceiptsSince = (seenAfter: string) =>
  `SELECT 'unknown_receipts' AS kind, told_merchant_id AS merchant_id, min(id) AS subject_id, first_seen_at AS since
   FROM unknown_receipts WHERE told_merchant_id IS NOT NULL AND first_seen_at > ${seenAfter}
   GROUP BY told_merchant_id, acquirer, day, first_seen_at HAVING bool_or(${IS_OPEN})`;

/** What was seen with that one and is still open; null when nothing is. */
export async function findNewsOfReceipts(
  db: Db,
  merchantId: number,
  id: number,
): Promise<(OpenReceipts & { acquirer: string; day: string }) | null> {
  const [row] = await db.query<OpenReceipts & { acquirer: string; day: string }>(
    `SELECT acquirer, day, count(*) AS count, sum(amount_cents)::bigint AS cents FROM unknown_receipts
     WHERE told_merchant_id = $1 AND ${IS_OPEN} AND (acquirer, day, first_seen_at) =
       (SELECT acquirer, day, first_seen_at FROM unknown_receipts WHERE id = $2)
     GROUP BY acquirer, day`,
    [merchantId, id],
  );
  return row ?? null;
}

/** Of these days, newest first, at most so many; those that need nobody any more are left out. */
export async function listUnknownReceipts(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<UnknownReceipt[]> {
  return db.query(
    `SELECT ${RECEIPT_COLUMNS} FROM unknown_receipts
     WHERE day > (SELECT max(day) FROM unknown_receipts) - $1::integer AND ${IS_OPEN}
     ORDER BY day DESC, id DESC LIMIT $2`,
    [days, limit],
  );
}

/** All that nobody has dealt with, counted up to a limit. */
export async function countOpenReceipts(db: Db, most: number): Promise<OpenReceipts> {
  const [row] = await db.query<OpenReceipts>(
    `SELECT count(*) AS count, coalesce(sum(abs(amount_cents - refunded_cents - booked_cents)), 0)::bigint AS cents
     FROM (SELECT amount_cents, refunded_cents, booked_cents FROM unknown_receipts WHERE ${IS_OPEN} LIMIT $1) AS open`,
    [most],
  );
  return row as OpenReceipts;
}

/** For whoever is to deal with it: nobody else does meanwhile. */
export async function lockUnknownReceipt(tx: Tx, id: number): Promise<UnknownReceipt | null> {
  const [row] = await tx.query<UnknownReceipt>(
    `SELECT ${RECEIPT_COLUMNS} FROM unknown_receipts WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

export async function markReceiptBound(
  tx: Tx,
  { id, paymentId }: { id: number; paymentId: number },
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE unknown_receipts SET bound_payment_id = $2, bound_at = $5, bound_by = $3, binding_reason = $4
     WHERE id = $1`,
    [id, paymentId, by, reason, now],
  );
}

/** What belongs to a payment by the word of the operator, oldest first. */
export async function listReceiptsOfPayment(tx: Tx, paymentId: number): Promise<UnknownReceipt[]> {
  return tx.query(`SELECT ${RECEIPT_COLUMNS} FROM unknown_receipts WHERE bound_payment_id = $1 ORDER BY paid_at, id`, [
    paymentId,
  ]);
}

/**
 * Of what an acquirer lists, what is bound to payments, by its own id; with what was given back of it since. Banks'
 * reads may lag: what was given back stays so.
 */
export async function updateBoundReceipts(
  db: Db,
  acquirer: string,
  receipts: readonly ReceivedPayment[],
): Promise<Map<string, number>> {
  if (receipts.length === 0) return new Map();
  const rows = await db.query<{ end_to_end_id: string; bound_payment_id: number }>(
    `UPDATE unknown_receipts u SET refunded_cents = greatest(u.refunded_cents, r."refundedAmountCents")
     FROM jsonb_to_recordset($2) AS r("endToEndId" text, "refundedAmountCents" bigint)
     WHERE u.acquirer = $1 AND u.end_to_end_id = r."endToEndId" AND u.bound_payment_id IS NOT NULL
     RETURNING u.end_to_end_id, u.bound_payment_id`,
    [acquirer, JSON.stringify(receipts)],
  );
  return new Map(rows.map(({ end_to_end_id, bound_payment_id }) => [end_to_end_id, bound_payment_id]));
}

export interface NewReceiptBooking {
  receiptId: number;
  amountCents: number;
  companyId: number | null;
  by: string;
  reason: string;
  now: Date;
}

/** The caller holds the receipt's row. Answers the id, by which the journal names it. */
export async function insertReceiptBooking(tx: Tx, booking: NewReceiptBooking): Promise<number> {
  const { receiptId, amountCents, companyId, by, reason, now } = booking;
  await tx.query('UPDATE unknown_receipts SET booked_cents = booked_cents + $2 WHERE id = $1', [
    receiptId,
    amountCents,
  ]);
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO receipt_bookings (receipt_id, amount_cents, company_id, booked_by, reason, booked_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [receiptId, amountCents, companyId, by, reason, now],
  );
  return (row as { id: number }).id;
}

/** Null when there is none, or it was dealt with before. */
export async function closeUnknownReceipt(
  db: Db,
  id: number,
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<UnknownReceipt | null> {
  const [row] = await db.query<UnknownReceipt>(
    `UPDATE unknown_receipts SET closed_at = $4, closed_by = $2, reason = $3 WHERE id = $1
       AND closed_at IS NULL AND bound_payment_id IS NULL AND NOT ${IS_BOOKED}
     RETURNING ${RECEIPT_COLUMNS}`,
    [id, by, reason, now],
  );
  return row ?? null;
}

/** What needs nobody any more, of days before the given one. What belongs to a payment or to the books stays. */
export async function removeOldReceipts(db: Db, beforeDay: string, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM unknown_receipts WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM unknown_receipts WHERE day < $1 AND NOT (${IS_OPEN}) AND bound_payment_id IS NULL
         AND NOT ${IS_BOOKED} ORDER BY day LIMIT $2
       FOR UPDATE SKIP LOCKED)) RETURNING id`,
    [beforeDay, limit],
  );
  return rows.length;
}
