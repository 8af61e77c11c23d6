// What the deleting jobs do to the size of the database and to orders beside them. A database is filled with payments
// of 400 days; then orders are sent at a steady pace, in turns with the jobs off and on: the p50 with them over the
// p50 without them.
import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../dist/ground/db/migrate.js';
import { hashPassword } from '../../dist/parties/accounts/passwords/passwords.js';
import { fillDatabase } from '../../tools/support/fill-database.mjs';
import { call, logIn, startVintem } from '../../tools/support/service.mjs';
import { atTheEnd, endChild } from '../support/cleanups.mjs';
import { median, percentile, shown } from '../support/figures.mjs';
import { orderOf } from '../support/neighbours-stage.mjs';
import { say, step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import { patientPool } from '../support/stage.mjs';
import { orderTimes } from '../support/steady-orders.mjs';

const FORGETTER = fileURLToPath(new URL('../support/forgetter.mjs', import.meta.url));
/** Until the process of the jobs is under way. */
const FORGETTER_STARTS_MS = 1_500;
const MIB = 1024 * 1024;
/** More say nothing that these do not. */
const MOST_PAYMENTS = 1_000_000;

export const minutes = 60;

const SIZES = `SELECT relnamespace::regnamespace::text AS schema, relname AS name, pg_total_relation_size(oid) AS bytes
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'sandbox_acquirer') ORDER BY 1, 2`;

export async function measure({ cluster, rounds, seconds, payments: asked }) {
  const payments = Math.min(asked, MOST_PAYMENTS);
  const database = await cluster.database('growth');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const close = atTheEnd(() => client.end());
  await prepare(database, client, payments);
  const before = await measureTables(client);
  const ratios = await ordersBesideJobs(database, client, { rounds, seconds, payments });
  const after = new Map((await measureTables(client)).map((table) => [table.name, table]));
  await close();
  tell(before, after, payments);
  return { rows: [rowOf(ratios, payments)], details: { ratios, before, after: [...after.values()] } };
}

async function prepare(database, client, payments) {
  const db = patientPool(database.url);
  for (const [folder, schema] of [['migrations'], ['sandbox-acquirer', 'sandbox_acquirer']])
    await migrate(db, `db/${folder}`, schema);
  await db.close();
  step(`filling a database with ${shown(payments)} payments`);
  await fillDatabase(client, payments);
  for (const statement of NOTHING_ELSE_TO_DO) await client.query(statement);
  // Somebody who can log in as the benches do; the token of a filled company is the text of its id.
  const password = await hashPassword('vintem-demo');
  await client.query("UPDATE users SET email = 'demo@vintem.dev', password_hash = $1 WHERE id = 1", [password]);
  await rewrite(client);
}

async function ordersBesideJobs(database, client, { rounds, seconds, payments }) {
  const api = await startApi(database);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await logIn(api.url)}` };
  const body = JSON.stringify(orderOf('1'));
  const orders = () => orderTimes(() => call(`${api.url}/payments/order`, { method: 'POST', headers, body }), seconds);
  await orders();
  const ratios = [];
  for (let round = 1; round <= rounds; round++) {
    const calm = percentile(await orders(), 50);
    for (const statement of PUT_BACK) await client.query(statement, [Math.ceil(payments / 4)]);
    const jobs = startJobs(database);
    await pause(FORGETTER_STARTS_MS);
    const busy = percentile(await orders(), 50);
    await jobs.stop();
    ratios.push(busy / calm);
    step(
      `round ${round}: order p50 ${shown(calm)} ms without the jobs, ` +
        `${shown(busy)} ms beside them (${shown(busy / calm)})`,
    );
  }
  const startedAt = performance.now();
  step('until nothing is left to remove');
  await startJobs(database).ended;
  say(`  the jobs took ${shown((performance.now() - startedAt) / 1_000)} s to remove the rest`);
  await api.close();
  await rewrite(client);
  return ratios;
}

function tell(before, after, payments) {
  say('\ntable | rows per payment | bytes per row | bytes per payment | MiB before | MiB after');
  for (const { name, bytes, count } of before.filter(({ count }) => count > 0)) {
    const perPayment = (figure) => shown(figure / payments);
    const left = (after.get(name)?.bytes ?? 0) / MIB;
    say(
      [name, perPayment(count), shown(bytes / count), perPayment(bytes), shown(bytes / MIB), shown(left)].join(' | '),
    );
  }
  const total = (tables) => [...tables].reduce((sum, { bytes }) => sum + bytes, 0);
  const [first, last] = [total(before), total(after.values())];
  say(`all | | | ${shown(first / payments)} | ${shown(first / MIB)} | ${shown(last / MIB)}\n`);
}

const rowOf = (ratios, payments) =>
  row({
    measure: `order p50 beside the deleting jobs ÷ without them, ${payments.toLocaleString('en')} payments`,
    figure: median(ratios),
    goal: { atMost: 1.2 },
  });

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

const PACKED_LOOSELY = `SELECT oid::regclass::text AS name, option_value AS fillfactor
  FROM pg_class, pg_options_to_table(reloptions) WHERE relkind = 'r' AND option_name = 'fillfactor'`;

/**
 * Deleted rows leave room for new ones; only a rewrite gives it back to the disk, and shows how much it was. The room
 * that some tables keep for updates is not kept here: what is filled in has had its updates.
 */
async function rewrite(client) {
  const { rows: tables } = await client.query(PACKED_LOOSELY);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} SET (fillfactor = 100)`);
  await client.query('VACUUM (FULL, ANALYZE)');
  for (const { name, fillfactor } of tables) await client.query(`ALTER TABLE ${name} SET (fillfactor = ${fillfactor})`);
}

/** Other background work would be measured as well: there is none. */
const NOTHING_ELSE_TO_DO = [
  'DELETE FROM payment_checks',
  'UPDATE refunds SET next_check_at = NULL WHERE next_check_at IS NOT NULL',
  "UPDATE webhook_deliveries SET status = 'DELIVERED', next_attempt_at = NULL WHERE status = 'PENDING'",
  'UPDATE acquirer_notifications SET worked_at = received_at WHERE worked_at IS NULL',
];

/** Its own sandbox acquirer keeps what it has: only the jobs of the bench remove anything. */
async function startApi({ url }) {
  const service = await startVintem({
    env: { DATABASE_URL: url, VINTEM_ROLE: 'api', SANDBOX_DAYS: '3650', LOG_LEVEL: 'error' },
  });
  return { url: service.url, close: atTheEnd(() => service.stop()) };
}

/** The deleting jobs in a process of their own, until there is nothing left or they are told to stop. */
function startJobs({ url }) {
  const child = fork(FORGETTER);
  atTheEnd(() => endChild(child));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.send(url);
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
