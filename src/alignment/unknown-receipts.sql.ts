import type { ReceivedPayment } from '../acquirers/acquirer.ts';
import type { Db } from '../db/pool.ts';

/** A payment that a bank has received and that is none of ours, as far as we know. */
export interface UnknownReceipt {
  id: number;
  acquirer: string;
  day: string;
  end_to_end_id: string;
  reference: string;
  amount_cents: number;
  refunded_cents: number;
  paid_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  reason: string | null;
}

const COLUMNS = `id, acquirer, day, end_to_end_id, reference, amount_cents, refunded_cents, paid_at, closed_at,
  closed_by, reason`;
/** What was given back as a whole is nobody's business any more. */
const IS_OPEN = 'closed_at IS NULL AND refunded_cents < amount_cents';

/** Those that are new are stored, of the others what was given back since. Answers how many were new. */
export async function storeUnknownReceipts(
  db: Db,
  seen: { acquirer: string; day: string; now: Date; receipts: readonly ReceivedPayment[] },
): Promise<number> {
  const rows = await db.query<{ is_new: boolean }>(
    `INSERT INTO unknown_receipts (acquirer, day, end_to_end_id, reference, amount_cents, refunded_cents, paid_at,
       first_seen_at)
     SELECT DISTINCT ON (r."endToEndId") $1, $2, r."endToEndId", r.reference, r."amountCents", r."refundedAmountCents",
       r."paidAt", $3::timestamptz
     FROM jsonb_to_recordset($4) AS r("endToEndId" text, reference text, "amountCents" bigint,
       "refundedAmountCents" bigint, "paidAt" timestamptz)
     ON CONFLICT (acquirer, end_to_end_id) DO UPDATE SET refunded_cents = EXCLUDED.refunded_cents
     RETURNING xmax = 0 AS is_new`,
    [seen.acquirer, seen.day, seen.now, JSON.stringify(seen.receipts)],
  );
  return rows.filter(({ is_new }) => is_new).length;
}

/** Of these days, newest first, at most so many; those that need nobody any more are left out. */
export async function listUnknownReceipts(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<UnknownReceipt[]> {
  return db.query(
    `SELECT ${COLUMNS} FROM unknown_receipts
     WHERE day > (SELECT max(day) FROM unknown_receipts) - $1::integer AND ${IS_OPEN}
     ORDER BY day DESC, id DESC LIMIT $2`,
    [days, limit],
  );
}

export interface OpenReceipts {
  count: number;
  cents: number;
}

/** All that nobody has dealt with, counted up to a limit. */
export async function countOpenReceipts(db: Db, most: number): Promise<OpenReceipts> {
  const [row] = await db.query<OpenReceipts>(
    `SELECT count(*) AS count, coalesce(sum(amount_cents - refunded_cents), 0)::bigint AS cents
     FROM (SELECT amount_cents, refunded_cents FROM unknown_receipts WHERE ${IS_OPEN} LIMIT $1) AS open`,
    [most],
  );
  return row as OpenReceipts;
}

/** Null when there is none, or it was closed before. */
export async function closeUnknownReceipt(
  db: Db,
  id: number,
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<UnknownReceipt | null> {
  const [row] = await db.query<UnknownReceipt>(
    `UPDATE unknown_receipts SET closed_at = $4, closed_by = $2, reason = $3 WHERE id = $1 AND closed_at IS NULL
     RETURNING ${COLUMNS}`,
    [id, by, reason, now],
  );
  return row ?? null;
}

/** What needs nobody any more, of days before the given one. */
export async function removeOldReceipts(db: Db, beforeDay: string, limit: number): Promise<number> {
  const rows = await db.query(
    `DELETE FROM unknown_receipts WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM unknown_receipts WHERE day < $1 AND NOT (${IS_OPEN}) ORDER BY day LIMIT $2
       FOR UPDATE SKIP LOCKED)) RETURNING id`,
    [beforeDay, limit],
  );
  return rows.length;
}
