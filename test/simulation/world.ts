import type { AllDeps } from '../../src/doors/all-deps.ts';
import { startApprovals } from '../../src/gateway/alignment/approvals.ts';
import { batchWrites } from '../../src/gateway/orders/batch-writes.ts';
import { startPayoutWrites } from '../../src/gateway/payouts/payout-writes.ts';
import { startRefundWrites } from '../../src/gateway/refunds/refund-writes.ts';
import { readConfig } from '../../src/ground/config.ts';
import type { BatchLimits } from '../../src/ground/db/batcher.ts';
import { readAtPrimary } from '../../src/ground/db/lagging-reads.ts';
import { type Ids, randomIds } from '../../src/ground/ids.ts';
import { createLog } from '../../src/ground/log.ts';
import { noTraces } from '../../src/ground/traces.ts';
import { createSellers } from '../../src/parties/companies/sellers.ts';
import { createAcquirers } from '../../src/rails/acquirers/registry.ts';
import { SimAcquirer } from './bank/acquirer.ts';
import { SIMULATED } from './bank/acquirer-charge.ts';
import { RetryWatch } from './checks/retry-watch.ts';
import { createSimClock, type SimClock } from './clock.ts';
import type { SimDatabase } from './database.ts';
import { EndpointLog } from './endpoint-log.ts';
import { drawFaults, type Faults, NO_ACQUIRER_FAULTS } from './faults.ts';
import { FeedReaders } from './feed-readers.ts';
import { createFixtures, WEBHOOK_KEY } from './fixtures.ts';
import { createPayers, type SimPayer } from './payouts/payout-fixtures.ts';
import { createRandom, type Random } from './random.ts';
import { SimReceivers } from './receiver.ts';
import type { SentRequest } from './requests.ts';
import type { Lost } from './restore.ts';
import { type Actor, type Crash, type Outcome, Scheduler } from './scheduler.ts';
import { Terms } from './terms.ts';

