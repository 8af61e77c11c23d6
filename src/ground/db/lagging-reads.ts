import type { Logger } from 'pino';
import type { Db, PoolOptions } from './pool.ts';
import { createReplica, type ReplicaProblem } from './replica.ts';

/**
 * Reads whose answer may be some seconds old: lists, statements and reports. What decides about money must not be one
 * of them, so this holds no `query`: only `mayLag` opens it, and a wall says which routes may import that.
 */
export interface LaggingReads {
  readonly [reads]: Db;
}

export interface WithLists {
  /** For reads that grow with what is stored: few connections of their own, and little time for each statement. */
  listsDb: Db;
  /** For those of them that may be some seconds old; `mayLag` opens it. */
  lagging: LaggingReads;
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

export interface LaggingParts {
  primary: Db;
  databaseReadUrl: string | null;
  databaseReadMaxLagMs: number;
  open: (name: string, more: Partial<PoolOptions>) => Db;
  log: Logger;
}

/**
 * Reads at the replica as long as it is good, looked at by this process until the clean-up; with no replica, where
 * everything else is read.
 */
export async function openLaggingReads(parts: LaggingParts, cleanups: (() => Promise<void>)[]): Promise<LaggingReads> {
  const { primary, databaseReadUrl: url, databaseReadMaxLagMs: maxLagMs, log } = parts;
  if (!url) return readAtPrimary(primary);
  // Whatever answers there, nothing is ever written to it.
  const replica = parts.open('vintem-replica', { url, settings: { default_transaction_read_only: 'on' } });
  const reading = createReplica({ primary, replica, maxLagMs, nowMs: () => performance.now(), tell: telling(log) });
  await reading.check();
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= reading.check().finally(() => {
      looking = null;
    });
  }, LOOK_EVERY_MS);
  cleanups.push(async () => {
    clearInterval(timer);
    await looking;
  });
  return { [reads]: reading };
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
