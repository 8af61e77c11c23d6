import type { Db } from '../../ground/db/pool.ts';
import type { Direction } from '../../ground/lists/list-query.rules.ts';
import { isOfSubject } from '../../ground/subjects/subjects.sql.ts';
import type { EventKind } from './event-kinds.rules.ts';
import { joinEvent } from './events.sql.ts';
import { type FeedPosition, START_OF_FEED } from './feed-cursor.rules.ts';

export interface FeedEvent {
  id: string;
  kind: string;
  payload: string;
  /** Real time. */
  occurred_at: Date;
  written_by: string;
  position: number;
}

/** Below every transaction still running: nothing can later appear before a row that was given out. */
const IS_SETTLED = 'written_by < pg_snapshot_xmin(pg_current_snapshot())';

/** In how many events a page is looked for, where not every event fits: a rare kind is found stretch by stretch. */
const MOST_LOOKED_AT = 10_000;

export interface FeedQuery {
  after: FeedPosition;
  direction: Direction;
  kind?: EventKind | undefined;
  /** Any number: a payment of another merchant, or none at all, has no events here. */
  paymentId?: number | undefined;
  limit: number;
}

export interface FeedPage {
  events: FeedEvent[];
  /** Where the next page goes on. */
  next: FeedPosition;
  hasMore: boolean;
}

/** A page of a merchant's events in the order of the feed, or backwards. */
export async function listEventsOfMerchant(db: Db, merchantId: number, query: FeedQuery): Promise<FeedPage> {
  const { after, direction, kind, paymentId, limit } = query;
  // Named by their table: an output column of the same name is text, and 999 would sort after 1000.
  const orderOf = (row: string) => `${row}.written_by ${direction}, ${row}.position ${direction}`;
  const mostLookedAt = kind === undefined ? limit + 1 : MOST_LOOKED_AT;
  // What belongs to one payment is little and comes by its subject; everything else comes by the feed's own index.
  const stretch =
    paymentId === undefined ? `ORDER BY ${orderOf('e')} LIMIT ${mostLookedAt}` : `AND ${isOfSubject('e', 5, 6)}`;
  const rows = await db.query<FeedEvent & { number: number }>(
    `WITH stretch AS MATERIALIZED (
       SELECT id, kind, written_by, position, row_number() OVER (ORDER BY ${orderOf('e')}) AS number FROM events e
       WHERE merchant_id = $1 AND (written_by, position) ${direction === 'ASC' ? '>' : '<'} ($2::text::xid8, $3)
         AND ${IS_SETTLED} ${stretch}
     )
     SELECT s.id, s.kind, s.written_by::text AS written_by, s.position, s.number, event.payload, event.occurred_at
     FROM stretch s ${joinEvent('s.id')}
     -- The last of a full stretch comes along, so that the next page can go on behind it.
     WHERE $4::text IS NULL OR s.kind = $4 OR s.number = ${mostLookedAt}
     ORDER BY ${orderOf('s')} LIMIT ${limit + 1}`,
    [
      merchantId,
      after.writtenBy,
      after.position,
      kind ?? null,
      ...(paymentId === undefined ? [] : ['payment', paymentId]),
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    events: page.filter((event) => kind === undefined || event.kind === kind),
    next: last ? { writtenBy: last.written_by, position: last.position } : after,
    hasMore: rows.length > limit || last?.number === mostLookedAt,
  };
}

/** Where the merchant's feed ends now: who starts here hears of whatever becomes settled from now on. */
export async function findEndOfMerchantsFeed(db: Db, merchantId: number): Promise<FeedPosition> {
  const [row] = await db.query<{ written_by: string; position: number }>(
    `SELECT e.written_by::text AS written_by, e.position FROM events e WHERE e.merchant_id = $1 AND ${IS_SETTLED}
     ORDER BY e.written_by DESC, e.position DESC LIMIT 1`,
    [merchantId],
  );
  return row ? { writtenBy: row.written_by, position: row.position } : START_OF_FEED;
}

/** Whether the merchant has an event at exactly this place. */
export async function isPlaceOfEvent(db: Db, merchantId: number, place: FeedPosition): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM events WHERE merchant_id = $1 AND written_by = $2::text::xid8 AND position = $3',
    [merchantId, place.writtenBy, place.position],
  );
  return rows.length > 0;
}