const log = createLog('silent');
const config = readConfig({ LOG_LEVEL: 'silent', REFUND_WAIT_SECONDS: '0' });
const FIRST_DAY = Date.parse('2026-02-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
/** Most operations take fewer steps than this, so most crashes happen inside them. */
const LATEST_CRASH_STEP = 24;
const STALL_CHANCE = 0.4;
const LATEST_STALL_STEP = 10;
/** How often a command runs in a process that has run others before, and remembers what it has met. */
const SERVED_CHANCE = 0.3;

/** One seed's whole world. */
export interface World {
  seed: number;
  random: Random;
  faults: Faults;
  clock: SimClock;
  scheduler: Scheduler;
  db: SimDatabase;
  acquirer: SimAcquirer;
  receivers: SimReceivers;
  terms: Terms;
  endpoints: EndpointLog;
  feeds: FeedReaders;
  retries: RetryWatch;
  /** What the merchants' own systems remember. */
  requests: SentRequest[];
  /** Cancellations that were confirmed. */
  cancelled: Set<number>;
  /** One line per command, for the report of a failure. */
  money: Money;
  history: string[];
  /** What a restore has lost; null where there was none. */
  lost: Lost | null;
  /** In a process of its own, or in one that serves several at a time and dies with all of them. */
  runAs(name: string, body: (deps: AllDeps, actor: Actor) => Promise<string>, process?: Process): Job;
  newProcess(name: string): Process;
  /** All of them at once: nothing that a process remembers outlives this. */
  restartProcesses(): void;
  run(jobs: readonly Job[]): Promise<Outcome<string>[]>;
  calmDown(): void;
}

/** What payouts are drawn and judged by. */
export interface Money {
  payers: readonly SimPayer[];
  drawing: Random;
  /** Payouts that were answered as cancelled. */
  cancelled: Set<number>;
  /** How much the bank had been told when the database was put back; null once the operator has compared. */
  stillAt: number | null;
}

export interface Process {
  actor: Actor;
  deps: AllDeps;
}

export interface Job {
  name: string;
  actor: Actor;
  body: () => Promise<string>;
}

export async function createWorld(seed: number, db: SimDatabase): Promise<World> {
  const random = createRandom(seed, 'commands');
  const clock = createSimClock(new Date(FIRST_DAY + random.int(0, 90 * DAY_MS)));
  const faults = drawFaults(createRandom(seed, 'weather'));
  const scheduler = new Scheduler(createRandom(seed, 'schedule'), clock, db);
  const acquirer = new SimAcquirer(createRandom(seed, 'acquirer'), clock);
  const receivers = new SimReceivers(createRandom(seed, 'receivers'), clock);
  const companies = await createFixtures(db, createRandom(seed, 'fixtures'), clock.businessNow());
  const payers = await createPayers(db, createRandom(seed, 'payers'), companies, clock.businessNow());
  const endpoints = new EndpointLog();
  await endpoints.begin(db);
  db.posted = [];
  acquirer.faults = faults.acquirer;
  receivers.failChance = faults.receiverFails;
  db.lossChance = faults.lostConnection;

  const ids = randomIds((count) => chance.bytes(count));
  const chance = createRandom(seed, 'ids');
  const connections = createRandom(seed, 'connections');
  const processes = createRandom(seed, 'processes');
  // One lane, so that what comes while a batch is written has company in the next.
  let isCalm = false;

  const newActor = (name: string): Actor => {
    const dies = !isCalm && processes.chance(faults.crash);
    const crash: Crash = { atStep: processes.int(0, LATEST_CRASH_STEP), moment: processes.pick(['before', 'after']) };
    const skewMs = isCalm ? 0 : processes.int(-faults.skewMs, faults.skewMs);
    const stall = processes.pick([processes.int(0, LATEST_STALL_STEP), 'acquirer.charge answer']);
    const stallsAt = !isCalm && processes.chance(STALL_CHANCE) ? stall : null;
    return { name, skewMs, isAlive: true, stepsDone: 0, crash: dies ? crash : null, stallsAt };
  };

  const newProcess = (name: string): Process => {
    const actor = newActor(name);
    const limits = { maxItems: processes.int(1, 4), lanes: processes.int(1, 2), maxQueued: 1_000 };
    return { actor, deps: depsOf(actor, { clock, scheduler, acquirer, receivers, db, ids, connections, limits }) };
  };

  let serving: Process | null = null;
  /** The one that serves, until it dies. */
  const server = (): Process => {
    serving = serving?.actor.isAlive ? serving : newProcess('server');
    return serving;
  };

  return {
    seed,
    random,
    faults,
    clock,
    scheduler,
    db,
    acquirer,
    receivers,
    terms: new Terms(companies),
    endpoints,
    feeds: new FeedReaders(),
    retries: new RetryWatch(),
    requests: [],
    cancelled: new Set(),
    money: { payers, drawing: createRandom(seed, 'payouts'), cancelled: new Set(), stillAt: null },
    history: [],
    lost: null,
    runAs: (name, body, process = isCalm || !processes.chance(SERVED_CHANCE) ? newProcess(name) : server()) => ({
      name,
      actor: process.actor,
      body: () => body(process.deps, process.actor),
    }),
    newProcess,
    restartProcesses: () => {
      serving = null;
    },
    run: (jobs) => scheduler.run(jobs),
    calmDown: () => {
      isCalm = true;
      acquirer.faults = NO_ACQUIRER_FAULTS;
      acquirer.isAway = false;
      receivers.failChance = 0;
      db.lossChance = 0;
    },
  };
}

interface Parts {
  clock: SimClock;
  scheduler: Scheduler;
  acquirer: SimAcquirer;
  receivers: SimReceivers;
  db: SimDatabase;
  ids: Ids;
  connections: Random;
  /** Of the batches in which this process writes. */
  limits: BatchLimits;
}

/** The real operations get what main.ts would give them, with everything outside the process simulated. */
function depsOf(actor: Actor, { clock, scheduler, acquirer, receivers, db, ids, connections, limits }: Parts): AllDeps {
  const seenClock = clock.seenWith(actor.skewMs);
  const seen = db.seenBy(actor, scheduler, connections);
  const acquirers = createAcquirers(acquirer.seenBy(actor, scheduler), seenClock.realNow, SIMULATED);
  const writing = { log, acquirers, db: seen, clock: seenClock, ids, poke: () => {} };
  return {
    ...writing,
    config,
    listsDb: seen,
    lagging: readAtPrimary(seen),
    approvals: startApprovals(writing, limits),
    refundWrites: startRefundWrites(writing, limits),
    payoutWrites: startPayoutWrites(writing, limits),
    destinationKeys: { current: WEBHOOK_KEY, previous: null },
    orderWrites: batchWrites(seen, seen, limits),
    sellers: createSellers(seen, seenClock.realNow),
    bankAccounts: async () => [],
    traces: noTraces,
    webhooks: {
      key: WEBHOOK_KEY,
      allowLoopback: false,
      sender: receivers.seenBy(actor, scheduler),
      lookup: () => Promise.reject(new Error('nothing is looked up here')),
    },
    mailer: null,
    feed: { join: () => ({ leave: () => {} }), poke: () => {}, close: () => {} },
  };
}
