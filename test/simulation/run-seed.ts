import { createHash } from 'node:crypto';
import type { DbPool } from '../../src/ground/db/pool.ts';
import { openPool } from '../../src/ground/db/pool.ts';
import { checkEverything, checkMoment } from './checks/invariants.ts';
import { comeToRest } from './come-to-rest.ts';
import type { KnownPayment } from './commands.ts';
import { SimDatabase } from './database.ts';
import { InvariantBroken } from './demand.ts';
import { drawGroup, passTime } from './draw-commands.ts';
import { createEraser } from './fixtures.ts';
import { drawPayoutJobs, payoutsBeforeBackup, readPayoutGround } from './payouts/payout-commands.ts';
import { payoutWorkerJob } from './payouts/payout-work.ts';
import { drawBackupStep, payLostJobs, putBack, takeBackup } from './restore.ts';
import { runGroup } from './run-group.ts';
import { Stuck } from './scheduler.ts';
import { installTimers } from './timers.ts';
import { createWorld, type Job, type World } from './world.ts';

export const DEFAULT_STEPS = 20;
const MAX_CONNECTIONS = 40;

export interface SeedResult {
  seed: number;
  /** A hash of everything that happened, in order: two runs of a seed with the same hash are the same run. */
  fingerprint: string;
  failure: Failure | null;
}

export interface Failure {
  /** Which group of commands it was; after the last one, the world comes to rest. */
  step: number;
  invariant: string;
  detail: string;
  history: string[];
  lastSteps: string[];
}

export interface Simulation {
  runSeed(seed: number, steps?: number): Promise<SeedResult>;
  close(): Promise<void>;
}

const LAST_STEPS_SHOWN = 60;
const STEPS_AFTER_RESTORE = 8;

/** Runs a seed on a database of its own, made from the template. */
export async function openSimulation(url: string): Promise<Simulation> {
  const real: DbPool = openPool({
    url,
    max: MAX_CONNECTIONS,
    applicationName: 'vintem-simulation',
    onError: () => {},
    // A busy machine may leave a transaction alone for longer than the service would.
    isPatient: true,
  });
  // Plans made once, so that the same statements run the same way in every seed; and whoever closes a circle of locks
  // finds out at once, so that it is always the one who closed it.
  real.pool.on(
    'connect',
    (client) => void client.query('SET plan_cache_mode = force_generic_plan; SET deadlock_timeout = 1'),
  );
  const db = await SimDatabase.open(real);
  const erase = await createEraser(db);
  return {
    async runSeed(seed, steps = DEFAULT_STEPS) {
      await erase();
      const world = await createWorld(seed, db);
      const restoreTimers = installTimers(world.scheduler, () => world.clock.realNow().getTime());
      try {
        return { seed, failure: await live(world, steps), fingerprint: fingerprintOf(world) };
      } finally {
        restoreTimers();
        await db.rollBackEverybody();
      }
    },
    async close() {
      db.close();
      await real.close();
    },
  };
}

async function live(world: World, steps: number): Promise<Failure | null> {
  let step = 0;
  try {
    const backupStep = drawBackupStep(world.seed, steps);
    for (; step < (backupStep ?? steps); step++) await goOn(world, step);
    if (backupStep !== null) {
      // What waits in the backup and is sent right after it is what a restore could send twice.
      await runGroup(world, await payoutsBeforeBackup(world));
      const backup = await takeBackup(world);
      await runGroup(world, [payoutWorkerJob(world)]);
      for (; step < steps; step++) await goOn(world, step);
      await putBack(world, backup);
      for (; step < steps + STEPS_AFTER_RESTORE; step++) await goOn(world, step, payLostJobs(world));
    }
    await comeToRest(world);
    await checkEverything(world);
    return null;
  } catch (error) {
    const { history, scheduler } = world;
    const invariant =
      error instanceof InvariantBroken
        ? error.invariant
        : error instanceof Stuck
          ? 'somebody can always go on'
          : 'the simulation itself';
    const detail =
      error instanceof InvariantBroken || error instanceof Stuck
        ? error.message
        : String((error as Error).stack ?? error);
    return { step, invariant, detail, history: [...history], lastSteps: scheduler.trace.slice(-LAST_STEPS_SHOWN) };
  }
}

async function goOn(world: World, step: number, jobs: readonly Job[] = []): Promise<void> {
  const moved = passTime(world);
  world.acquirer.letArrive();
  world.acquirer.isAway = world.random.chance(world.faults.acquirer.away);
  world.history.push(`step ${step} at ${world.clock.businessNow().toISOString()}${moved ? `, ${moved}` : ''}`);
  const payments = await readPayments(world);
  const payoutJobs = drawPayoutJobs(world, await readPayoutGround(world), payments);
  await runGroup(world, [...drawGroup(world, payments), ...payoutJobs, ...jobs]);
  await checkMoment(world);
}

function readPayments({ db }: World): Promise<KnownPayment[]> {
  return db.look(
    `SELECT id, merchant_id, reference, status, payment_type, amount_cents, refunded_cents, refunding_cents,
       (SELECT max(d.id) FROM divergences d WHERE d.payment_id = payments.id AND d.resolved_at IS NULL)
         AS open_divergence
     FROM payments ORDER BY id`,
  );
}

function fingerprintOf({ scheduler, history }: World): string {
  return createHash('sha256')
    .update([...history, ...scheduler.trace].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
