import type { Db } from '../../../ground/db/pool.ts';

/** Of how many deliveries figures are made: a busy endpoint has as many in minutes, and its picture is the same. */
const MOST_COUNTED = 20_000;

interface HourOfDeliveries {
  delivered: number;
  pending: number;
  failed: number;
}

export interface DeliveryStats extends HourOfDeliveries {
  attempts: number;
  /** How long attempts took; null when there were none. */
  p50_ms: number | null;
  p95_ms: number | null;
  /** Where the count begins when there were more than are counted; else null. */
  counted_from: Date | null;
  /** By the number of the hour since `from`; only hours with deliveries. */
  by_hour: Record<string, HourOfDeliveries>;
}

const COUNTS = `count(*) FILTER (WHERE status = 'DELIVERED') AS delivered,
  count(*) FILTER (WHERE status = 'PENDING') AS pending, count(*) FILTER (WHERE status = 'FAILED') AS failed`;

/** What became of the deliveries that were written since then. Ids rise with time: the newest have the highest. */
export async function readDeliveryStats(db: Db, endpointId: number, from: Date): Promise<DeliveryStats> {
  const [row] = await db.query<DeliveryStats>(
    `WITH newest AS MATERIALIZED (
       SELECT id, status, created_at FROM webhook_deliveries WHERE endpoint_id = $1
       ORDER BY id DESC LIMIT ${MOST_COUNTED}
     ), counted AS MATERIALIZED (
       SELECT * FROM newest WHERE created_at >= $2
     ), hours AS (
       SELECT floor(extract(epoch FROM created_at - $2) / 3600)::integer AS hour, ${COUNTS} FROM counted GROUP BY 1
     ), durations AS (
       SELECT count(*) AS attempts, percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50_ms,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms
       FROM counted c JOIN webhook_attempts a ON a.delivery_id = c.id
     )
     SELECT ${COUNTS}, (SELECT CASE WHEN count(*) = ${MOST_COUNTED} AND min(created_at) > $2 THEN min(created_at) END
         FROM newest) AS counted_from,
       durations.attempts, durations.p50_ms, durations.p95_ms,
       (SELECT coalesce(json_object_agg(hour, json_build_object(
          'delivered', delivered, 'pending', pending, 'failed', failed)), '{}') FROM hours) AS by_hour
     FROM durations LEFT JOIN counted ON true GROUP BY durations.attempts, durations.p50_ms, durations.p95_ms`,
    [endpointId, from],
  );
  return row as DeliveryStats;
}
