// Writes the generated files from the build; with --check it only says which of them are out of date.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clientTypes } from './client-types.mjs';
import { errorsPage, eventSchemaFile, openapiFile, statementFile, statesPage } from './documents.mjs';
import { dumpSchema } from './schema-dump.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const built = (file) => import(new URL(`../../dist/${file}`, import.meta.url).href);

const orders = () => built('gateway/orders/orders.sql.js');

const EVENTS = 'docs/events';
const { EVENT_SCHEMAS } = await built('pages/reference/event-requests.js');

const { ERRORS } = await built('ground/errors.js');

const GENERATED = {
  'docs/errors.md': async () => errorsPage(ERRORS),
  'docs/states.md': async () =>
    statesPage(await built('gateway/payments/status.rules.js'), await built('gateway/payouts/payout.js')),
  'openapi.json': describeApi,
  'openapi-operator.json': describeConsole,
  'packages/client/src/api.generated.ts': async () =>
    clientTypes(JSON.parse(await describeApi()), EVENT_SCHEMAS, Object.keys(ERRORS)),
  'db/schema.sql': describeSchema,
  'db/statements/store-orders.sql': async () => statementFile((await orders()).STORE_ORDERS),
  'db/statements/issue-orders.sql': async () => statementFile((await orders()).ISSUE_ORDERS),
  ...Object.fromEntries(
    Object.entries(EVENT_SCHEMAS).map(([kind, schema]) => [`${EVENTS}/${kind}.json`, () => eventSchemaFile(schema)]),
  ),
};

const isCheck = process.argv.includes('--check');
const drifted = [];
for (const [file, generate] of Object.entries(GENERATED)) {
  const text = await generate();
  const target = path.join(ROOT, file);
  // Line endings may differ in a checkout.
  const stored = existsSync(target) ? readFileSync(target, 'utf8').replaceAll('\r\n', '\n') : null;
  if (stored === text) continue;
  drifted.push(file);
  const problem = stored === null ? 'is missing' : `is out of date (${firstDifference(stored, text)})`;
  if (isCheck) console.error(`${file} ${problem}: run npm run generate`);
  else {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    console.log(`wrote ${file}`);
  }
}
for (const file of leftOver()) {
  drifted.push(file);
  if (isCheck) console.error(`${file} describes an event that no longer exists: run npm run generate`);
  else {
    rmSync(path.join(ROOT, file));
    console.log(`removed ${file}`);
  }
}
console.log(
  `generated files: ${Object.keys(GENERATED).length}, ${drifted.length} ${isCheck ? 'out of date' : 'written'}`,
);
process.exitCode = isCheck && drifted.length > 0 ? 1 : 0;

/** That folder contains only generated files. */
function leftOver() {
  const folder = path.join(ROOT, EVENTS);
  const files = existsSync(folder) ? readdirSync(folder).map((name) => `${EVENTS}/${name}`) : [];
  return files.filter((file) => !(file in GENERATED));
}

function firstDifference(stored, fresh) {
  const [before, after] = [stored.split('\n'), fresh.split('\n')];
  const line = after.findIndex((text, index) => text !== before[index]);
  return `from line ${(line === -1 ? after.length : line) + 1}`;
}

/** The routes only need to be registered: a proxy that returns itself replaces everything that they would call. */
function standIns() {
  const standIn = new Proxy(() => standIn, {
    get: (_target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : standIn),
  });
  const withStandIns = (known) => new Proxy(known, { get: (target, key) => (key in target ? target[key] : standIn) });
  return { standIn, withStandIns };
}

async function describeApi() {
  const { buildServer } = await built('doors/http/server.js');
  const { standIn, withStandIns } = standIns();
  const parts = withStandIns({ sandbox: standIn, closeGraceMs: 0, requestTimeoutMs: 1, console: null });
  return describe(await buildServer(withStandIns({ config: await ownConfig() }), parts));
}

async function describeConsole() {
  const { describeConsole } = await built('doors/operator/open-console.js');
  const { openFrame } = await built('doors/http/frame.js');
  const deps = standIns().withStandIns({ config: await ownConfig() });
  const { app } = await openFrame(deps, { requestTimeoutMs: 1 });
  await describeConsole(app, deps, { callTimes: null });
  return describe(app);
}

async function ownConfig() {
  const { readConfig } = await built('ground/config.js');
  return readConfig({ RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'silent' });
}

async function describe(app) {
  await app.ready();
  const document = app.swagger();
  await app.close();
  return openapiFile(document);
}

/**
 * Uses a new PostgreSQL and throws it away: the dump shows what the migrations make, not what some database has become.
 */
async function describeSchema() {
  const { startEmbeddedPostgres } = await built('ground/embedded-postgres/start-embedded-postgres.js');
  const { migrate } = await built('ground/db/migrate.js');
  const { openPool } = await built('ground/db/pool.js');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vintem-schema-'));
  try {
    const cluster = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
    try {
      const db = openPool({ url: cluster.url, max: 1, applicationName: 'vintem-generate', onError: () => {} });
      await migrate(db, path.join(ROOT, 'db/migrations'));
      await migrate(db, path.join(ROOT, 'db/sandbox-acquirer'), 'sandbox_acquirer');
      await db.close();
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      const schema = await dumpSchema(client).finally(() => client.end());
      return `-- Generated by \`npm run generate\` from the migrations; do not edit.\n\n${schema}`;
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
