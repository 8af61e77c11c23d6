import { listEpochStarts } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import { isPlaceOfEvent } from './feed.sql.ts';
import type { FeedPosition } from './feed-cursor.rules.ts';

/**
 * Where a reader of the feed goes on. After a restore one may have read what is lost: its cursor lies above numbers
 * that are given out again, and it would hear of nothing until they have passed it. A cursor that names no event
 * therefore goes on where the first epoch below it began; what was told before is at most told again.
 */
export async function placeToGoOnFrom(db: Db, merchantId: number, cursor: FeedPosition): Promise<FeedPosition> {
  const starts = await listEpochStarts(db);
  const lostFrom = starts.find((start) => BigInt(start) <= BigInt(cursor.writtenBy));
  const isOurs = lostFrom === undefined || starts.includes(cursor.writtenBy);
  if (isOurs || (await isPlaceOfEvent(db, merchantId, cursor))) return cursor;
  return { writtenBy: lostFrom, position: 0 };
}
