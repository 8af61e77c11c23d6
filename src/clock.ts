import type { Db } from './db/pool.ts';

/**
 * Two kinds of time. Business time (created, paid, due, settled) may be moved forward in the sandbox; real time governs
 * tokens, leases, throttles and signatures.
 */
export interface Clock {
  /** Inside a transaction, pass its handle: a second connection asked for while one is held could wait for ever. */
  now(on?: Db): Promise<Date>;
  realNow(): Date;
}

export function liveClock(): Clock {
  return { now: async () => new Date(), realNow: () => new Date() };
}

/** Reads the offset anew at every call, so that all processes on one database agree on the time. */
export function sandboxClock(db: Db): Clock {
  return {
    async now(on = db) {
      const [row] = await on.query<{ offset_seconds: number }>('SELECT offset_seconds FROM sandbox_clock');
      return new Date(Date.now() + (row?.offset_seconds ?? 0) * 1000);
    },
    realNow: () => new Date(),
  };
}
