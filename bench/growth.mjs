// What the deleting jobs do to the size of the database and to orders beside them. A database is filled with PAYMENTS
// payments of 400 days; then orders are sent at a steady pace, in turns with the jobs off and on: the p50 with them
// over the p50 without them.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { hashPassword } from '../dist/auth/passwords.js';
import { migrate } from '../dist/db/migrate.js';
import { openPool } from '../dist/db/pool.js';
import { startEmbeddedPostgres } from '../dist/embedded-postgres/start-embedded-postgres.js';
import { fillDatabase } from '../tools/support/fill-database.mjs';
import { call, logIn, startVintem } from '../tools/support/service.mjs';
import { median, percentile, shown, verdict } from './support/figures.mjs';
import { orderOf } from './support/neighbours-stage.mjs';
import { orderTimes } from './support/steady-orders.mjs';

const PAYMENTS = Number(process.env.PAYMENTS ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 5);
const MAX_RATIO = 1.2;
const FORGETTER = fileURLToPath(new URL('./support/forgetter.mjs', import.meta.url));
/** Until the process of the jobs is under way. */
const FORGETTER_STARTS_MS = 1_500;
const MIB = 1024 * 1024;

const SIZES = `SELECT relnamespace::regnamespace::text AS schema, relname AS name, pg_total_relation_size(oid) AS bytes
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'sandbox_acquirer') ORDER BY 1, 2`;

/** Bytes with indexes and rows of every table that has any, in the order of the schema. */
async function measureTables(client) {
  const { rows } = await client.query(SIZES);
  const measured = [];
  for (const { schema, name, bytes } of rows) {
    const { rows: counted } = await client.query(`SELECT count(*) AS count FROM ${schema}.${name}`);
    measured.push({
      name: schema === 'public' ? name : `${schema}.${name}`,
      bytes: Number(bytes),
      count: Number(counted[0].count),
    });
  }
  return measured;
}

/** Deleted rows leave room for new ones; only a rewrite gives it back to the disk, and shows how much it was. */
async function rewrite(client) {
  await client.query('VACUUM (FULL, ANALYZE)');
}

/** Other background work would be measured as well: there is none. */
const NOTHING_ELSE_TO_DO = [
  'UPDATE payments SET next_check_at = NULL WHERE next_check_at IS NOT NULL',
  'UPDATE refunds SET next_check_at = NULL WHERE next_check_at IS NOT NULL',
  "UPDATE webhook_deliveries SET status = 'DELIVERED', next_attempt_at = NULL WHERE status = 'PENDING'",
  'UPDATE acquirer_notifications SET worked_at = received_at WHERE worked_at IS NULL',
];

/** Its own sandbox acquirer keeps what it has: only the jobs of the bench remove anything. */
function startApi() {
  return startVintem({
    env: { DATABASE_URL: database.url, VINTEM_ROLE: 'api', SANDBOX_DAYS: '3650', LOG_LEVEL: 'error' },
  });
}

/** The deleting jobs in a process of their own, until there is nothing left or they are told to stop. */
function startJobs() {
  const child = fork(FORGETTER);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.send(database.url);
  return {
    ended,
    stop() {
      if (child.connected) child.send('stop');
      return ended;
    },
  };
}

/** Keys and failed logins of two days ago, so that the jobs find something in each round. */
const PUT_BACK = [
  `INSERT INTO login_failures (account_hash, address, failed_at)
   SELECT sha256(n::text::bytea), '192.0.2.1', now() - interval '2 days' FROM generate_series(1, $1::integer) n`,
  `INSERT INTO idempotency_keys
     (merchant_id, key, fingerprint, subject_kind, subject_id, owner, leased_until, created_at)
   SELECT 1, 'gone-' || gen_random_uuid(), '', 'none', n, 'x', now(), now() - interval '2 days'
   FROM generate_series(1, $1::integer) n`,
];

const dataDir = mkdtempSync(path.join(tmpdir(), 'vintem-bench-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
console.log(
  `npm run bench:growth   # PAYMENTS=${PAYMENTS} ROUNDS=${ROUNDS} SECONDS=${SECONDS}; ` +
    `${process.version}, ${availableParallelism()} cores`,
);
const client = new pg.Client({ connectionString: database.url });
try {
  const db = openPool({
    url: database.url,
    max: 2,
    applicationName: 'vintem-bench',
    onError: () => {},
    isPatient: true,
  });
  for (const [folder, schema] of [['migrations'], ['sandbox-acquirer', 'sandbox_acquirer']])
    await migrate(db, `db/${folder}`, schema);
  await db.close();
  await client.connect();
  console.log('filling…');
  await fillDatabase(client, PAYMENTS);
  for (const statement of NOTHING_ELSE_TO_DO) await client.query(statement);
  // Somebody who can log in as the benches do; the token of a filled company is the text of its id.
  const password = await hashPassword('vintem-demo');
  await client.query("UPDATE users SET email = 'demo@vintem.dev', password_hash = $1 WHERE id = 1", [password]);
  await rewrite(client);
  const before = await measureTables(client);

  const api = await startApi();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await logIn(api.url)}` };
  const body = JSON.stringify(orderOf('1'));
  const orders = () => orderTimes(() => call(`${api.url}/payments/order`, { method: 'POST', headers, body }), SECONDS);
  await orders();
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const calm = percentile(await orders(), 50);
    for (const statement of PUT_BACK) await client.query(statement, [Math.ceil(PAYMENTS / 4)]);
    const jobs = startJobs();
    await pause(FORGETTER_STARTS_MS);
    const busy = percentile(await orders(), 50);
    await jobs.stop();
    ratios.push(busy / calm);
    console.log(
      `  round ${round}: order p50 ${shown(calm)} ms without the jobs, ` +
        `${shown(busy)} ms beside them (${shown(busy / calm)})`,
    );
  }
  console.log('until nothing is left to remove…');
  const startedAt = performance.now();
  await startJobs().ended;
  console.log(`  ${shown((performance.now() - startedAt) / 1_000)} s`);
  await api.stop();
  await rewrite(client);
  const after = new Map((await measureTables(client)).map((table) => [table.name, table]));

  console.log('\ntable | rows per payment | bytes per row | bytes per payment | MiB before | MiB after');
  for (const { name, bytes, count } of before.filter(({ count }) => count > 0)) {
    const perPayment = (figure) => shown(figure / PAYMENTS);
    const left = (after.get(name)?.bytes ?? 0) / MIB;
    console.log(
      [name, perPayment(count), shown(bytes / count), perPayment(bytes), shown(bytes / MIB), shown(left)].join(' | '),
    );
  }
  const total = (tables) => [...tables].reduce((sum, { bytes }) => sum + bytes, 0) / MIB;
  console.log(
    `all | | | ${shown((total(before) * MIB) / PAYMENTS)} | ` +
      `${shown(total(before))} | ${shown(total(after.values()))}\n`,
  );
  verdict(
    'order p50 beside the deleting jobs / without them',
    median(ratios),
    median(ratios) <= MAX_RATIO,
    `<= ${MAX_RATIO}`,
  );
} finally {
  await client.end();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
