import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { type DeltaPosition, foldDeltas } from '../../ground/queues/fold-deltas.sql.ts';
import { HAS_ENDED } from './link-holds.sql.ts';

const COUNTS = 'open_count, paid_count, paid_cents, held_units';

/** Of one link, before a job or a buyer counts them off: more have never ended at once. */
const MOST_ENDED = 1_000;

/**
 * For a statement over `payment_links link`, with the time as $1 and since when boletos are held as $2: what the link's
 * payments come to, under the name `counted`. All tables are read on the snapshot of that statement, so the counts are
 * exact for it, folded or not, and holds that have ended count no more, released or not. Those of a bill do not end.
 */
export const JOIN_COUNTS = `CROSS JOIN LATERAL (
    SELECT coalesce(sum(open_count), 0)::bigint AS open_count, coalesce(sum(paid_count), 0)::bigint AS paid_count,
      coalesce(sum(paid_cents), 0)::bigint AS paid_cents, coalesce(sum(held_units), 0)::bigint AS held_units
    FROM (
      SELECT ${COUNTS} FROM payment_link_counts c WHERE c.merchant_id = link.merchant_id AND c.link_id = link.id
      UNION ALL SELECT ${COUNTS} FROM payment_link_count_deltas d
      WHERE d.merchant_id = link.merchant_id AND d.link_id = link.id
      UNION ALL (SELECT -1, 0, 0, -hold.units FROM payment_link_holds hold
        WHERE hold.merchant_id = link.merchant_id AND hold.link_id = link.id
          AND link.max_payments IS DISTINCT FROM 1 AND ${HAS_ENDED} LIMIT ${MOST_ENDED})
    ) AS figures
  ) AS counted`;

const COUNTING = {
  key: ['merchant_id', 'link_id'],
  figures: ['open_count', 'paid_count', 'paid_cents', 'held_units'],
  order: ['merchant_id', 'link_id', 'id'],
};

export async function foldLinkCounts(tx: Tx, after: DeltaPosition | null): Promise<Chunk<DeltaPosition>> {
  return foldDeltas(tx, 'payment_link_count_deltas', 'payment_link_counts', COUNTING, after);
}

/** For a statement of another owner: whether there is anything to fold. */
export const HAS_LINK_DELTAS = 'EXISTS (SELECT FROM payment_link_count_deltas)';
