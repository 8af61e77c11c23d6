import type { Db } from './db/pool.ts';
import { shareReads } from './db/shared-read.ts';
import { statement } from './db/statement.ts';

/**
 * Two kinds of time. Business time (created, paid, due, settled) may be moved forward in the sandbox; real time governs
 * tokens, leases, throttles and signatures.
 */
export interface Clock {
  /** Inside a transaction, pass its handle: a second connection asked for while one is held could wait for ever. */
  now(on?: Db): Promise<Date>;
  realNow(): Date;
  /** The database's own real time: the one clock that all processes share, and that theirs must agree with. */
  databaseNow(on?: Db): Promise<Date>;
}

export function liveClock(db: Db): Clock {
  return { now: async () => new Date(), realNow: () => new Date(), databaseNow: (on = db) => readDatabaseTime(on) };
}

const READ_OFFSET = statement('SELECT offset_seconds FROM sandbox_clock');

/**
 * Every call learns the offset as it is at that moment or later, so that all processes on one database agree on the
 * time. Calls at the same time share a read.
 */
export function sandboxClock(db: Db): Clock {
  const readOffset = async (on: Db) =>
    (await on.query<{ offset_seconds: number }>(READ_OFFSET))[0]?.offset_seconds ?? 0;
  const readSharedOffset = shareReads(() => readOffset(db));
  return {
    ...liveClock(db),
    async now(on) {
      const offsetSeconds = await (on ? readOffset(on) : readSharedOffset());
      return new Date(Date.now() + offsetSeconds * 1000);
    },
  };
}

async function readDatabaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return (row as { at: Date }).at;
}

/** How far the clock of a process may be from the database's. */
const MAX_SKEW_MS = 5_000;

/**
 * How far this process's clock is ahead of the database's; negative when it is behind. The time that the question took
 * is not counted, and a difference within bounds is 0.
 */
export async function clockSkewMs(clock: Clock, on?: Db): Promise<number> {
  const askedAt = clock.realNow().getTime();
  const databaseTime = (await clock.databaseNow(on)).getTime();
  const answeredAt = clock.realNow().getTime();
  const skewMs = databaseTime < askedAt ? askedAt - databaseTime : Math.min(0, answeredAt - databaseTime);
  return Math.abs(skewMs) > MAX_SKEW_MS ? skewMs : 0;
}
