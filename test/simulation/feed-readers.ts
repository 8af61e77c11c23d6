import type { Db } from '../../src/ground/db/pool.ts';
import { listEventsOfMerchant } from '../../src/news/events/feed.sql.ts';
import { type FeedPosition, START_OF_FEED } from '../../src/news/events/feed-cursor.rules.ts';

/** A merchant that follows the feed page by page and remembers where it was. */
export interface FeedReader {
  after: FeedPosition;
  seen: string[];
}

export class FeedReaders {
  readonly #readers = new Map<number, FeedReader>();

  of(merchantId: number): FeedReader {
    const reader = this.#readers.get(merchantId) ?? { after: START_OF_FEED, seen: [] };
    this.#readers.set(merchantId, reader);
    return reader;
  }

  /** Reads the next page. When two ask at once for the same page, one takes it. Returns whether there was anything. */
  async readOn(db: Db, merchantId: number, most: number): Promise<boolean> {
    const reader = this.of(merchantId);
    const { after } = reader;
    const { events, next } = await listEventsOfMerchant(db, merchantId, { after, direction: 'ASC', limit: most });
    if (events.length === 0 || reader.after !== after) return false;
    reader.after = next;
    reader.seen.push(...events.map(({ id }) => id));
    return true;
  }
}
