import type { Logger } from 'pino';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import type { Db } from '../../ground/db/pool.ts';
import { audienceLimits, gatherAudience, type Listener, type Member } from '../../ground/streams/gather-audience.ts';
import { type FeedEvent, listUnreadEvents } from './feed.sql.ts';
import { cursorOf, type FeedPosition } from './feed-cursor.rules.ts';

/** What one look brings one reader: who is far behind catches up at this pace, and holds up nobody. */
const EVENTS_PER_LOOK = 100;
const HEARTBEAT_MS = 15_000;
const LIFE_MS = 60 * 60_000;
/** Nobody is told anything by a login or key that ended longer ago than this, and what requests remember of it. */
const CHECKED_WITHIN_MS = 1_000;
/** With the second between two looks, a stream on which nothing happens ends within a minute of its login. */
const CHECK_LOGIN_EVERY_MS = 45_000;
/** So many are asked about at a time. */
const LOGINS_AT_ONCE = 100;
const LIMITS = { most: 2_000, partOfConnections: 4, partOfOne: 20 };

/** What became known, and where the feed goes on after it. */
export interface FeedNews {
  event: FeedEvent;
  cursor: string;
}

export interface FeedListener extends Listener<FeedNews> {
  /** Whether the login that the stream was opened by still holds. */
  isStillIn(): Promise<boolean>;
}

export interface FeedWatch {
  /** Tells the listener of each event after this position; refuses when there are too many. */
  join(merchantId: number, after: FeedPosition, listener: FeedListener): { leave: () => void };
  /** Events were written by this process: there is something to tell. */
  poke(): void;
  /** Ends all streams: their readers come back, to another process or to this one when it is there again. */
  close(): void;
}

export interface WithFeed {
  /** Who follows the events by a stream of this process. */
  feed: FeedWatch;
}

interface Reading {
  after: FeedPosition;
  checkedAt: number;
  isStillIn: FeedListener['isStillIn'];
}
type Reader = Member<number, FeedNews, Reading>;

/** Everybody who listens to the feed in this process: merchants nobody listens for cost nothing. */
export function watchFeed(deps: { db: Db; clock: Clock; log: Logger; config: Config }): FeedWatch {
  const realMs = () => deps.clock.realNow().getTime();

  const look = async () => {
    const groups = groupsOf(audience.all());
    const unread = await listUnreadEvents(
      deps.db,
      groups.map(([{ topic, memory }]) => ({ merchantId: topic, after: memory.after })),
      EVENTS_PER_LOOK,
    );
    for (const [index, events] of unread.entries()) {
      if (events.length === 0) continue;
      const readers = groups[index] ?? [];
      await dismissWhoIsOut(readers, CHECKED_WITHIN_MS, realMs());
      for (const reader of readers) tellAll(reader, events, realMs());
      if (events.length === EVENTS_PER_LOOK) audience.poke();
    }
    await dismissWhoIsOut(audience.all(), CHECK_LOGIN_EVERY_MS, realMs());
  };

  const audience = gatherAudience<number, FeedNews, Reading>(deps, {
    ...audienceLimits(deps.config, LIMITS),
    counted: 'streams of events',
    lifeMs: LIFE_MS,
    beatAfterMs: HEARTBEAT_MS,
    look,
  });

  return {
    join(merchantId, after, listener) {
      const memory = { after, checkedAt: realMs(), isStillIn: listener.isStillIn };
      const reader = audience.join(merchantId, String(merchantId), listener, memory);
      return { leave: () => audience.leave(reader) };
    },
    poke: audience.poke,
    close: audience.close,
  };
}

/** Those who have read equally far are answered by one part of the question: mostly all of a merchant's. */
function groupsOf(readers: readonly Reader[]): [Reader, ...Reader[]][] {
  const groups = new Map<string, [Reader, ...Reader[]]>();
  for (const reader of readers) {
    const key = `${reader.topic} ${cursorOf(reader.memory.after)}`;
    const group = groups.get(key);
    if (group) group.push(reader);
    else groups.set(key, [reader]);
  }
  return [...groups.values()];
}

function tellAll(reader: Reader, events: readonly FeedEvent[], realNow: number): void {
  for (const event of events) {
    if (!reader.isHere()) return;
    reader.memory.after = { writtenBy: event.written_by, position: event.position };
    reader.tell({ event, cursor: cursorOf(reader.memory.after) }, realNow);
  }
}

async function dismissWhoIsOut(readers: readonly Reader[], afterMs: number, realNow: number): Promise<void> {
  const due = readers.filter((reader) => reader.isHere() && realNow - reader.memory.checkedAt >= afterMs);
  for (let from = 0; from < due.length; from += LOGINS_AT_ONCE)
    await Promise.all(
      due.slice(from, from + LOGINS_AT_ONCE).map(async (reader) => {
        if (!(await reader.memory.isStillIn())) reader.dismiss();
        reader.memory.checkedAt = realNow;
      }),
    );
}
