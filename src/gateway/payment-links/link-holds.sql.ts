import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';
import type { Held, LinkTime, PaymentLink } from './payment-links.rules.ts';

/** For `payment_link_holds hold`, with the time as $1 and since when boletos are held as $2. */
export const HAS_ENDED = `(hold.payment_type = 'pix' AND hold.counts_from <= $1
    OR hold.payment_type <> 'pix' AND hold.counts_from <= $2)`;

type LinkKey = Pick<PaymentLink, 'id' | 'merchant_id'>;

/** What stops holding a place is counted off in the same statement. */
const COUNT_OFF = `released AS (
    DELETE FROM payment_link_holds h USING ended
    WHERE (h.merchant_id, h.link_id, h.payment_id) = (ended.merchant_id, ended.link_id, ended.payment_id)
    RETURNING h.merchant_id, h.link_id, h.units
  ), counted AS (
    INSERT INTO payment_link_count_deltas (merchant_id, link_id, open_count, paid_count, paid_cents, held_units)
    SELECT merchant_id, link_id, -count(*), 0, 0, -sum(units) FROM released GROUP BY 1, 2
  )`;

/** Before a place of the link is taken: what is paid after this is known to be late. A bill's holds stay. */
export async function releaseHoldsOfLink(tx: Tx, link: LinkKey, { now, boletosSince }: LinkTime): Promise<void> {
  await tx.query(
    `WITH ended AS MATERIALIZED (
       SELECT hold.merchant_id, hold.link_id, hold.payment_id FROM payment_link_holds hold
       WHERE hold.merchant_id = $3 AND hold.link_id = $4 AND ${HAS_ENDED}
         AND EXISTS (SELECT FROM payment_links l WHERE l.merchant_id = $3 AND l.id = $4
           AND l.max_payments IS DISTINCT FROM 1)
       LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), ${COUNT_OFF} SELECT`,
    [now, boletosSince, link.merchant_id, link.id],
  );
}

export interface HoldPosition {
  countsFrom: string;
  id: number;
}

/** The same of all links, for one of the two ways in which holds end. */
export async function releaseHolds(
  tx: Tx,
  after: HoldPosition | null,
  isPix: boolean,
  { now, boletosSince }: LinkTime,
): Promise<Chunk<HoldPosition>> {
  const [row] = await tx.query<Chunk<HoldPosition>>(
    `WITH due AS MATERIALIZED (
       SELECT hold.merchant_id, hold.link_id, hold.payment_id, hold.counts_from FROM payment_link_holds hold
       WHERE hold.payment_type = $1 AND hold.counts_from <= $2
         AND (hold.counts_from, hold.payment_id) > (coalesce($3::timestamptz, '-infinity'), $4::bigint)
       ORDER BY hold.counts_from, hold.payment_id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
     ), ended AS MATERIALIZED (
       SELECT due.* FROM due JOIN payment_links l ON l.merchant_id = due.merchant_id AND l.id = due.link_id
       WHERE l.max_payments IS DISTINCT FROM 1
     ), ${COUNT_OFF}
     SELECT count(*) AS count, (SELECT json_build_object('countsFrom', counts_from, 'id', payment_id) FROM due
       ORDER BY counts_from DESC, payment_id DESC LIMIT 1) AS last
     FROM due`,
    [isPix ? 'pix' : 'invoice', isPix ? now : boletosSince, after?.countsFrom ?? null, after?.id ?? 0],
  );
  return row as Chunk<HoldPosition>;
}

/** What an address holds of a link without having paid. Ended holds were released before. */
export async function readHeldByAddress(tx: Tx, link: LinkKey, address: string): Promise<Held> {
  const [row] = await tx.query<Held>(
    `SELECT count(*) AS payments, coalesce(sum(units), 0)::bigint AS units FROM payment_link_holds
     WHERE merchant_id = $1 AND link_id = $2 AND address = $3`,
    [link.merchant_id, link.id, address],
  );
  return row as Held;
}

export async function nameHolder(tx: Tx, link: LinkKey, paymentId: number, address: string): Promise<void> {
  await tx.query(
    'UPDATE payment_link_holds SET address = $4 WHERE merchant_id = $1 AND link_id = $2 AND payment_id = $3',
    [link.merchant_id, link.id, paymentId, address],
  );
}

export interface LatePayment {
  merchant_id: number;
  payment_id: number;
}

/** One that was paid after its hold and of which nobody was told; it is taken with the caller's transaction. */
export async function takeLatePayment(tx: Tx): Promise<LatePayment | null> {
  const [row] = await tx.query<LatePayment>(
    `DELETE FROM payment_link_late_payments WHERE (merchant_id, payment_id) IN (
       SELECT merchant_id, payment_id FROM payment_link_late_payments LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING merchant_id, payment_id`,
  );
  return row ?? null;
}
