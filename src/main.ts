import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { bringUpToDate, MIGRATIONS, type MigratingAddresses } from './care/prepare-database.ts';
import { startTelemetry, type Telemetry } from './care/telemetry/start-telemetry.ts';
import type { AllDeps } from './doors/all-deps.ts';
import { listenForBanks } from './doors/http/callback-listener.ts';
import { buildServer } from './doors/http/server.ts';
import { startJobs } from './doors/jobs/jobs.ts';
import { startConsole } from './doors/start-console.ts';
import { startApprovals } from './gateway/alignment/approvals.ts';
import { batchWrites } from './gateway/orders/batch-writes.ts';
import { startPayoutWrites } from './gateway/payouts/payout-writes.ts';
import { startRefundWrites } from './gateway/refunds/refund-writes.ts';
import { createDemoData } from './gateway/sandbox/demo-data.ts';
import { readSecrets, type Secrets } from './gateway/sandbox/read-secrets.ts';
import { type Clock, liveClock, sandboxClock } from './ground/clock.ts';
import { type Config, ConfigError } from './ground/config.ts';
import { readEpoch } from './ground/db/epochs.sql.ts';
import { openLaggingReads } from './ground/db/lagging-reads.ts';
import { isMigratedTo, latestMigration, migratedText } from './ground/db/migrate.ts';
import type { DbPool } from './ground/db/pool.ts';
import { refuseRoleWithoutSettings } from './ground/db/pooled-role.ts';
import type { JobName } from './ground/deps.ts';
import { startEmbeddedPostgres } from './ground/embedded-postgres/start-embedded-postgres.ts';
import { drawnRandom, randomIds } from './ground/ids.ts';
import { openPools, type PoolLimits, type Pools, ROW_BY_ROW } from './ground/pools.ts';
import type { WebhookParts } from './ground/webhook-sender.ts';
import { watchFeed } from './news/events/watch-feed.ts';
import { createWebhookSender } from './news/webhooks/deliveries/send-webhook.ts';
import { createAddressLookup } from './news/webhooks/safe-http/address-lookup.ts';
import { createSmtpMailer } from './pages/notices/smtp-mailer.ts';
import { createSessionTokens } from './parties/accounts/session-tokens.ts';
import { createSellers } from './parties/companies/sellers.ts';
import { hasDemoMerchant } from './parties/merchants/merchants.sql.ts';
import { type CallHeaders, SANDBOX } from './rails/acquirers/acquirer.ts';
import type { AcquirerConfig } from './rails/acquirers/acquirer-config.ts';
import { listConfigVersions } from './rails/acquirers/configs.sql.ts';
import { type AcquirerRegistry, createAcquirers } from './rails/acquirers/registry.ts';
import {
  createSandboxAcquirerClient,
  type SandboxAcquirerClient,
} from './rails/acquirers/sandbox/sandbox-acquirer-client.ts';
import { type WatchParts, watchConfigs } from './rails/acquirers/watch-configs.ts';
import { listBankAccounts } from './rails/cnab240/bank-accounts.ts';
import { kindOf } from './rails/kinds.ts';
import { startSandboxAcquirer } from './rails/sandbox-acquirer/start-sandbox-acquirer.ts';

const ACQUIRER_POOL_SIZE = 5;
/** As many as batches of new charges are written at a time. */
const ACQUIRER_ORDERS_POOL_SIZE = 2;

export interface Vintem {
  /** The address of the API, as this machine reaches it. */
  url: string;
  app: FastifyInstance;
  deps: AllDeps;
  /** Where the sandbox acquirer listens; empty in live, which has none. */
  acquirerUrl: string;
  /** Where metrics are served; null: nowhere. */
  metricsUrl: string | null;
  /** Where operators work, as this machine reaches it; null: nowhere. */
  consoleUrl: string | null;
  /** From now on `/readyz` says no, so that balancers look elsewhere; everything else goes on. */
  announceStop(): void;
  /** Lets running requests and jobs finish, then closes everything down to the database. */
  close(): Promise<void>;
}

type Cleanup = () => Promise<void>;

export interface StartOptions extends PoolLimits {
  /** How long idle connections stay open while closing; 0 closes at once. */
  closeGraceMs?: number;
  /** How long a call to the sandbox acquirer may take, where that is not as long as usual. */
  acquirerTimeoutMs?: number;
  /** How long a picture or document may take to draw, where that is not as long as usual. */
  drawingLimitMs?: number;
  /** How often a process that only answers adds up what nobody else has, where that is not as often as usual. */
  sumsEveryMs?: number;
  /** Who speaks the sandbox acquirer's protocol instead of it, elsewhere: a bank that a measurement brings. */
  acquirerUrl?: string;
}

