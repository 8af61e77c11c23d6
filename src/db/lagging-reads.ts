import type { Logger } from 'pino';
import type { Db } from './pool.ts';
import { createReplica, type ReplicaProblem } from './replica.ts';

/**
 * Reads whose answer may be some seconds old: lists, statements and reports. What decides about money must not be one
 * of them, so this holds no `query`: only `mayLag` opens it, and a wall says which routes may import that.
 */
export interface LaggingReads {
  readonly [reads]: Db;
}

const reads: unique symbol = Symbol('reads');

/** Where to read what may be some seconds old. */
export function mayLag({ lagging }: { lagging: LaggingReads }): Db {
  return lagging[reads];
}

export function readAtPrimary(primary: Db): LaggingReads {
  return { [reads]: primary };
}

/** How often the replica is looked at. Requests never wait for a look. */
const LOOK_EVERY_MS = 1_000;
/** A replica that comes and goes does not fill the log. */
const TELL_AT_MOST_EVERY_MS = 60_000;
const SAYS: Record<ReplicaProblem, string> = {
  away: 'the replica at DATABASE_READ_URL is away: lists are read at the primary',
  behind: 'the replica at DATABASE_READ_URL is too far behind: lists are read at the primary',
  stranger: 'DATABASE_READ_URL leads to another database cluster: lists are read at the primary',
};

export interface ReplicaAddresses {
  primary: Db;
  replica: Db;
  maxLagMs: number;
  log: Logger;
}

/** Reads at the replica as long as it is good, looked at by this process until `close`. */
export async function readAtReplica(
  addresses: ReplicaAddresses,
): Promise<{ lagging: LaggingReads; close: () => Promise<void> }> {
  const { log, ...parts } = addresses;
  const replica = createReplica({ ...parts, nowMs: () => performance.now(), tell: telling(log) });
  let looking: Promise<void> | null = replica.check();
  await looking;
  looking = null;
  const timer = setInterval(() => {
    looking ??= replica.check().finally(() => {
      looking = null;
    });
  }, LOOK_EVERY_MS);
  return {
    lagging: { [reads]: replica },
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

function telling(log: Logger): (problem: ReplicaProblem | null, err?: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let isWarned = true;
  return (problem, err) => {
    if (problem === null) {
      // Good news follows a warning that was given, and no other.
      if (isWarned) log.info('lists are read at the replica of DATABASE_READ_URL');
      isWarned = false;
      return;
    }
    if (performance.now() - warnedAt < TELL_AT_MOST_EVERY_MS) return;
    warnedAt = performance.now();
    isWarned = true;
    log.warn({ err }, SAYS[problem]);
  };
}
