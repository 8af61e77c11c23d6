import { setTimeout as delay } from 'node:timers/promises';
import { endOf, type LaunchOptions, type Postmaster, RETRY_PAUSE_MS, stopPostmaster, tryStart } from './postmaster.ts';
import { killOrphanedBackends } from './process.ts';

export interface Supervisor {
  /** Ends the watch and a restart that is under way, then stops the server. */
  stop(): Promise<void>;
}

/**
 * Asking is cheap: it reads a variable for our own child, and a line of the process table for a server that
 * was taken over.
 */
const WATCH_MS = 100;
/**
 * The usual causes (dying backends, a port that is not free yet) may last this long; after that, a person has to look.
 */
const QUICK_RETRIES_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;
/**
 * A server that ends sooner than this after its start is in a crash loop: each restart waits twice as long as
 * the one before.
 */
const STABLE_AFTER_MS = 5_000;
/** The longest such wait, so that the service is back within five seconds. */
const LONGEST_LOOP_PAUSE_MS = 2_000;

/** The time as the watch sees it, and its waiting: tests bring their own. */
export interface Pace {
  nowMs: () => number;
  /** When aborted, it ends early and without an error. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const REAL: Pace = { nowMs: Date.now, pause };

/**
 * Starts the server again, on the same port, whenever it ends without having been told to: the pool's
 * address stays good.
 */
export function supervise(first: Postmaster, options: LaunchOptions, pace = REAL): Supervisor {
  const stopping = new AbortController();
  // One loop does everything, so that two restarts never overlap.
  const last = watch(first, options, stopping.signal, pace);
  return {
    async stop() {
      stopping.abort();
      await stopPostmaster(await last, options.cluster, options.log);
      killOrphanedBackends(options.cluster.directory); // These belong to a server that was killed a moment ago.
    },
  };
}

/** Once `signal` is aborted, returns the last server, which may have ended. */
async function watch(first: Postmaster, options: LaunchOptions, signal: AbortSignal, pace: Pace): Promise<Postmaster> {
  let current = first;
  let startedAt = pace.nowMs();
  let pauseMs = 0;
  for (;;) {
    // The watch does not keep Node alive: a process that ends without stop() leaves the server to the next start.
    while (!signal.aborted && !current.hasExited()) await pause(WATCH_MS, signal, false);
    if (signal.aborted) return current;
    const how = current.ending ? ` with ${current.ending}` : '';
    options.log(
      `PostgreSQL (process ${current.pid}) ended unexpectedly${how}: starting it again; see ${options.logFile}`,
    );
    const endedAt = pace.nowMs();
    pauseMs = endedAt - startedAt < STABLE_AFTER_MS ? longer(pauseMs, LONGEST_LOOP_PAUSE_MS) : 0;
    await pace.pause(pauseMs, signal);
    const next = await restart(current.port, options, signal);
    if (!next) return current;
    current = next;
    startedAt = pace.nowMs();
    options.log(`PostgreSQL runs again (process ${current.pid}, port ${current.port}) after ${startedAt - endedAt} ms`);
  }
}

/** Never gives up: without a database the service answers 503, and only a running server ends that. */
async function restart(port: number, options: LaunchOptions, signal: AbortSignal): Promise<Postmaster | undefined> {
  const quickUntil = Date.now() + QUICK_RETRIES_MS;
  for (let pauseMs = RETRY_PAUSE_MS; !signal.aborted; await pause(pauseMs, signal)) {
    const problem = await tryStart(options, { port, signal }).catch((error: Error) => error);
    if (problem && !(problem instanceof Error)) return problem;
    if (Date.now() < quickUntil || signal.aborted) continue;
    if (pauseMs === RETRY_PAUSE_MS) {
      const reason = problem?.message ?? `the end of ${options.logFile}:\n${endOf(options.logFile)}`;
      options.log(`ERROR: PostgreSQL could not be started for ${QUICK_RETRIES_MS / 1000} s; still trying. ${reason}`);
    }
    pauseMs = longer(pauseMs, LONGEST_PAUSE_MS);
  }
  return undefined;
}

function longer(pauseMs: number, limitMs: number): number {
  return Math.min(Math.max(pauseMs * 2, RETRY_PAUSE_MS), limitMs);
}

/** Waits; when aborted, it ends early and without an error. */
async function pause(milliseconds: number, signal: AbortSignal, ref = true): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref }).catch(() => {});
}
