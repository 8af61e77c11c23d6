import { setTimeout as delay } from 'node:timers/promises';
import { endOf, type LaunchOptions, type Postmaster, RETRY_PAUSE_MS, stopPostmaster, tryStart } from './postmaster.ts';
import { killOrphanedBackends } from './process.ts';

export interface Supervisor {
  /** Ends the watch and a restart in progress, then the server. */
  stop(): Promise<void>;
}

/** Cheap to ask: a variable for our own child, a line of the process table for a server taken over. */
const WATCH_MS = 100;
/** So long the usual causes (dying backends, a port not yet free) may last; after that somebody has to look. */
const QUICK_RETRIES_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;
/** A server that ends sooner than this after its start is in a crash loop: each turn waits twice as long as the one before, */
const STABLE_AFTER_MS = 5_000;
/** but never so long that the service would not be back within five seconds. */
const LONGEST_LOOP_PAUSE_MS = 2_000;

/** Starts the server again, on the same port, whenever it ends without having been told to: the pool's address stays good. */
export function supervise(first: Postmaster, options: LaunchOptions): Supervisor {
  const stopping = new AbortController();
  // One loop does it all, so two restarts never overlap.
  const last = watch(first, options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await stopPostmaster(await last, options.cluster, options.log);
      killOrphanedBackends(options.cluster.directory); // of a server killed a moment ago
    },
  };
}

/** Returns the last server, which may have ended, once `signal` is aborted. */
async function watch(first: Postmaster, options: LaunchOptions, signal: AbortSignal): Promise<Postmaster> {
  let current = first;
  let startedAt = Date.now();
  let pauseMs = 0;
  for (;;) {
    // Not a reason for Node to stay: whoever ends without stop() leaves the server to the next start.
    while (!signal.aborted && !current.hasExited()) await pause(WATCH_MS, signal, false);
    if (signal.aborted) return current;
    const how = current.ending ? ` with ${current.ending}` : '';
    options.log(`PostgreSQL (process ${current.pid}) ended unexpectedly${how}: starting it again; see ${options.logFile}`);
    const endedAt = Date.now();
    pauseMs = endedAt - startedAt < STABLE_AFTER_MS ? longer(pauseMs, LONGEST_LOOP_PAUSE_MS) : 0;
    await pause(pauseMs, signal);
    const next = await restart(current.port, options, signal);
    if (!next) return current;
    current = next;
    startedAt = Date.now();
    options.log(`PostgreSQL runs again (process ${current.pid}, port ${current.port}) after ${startedAt - endedAt} ms`);
  }
}

/** Never gives up: with the database away the service answers 503, and only a server brings it back. */
async function restart(port: number, options: LaunchOptions, signal: AbortSignal): Promise<Postmaster | undefined> {
  const quickUntil = Date.now() + QUICK_RETRIES_MS;
  for (let pauseMs = RETRY_PAUSE_MS; !signal.aborted; await pause(pauseMs, signal)) {
    const problem = await tryStart(options, { port, signal }).catch((error: Error) => error);
    if (problem && !(problem instanceof Error)) return problem;
    if (Date.now() < quickUntil || signal.aborted) continue;
    if (pauseMs === RETRY_PAUSE_MS) {
      const reason = problem?.message ?? `the end of ${options.logFile}:\n${endOf(options.logFile)}`;
      options.log(`ERROR: PostgreSQL could not be started for ${QUICK_RETRIES_MS / 1000} s; trying on. ${reason}`);
    }
    pauseMs = longer(pauseMs, LONGEST_PAUSE_MS);
  }
  return undefined;
}

function longer(pauseMs: number, limitMs: number): number {
  return Math.min(Math.max(pauseMs * 2, RETRY_PAUSE_MS), limitMs);
}

/** Ends early, and quietly, when aborted. */
async function pause(milliseconds: number, signal: AbortSignal, ref = true): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref }).catch(() => {});
}