/** The only place that wires adapters together. `say` prints the steps for a person who waits for the start. */
export async function startVintem(
  settings: Config,
  log: Logger,
  say: (line: string) => void,
  options: StartOptions = {},
): Promise<Vintem> {
  const cleanups: Cleanup[] = [];
  // What was opened last is closed first.
  const close = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    return { ...(await start(settings, log, say, cleanups, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  settings: Config,
  log: Logger,
  say: (line: string) => void,
  cleanups: Cleanup[],
  options: StartOptions,
): Promise<Omit<Vintem, 'close'>> {
  const { config, giveUpPort } = await withPort(settings, cleanups);
  const database = await findDatabase(config, say, cleanups);
  const { db, listsDb, batchDb, auditDb, open, ...pools } = openPools(database.url, config, log, cleanups, options);
  if (config.isPooled) await refuseRoleWithoutSettings(db);
  const applied = await bringUpToDate(database, config, db, log);
  if (applied.length > 0) say(migratedText(applied));
  if (config.mode === 'live') await refuseDemoData(db);

  const clock = config.mode === 'live' ? liveClock(db) : sandboxClock(db);
  const secrets = await readSecrets(db, config);
  const telemetry = await startTelemetry({ config, log, clock, pools: pools.opened, listsDb, secrets, cleanups });
  const { callHeaders, measures, metricsUrl, traces, watchCall, watchRequests } = telemetry;
  const calls = { callHeaders, timeoutMs: options.acquirerTimeoutMs, elsewhere: options.acquirerUrl };
  if (metricsUrl) say(`metrics are served at ${metricsUrl}`);
  const sandbox = await startSandbox(config, open, secrets, clock, log, cleanups, calls);
  if (config.mode === 'sandbox') await createDemoData(db, await clock.now());

  const [builtIn, usual] = sandbox ? [[sandbox.client], SANDBOX] : [[], null];
  const acquirers = createAcquirers(builtIn, clock.realNow, usual, watchCall, (odd) => {
    log.warn(odd, 'something that an acquirer sent cannot be read');
    measures?.oddAnswer(odd);
  });
  let poke: AllDeps['poke'] = () => {};
  await useConfigured(acquirers, { db, clock, log, secrets, callHeaders, poke: (job) => poke(job) }, cleanups);
  // One that cannot be used has said so itself.
  if (acquirers.list().length === 0 && (await listConfigVersions(db)).length === 0) log.warn(NO_ACQUIRER);

  let isStopping = false;
  const feed = watchFeed({ db, clock, log, config });
  const writing = {
    db,
    clock,
    log,
    acquirers,
    ids: randomIds(drawnRandom(), await readEpoch(db)),
    poke: (job?: JobName) => {
      poke(job);
      // Whoever has written events says so to their senders.
      if (job === 'deliver-webhooks') feed.poke();
    },
  };
  const deps: AllDeps = {
    ...writing,
    config,
    listsDb,
    lagging: await openLaggingReads({ ...config, primary: listsDb, open: pools.openLists, log }, cleanups),
    ...startWrites(writing),
    destinationKeys: secrets.acquirerKeys,
    orderWrites: batchWrites(db, batchDb, {}, measures?.batch),
    sellers: createSellers(db, clock.realNow),
    traces,
    bankAccounts: () => listBankAccounts(db, secrets.acquirerKeys),
    webhooks: openWebhooks(config, secrets, telemetry, cleanups),
    mailer: config.smtp && (await createSmtpMailer(config.smtp, config.mode)),
    feed,
  };
  const url = localUrl(config);
  const limits = { closeGraceMs: options.closeGraceMs ?? 0, drawingLimitMs: options.drawingLimitMs };
  const console = await startConsole(deps, { telemetry, ...limits, apiUrl: url, say, cleanups });
  // Read once, because anybody may ask as often as they like whether this process is ready.
  const newestMigration = latestMigration(MIGRATIONS);
  const app = await buildServer(deps, {
    tokens: createSessionTokens({ secret: secrets.jwt, previous: config.jwtSecretPrevious }, config.jwtLifetimeSeconds),
    sandbox: sandbox?.client ?? null,
    ...limits,
    watchRequests,
    console: console?.guest ?? null,
    isMigrated: () => isMigratedTo(db, newestMigration),
    isStopping: () => isStopping,
  });
  const onceNobodyAsks = cleanups.length;
  cleanups.push(async () => app.close());
  await giveUpPort();
  await app.listen({ host: config.host, port: config.port });
  await listenForBanks(deps, watchRequests, say, cleanups);
  const jobs = startJobs(deps, { auditDb, measures, sumsEveryMs: options.sumsEveryMs });
  poke = jobs.poke;
  cleanups.splice(onceNobodyAsks, 0, jobs.stop);
  const announceStop = () => {
    isStopping = true;
  };
  const consoleUrl = console?.url ?? null;
  return { url, acquirerUrl: sandbox?.url ?? '', metricsUrl, consoleUrl, app, deps, announceStop };
}

/** What shares its transactions with others of the same moment. */
function startWrites(writing: Parameters<typeof startApprovals>[0] & Parameters<typeof startRefundWrites>[0]) {
  return {
    approvals: startApprovals(writing),
    refundWrites: startRefundWrites(writing),
    payoutWrites: startPayoutWrites(writing),
  };
}

/**
 * Links and notifications need the port before anything listens on it. Where any port will do, one is held until then,
 * so that nobody else is given it meanwhile.
 */
async function withPort(
  settings: Config,
  cleanups: Cleanup[],
): Promise<{ config: Config; giveUpPort: () => Promise<void> }> {
  if (settings.port !== 0) return { config: settings, giveUpPort: async () => {} };
  const holder = createServer((socket) => socket.destroy());
  const giveUpPort = async () => {
    if (holder.listening) await new Promise((resolve) => holder.close(resolve));
  };
  cleanups.push(giveUpPort);
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject).listen(0, settings.host, resolve);
  });
  const { port } = holder.address() as { port: number };
  const withIt = (url: string) => url.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`);
  const console = settings.console && { ...settings.console, url: withIt(settings.console.url) };
  return { config: { ...settings, port, publicUrl: withIt(settings.publicUrl), console }, giveUpPort };
}

function localUrl(config: Config): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}

async function findDatabase(
  config: Config,
  say: (line: string) => void,
  cleanups: Cleanup[],
): Promise<{ url: string } & MigratingAddresses> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseDirectUrl } = config;
  if (url) return { url, ownerUrl, migrateUrl: ownerUrl ?? databaseDirectUrl ?? url };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  cleanups.push(() => embedded.stop());
  return { url: embedded.serviceUrl, ownerUrl: embedded.url, migrateUrl: embedded.url };
}

async function refuseDemoData(db: DbPool): Promise<void> {
  if (!(await hasDemoMerchant(db))) return;
  throw new ConfigError(
    'VINTEM_MODE=live cannot start:\n' +
      '  - DATABASE_URL points to a database with demo data; use one that was never a sandbox',
  );
}

function openWebhooks(config: Config, secrets: Secrets, telemetry: Telemetry, cleanups: Cleanup[]): WebhookParts {
  const allowLoopback = config.allowLoopbackWebhooks;
  const lookup = createAddressLookup();
  const sender = telemetry.watchDeliveries(createWebhookSender({ allowLoopback, lookup }));
  cleanups.push(() => sender.close());
  return { key: secrets.webhookKey, previousKey: config.webhookKeyPrevious, allowLoopback, lookup, sender };
}

const NO_ACQUIRER =
  'no acquirer is configured, so that every order is refused: run vintem acquirer set NAME --file FILE, ' +
  'then vintem company set ID --pix-acquirer NAME';

/** The banks that an operator has configured, as they are at any time. */
async function useConfigured(
  acquirers: AcquirerRegistry,
  parts: { db: DbPool; clock: Clock; log: Logger; secrets: Secrets; callHeaders: CallHeaders; poke: AllDeps['poke'] },
  cleanups: Cleanup[],
): Promise<void> {
  const make = (config: AcquirerConfig) => kindOf(config.kind).make(config, parts.callHeaders, parts);
  const use: WatchParts['use'] = (...configured) => {
    acquirers.configure(...configured);
    // A certificate that was stored a moment ago may end soon, too: nobody should hear of it tomorrow.
    parts.poke('warn-of-certificates');
  };
  cleanups.push(await watchConfigs({ ...parts, keys: parts.secrets.acquirerKeys, make, use }));
}

/**
 * The simulated acquirer has its own listener, pool and schema: the gateway talks to it over the wire, as to any other.
 * Live has none.
 */
async function startSandbox(
  config: Config,
  open: Pools['open'],
  secrets: Secrets,
  clock: Clock,
  log: Logger,
  cleanups: Cleanup[],
  { elsewhere, ...calls }: { callHeaders: CallHeaders; timeoutMs: number | undefined; elsewhere: string | undefined },
): Promise<{ client: SandboxAcquirerClient; url: string } | null> {
  if (!secrets.sandboxAcquirer) return null;
  const { key: apiKey, notifications: notificationSecret } = secrets.sandboxAcquirer;
  const start = async () => {
    const gatewayUrl = config.role === 'worker' ? config.publicUrl : localUrl(config);
    const service = await startSandboxAcquirer({
      db: open('vintem-sandbox-acquirer', ACQUIRER_POOL_SIZE, { settings: ROW_BY_ROW }),
      ordersDb: open('vintem-sandbox-orders', ACQUIRER_ORDERS_POOL_SIZE, { settings: ROW_BY_ROW }),
      host: '127.0.0.1',
      port: config.acquirerPort,
      apiKey,
      notificationSecret,
      notificationUrl: `${gatewayUrl}/acquirer/${SANDBOX}/notifications`,
      keptDays: config.sandboxDays,
      clock,
      log: log.child({ service: 'sandbox-acquirer' }),
    });
    cleanups.push(() => service.close());
    return service.url;
  };
  const url = elsewhere ?? (await start());
  const client = createSandboxAcquirerClient({ baseUrl: url, apiKey, notificationSecret, ...calls });
  cleanups.push(() => client.close());
  return { client, url };
}
