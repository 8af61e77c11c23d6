import { setTimeout as pause } from 'node:timers/promises';
import type { DbPool } from '../../../ground/db/pool.ts';
import { activityOf, type Load, type Sessions } from './limit.rules.ts';
import { askNothing, commitOneRow, lookAtSessions, makeCommitTable } from './measured.sql.ts';
import { readMachine } from './processor-time.ts';
import { readUsage, type Usage } from './tasks.ts';

const LOOK_EVERY_MS = 50;
const FEWEST_COMMITS = 20;

export interface Times {
  commitMs: number[];
  roundTripMs: number[];
}

/** One after the other on one connection, while nothing else runs: what a single commit waits for. */
export async function timeCommits(db: DbPool, seconds: number): Promise<Times> {
  await makeCommitTable(db);
  const times: Times = { commitMs: [], roundTripMs: [] };
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt || times.commitMs.length < FEWEST_COMMITS) {
    times.roundTripMs.push(await timed(() => askNothing(db)));
    times.commitMs.push(await timed(() => commitOneRow(db)));
  }
  return times;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export interface Watched<Result> {
  result: Result;
  load: Pick<Load, 'machineBusy' | 'othersBusy' | 'nodeBusy' | 'sessions'>;
  elapsedMs: number;
  /** Processor time that was used meanwhile. */
  nodeMs: number;
  /** Null where it cannot be read. */
  postgresMs: number | null;
}

interface WithUsage {
  usage(): Promise<Usage>;
}

export interface Watching {
  db: DbPool;
  service: WithUsage;
  world: WithUsage;
  readPostgres: (() => number) | null;
}

/** Does the work, and looks meanwhile at everything that could be its limit. */
export async function watchLoad<Result>(watching: Watching, work: () => Promise<Result>): Promise<Watched<Result>> {
  const { service, world, readPostgres } = watching;
  const read = async () => ({
    at: performance.now(),
    node: await service.usage(),
    benchMs: (await world.usage()).processorMs + readUsage().processorMs,
    postgresMs: readPostgres?.() ?? null,
    machine: readMachine(),
  });
  const before = await read();
  const sessions = watchSessions(watching.db);
  try {
    const result = await work();
    const after = await read();
    const elapsedMs = after.at - before.at;
    const nodeMs = after.node.processorMs - before.node.processorMs;
    const postgresMs =
      after.postgresMs === null || before.postgresMs === null ? null : after.postgresMs - before.postgresMs;
    const busyMs = after.machine.busyMs - before.machine.busyMs;
    const totalMs = Math.max(1, after.machine.totalMs - before.machine.totalMs);
    const oursMs = postgresMs === null ? null : nodeMs + postgresMs + after.benchMs - before.benchMs;
    const load = {
      machineBusy: busyMs / totalMs,
      othersBusy: oursMs === null ? null : Math.max(0, busyMs - oursMs) / totalMs,
      nodeBusy: (after.node.activeMs - before.node.activeMs) / elapsedMs,
      sessions: await sessions.stop(),
    };
    return { result, elapsedMs, load, nodeMs, postgresMs };
  } finally {
    await sessions.stop();
  }
}

/** Looks every few milliseconds; `stop` gives the averages. */
function watchSessions(db: DbPool): { stop(): Promise<Sessions> } {
  const found: Sessions = { processor: 0, disk: 0, locks: 0, network: 0 };
  let looks = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      for (const session of await lookAtSessions(db)) {
        const activity = activityOf(session);
        if (activity) found[activity]++;
      }
      looks++;
      await pause(LOOK_EVERY_MS);
    }
  };
  // A database that is away fails the work itself, which tells why.
  const looking = look().catch(() => {});
  return {
    async stop() {
      isOver = true;
      await looking;
      const { processor, disk, locks, network } = found;
      const mean = (sum: number) => sum / Math.max(1, looks);
      return { processor: mean(processor), disk: mean(disk), locks: mean(locks), network: mean(network) };
    },
  };
}