/** Everything up to here is settled: who starts here hears of whatever becomes settled from now on. */
export async function findEndOfFeed(db: Db): Promise<FeedPosition> {
  const [row] = await db.query<{ written_by: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS written_by',
  );
  return { writtenBy: (row as { written_by: string }).written_by, position: 0 };
}

/** Clocks of processes and the order of commits differ by seconds, never by so much. */
const MARGIN_MS = 10 * 60_000;

/**
 * A position in the feed before which nothing happened at or after this real time. There is no index by time, but
 * positions rise with it: halving their range finds the place in some forty probes.
 */
export async function findFeedPositionBefore(db: Db, time: Date): Promise<FeedPosition> {
  const [row] = await db.query<{ written_by: string }>(
    `WITH RECURSIVE search (low, high) AS (
       SELECT coalesce(min(position), 1), coalesce(max(position), 0) + 1 FROM events
       UNION ALL
       SELECT CASE WHEN is_before THEN middle + 1 ELSE low END, CASE WHEN is_before THEN high ELSE middle END
       FROM search CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) half
         CROSS JOIN LATERAL (SELECT coalesce(
           (SELECT occurred_at < $1 FROM events WHERE position >= middle ORDER BY position LIMIT 1), false) AS is_before
         ) probe
       WHERE low < high
     )
     SELECT written_by::text AS written_by FROM events WHERE position < (SELECT max(low) FROM search)
     ORDER BY position DESC LIMIT 1`,
    [new Date(time.getTime() - MARGIN_MS)],
  );
  // Of the transaction that wrote the last event before: all of its events count again.
  return row ? { writtenBy: row.written_by, position: 0 } : START_OF_FEED;
}

/**
 * Part of a statement of another owner: `stretch (id, kind, company_id, occurred_at, written_by, position)`, the next
 * events of a merchant after one position and up to another, and no more than `limit`. Also what is not settled yet:
 * for who looks at each event again, and not for who reads on.
 */
export const stretchOfFeed = (at: {
  merchantId: string;
  after: readonly [string, string];
  upTo: readonly [string, string];
  limit: number;
}) => `
  stretch AS MATERIALIZED (
    SELECT id, kind, company_id, occurred_at, written_by, position FROM events e
    WHERE merchant_id = ${at.merchantId}
      AND (written_by, position) > (${at.after[0]}::text::xid8, ${at.after[1]}::bigint)
      AND (written_by, position) <= (${at.upTo[0]}::text::xid8, ${at.upTo[1]}::bigint)
    ORDER BY e.written_by, e.position LIMIT ${at.limit}
  )`;

/** Somebody who follows the feed of a merchant. */
export interface FeedReader {
  merchantId: number;
  after: FeedPosition;
}

/** What each of these readers has not read yet, at most so much of it, in one statement for all of them. */
export async function listUnreadEvents(
  db: Db,
  readers: readonly FeedReader[],
  mostOfEach: number,
): Promise<FeedEvent[][]> {
  const rows = await db.query<FeedEvent & { number: number }>(
    `SELECT reader.number, event.id, event.kind, event.payload, event.occurred_at,
       event.written_by::text AS written_by, event.position
     FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY
       AS reader(merchant_id, written_by, position, number)
     CROSS JOIN LATERAL (
       SELECT id, kind, payload, occurred_at, written_by, position FROM events e
       WHERE merchant_id = reader.merchant_id AND (written_by, position) > (reader.written_by::xid8, reader.position)
         AND ${IS_SETTLED}
       ORDER BY e.written_by, e.position LIMIT ${mostOfEach}
     ) event
     ORDER BY reader.number, event.written_by, event.position`,
    [
      readers.map(({ merchantId }) => merchantId),
      readers.map(({ after }) => after.writtenBy),
      readers.map(({ after }) => after.position),
    ],
  );
  const unread: FeedEvent[][] = readers.map(() => []);
  for (const { number, ...event } of rows) unread[number - 1]?.push(event);
  return unread;
}
