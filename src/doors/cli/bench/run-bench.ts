import { type DbPool, openPool } from '../../../ground/db/pool.ts';
import { CliError } from '../command.ts';
import type { DatabaseServer } from '../database.ts';
import { createBenchDatabase, dropLeftBehind } from './bench-database.ts';
import type { BenchFigures } from './bench-report.rules.ts';
import { startChild } from './children.ts';
import { percentile } from './figures.rules.ts';
import { useOf } from './in-use.rules.ts';
import { findGateways, findNewestPayment } from './in-use.sql.ts';
import { timeCommits, type Watched, watchLoad } from './measure-load.ts';
import { findNotDurable } from './measured.sql.ts';
import { divide } from './phases.rules.ts';
import { findPostgres } from './processor-time.ts';
import type { Ran, ServiceReady, WorldReady, WorldTask } from './tasks.ts';
import { type Undo, withUndo } from './undo.ts';

const ORDERS_AT_A_TIME = 128;
/** More than orders: most of them wait for their webhook, and not for an answer. */
const LIVES_AT_A_TIME = 256;

export interface BenchOptions {
  seconds: number;
  isInUseAllowed: boolean;
  cores: number;
  now: Date;
  progress(text: string): void;
}

/** Measures on a database of its own on that server, of which nothing is left when this ends. */
export async function runBench(server: DatabaseServer, options: BenchOptions): Promise<BenchFigures> {
  const { db } = server;
  for (const name of await dropLeftBehind(db))
    options.progress(`${name} was left behind by another run, and is dropped`);
  if (!options.isInUseAllowed) await refuseInUse(db, options.now);
  return withUndo(async (undo) => {
    options.progress('making a database');
    const url = await createBenchDatabase(server, undo);
    const own = openPool({ url, max: 2, applicationName: 'vintem-cli', onError: () => {}, isPatient: true });
    undo.later(() => own.close());
    return measure(own, url, undo, options);
  });
}

async function refuseInUse(db: DbPool, now: Date): Promise<void> {
  const use = useOf({ gateways: await findGateways(db), newestPaymentAt: await findNewestPayment(db) }, now);
  if (use === null) return;
  throw new CliError(
    `the database is in use: ${use}. For as long as it runs, a measurement takes all that machine and disk can give: ` +
      'stop the gateways first, choose a time without payments, or say --even-if-in-use',
  );
}

async function measure(db: DbPool, url: string, undo: Undo, options: BenchOptions): Promise<BenchFigures> {
  const { seconds, cores, progress } = options;
  const phases = divide(seconds);
  progress('timing durable commits');
  const { commitMs, roundTripMs } = await timeCommits(db, phases.commits);
  progress('starting the service, an instant bank and a shop');
  const world = await startChild<WorldReady, WorldTask>('./world-process.js', undo);
  const service = await startChild<ServiceReady>('./service-process.js', undo, {
    VINTEM_MODE: 'sandbox',
    DATABASE_URL: url,
    PORT: '0',
    LOG_LEVEL: 'error',
    // What is measured is the work, and not the limits.
    RATE_LIMIT_PER_SECOND: '0',
    BENCH_BANK_URL: world.ready.url,
  });
  await world.child.ask({ kind: 'meet', ...service.ready });
  const run = (kind: 'orders' | 'lives', during: number, what: string = kind) => {
    undo.refuseWhenStopped();
    const task = { kind, seconds: during, atATime: kind === 'orders' ? ORDERS_AT_A_TIME : LIVES_AT_A_TIME };
    progress(`${what}: ${Math.ceil(during)} seconds`);
    return world.child.ask<Ran>(task, (soFar) => progress(`${what}: ${soFar} in ${Math.ceil(during)} seconds`));
  };
  await run('lives', phases.warmUp, 'warming up');
  const watching = { db, service: service.child, world: world.child, readPostgres: await findPostgres(db) };
  const orders = await watchLoad(watching, () => run('orders', phases.orders));
  const lives = await watchLoad(watching, () => run('lives', phases.lives));
  progress('removing the database');
  const p = (figures: readonly number[], percent: number) => percentile(figures, percent) ?? 0;
  return {
    seconds,
    cores,
    ordersPerSecond: orders.result.perSecond,
    livesPerSecond: lives.result.perSecond,
    commit: { p50: p(commitMs, 50), p99: p(commitMs, 99) },
    roundTrip: { p50: p(roundTripMs, 50), p99: p(roundTripMs, 99) },
    notDurable: await findNotDurable(db),
    orderProcessorMs: processorTime(orders),
    lifeProcessorMs: processorTime(lives),
    coresOf: {
      node: lives.nodeMs / lives.elapsedMs,
      postgres: lives.postgresMs === null ? null : lives.postgresMs / lives.elapsedMs,
    },
    load: { ...lives.load, commitMs: p(commitMs, 50), roundTripMs: p(roundTripMs, 50) },
  };
}

/** Those under way at the end are paid for, too. */
function processorTime({ result, nodeMs, postgresMs }: Watched<Ran>): BenchFigures['orderProcessorMs'] {
  return { node: nodeMs / result.begun, postgres: postgresMs === null ? null : postgresMs / result.begun };
}
