/**
 * The drill: Vintém behind PgBouncer in transaction mode, with fewer server connections than it has clients. Orders,
 * payments, refunds and lists must work as without it, limits must hold, and no session may keep anything.
 *
 *   npm run build && node tools/drills/pooler-drill.mjs
 *
 * Needs Debian's packages pgbouncer and postgresql, and, as root, the postgres user.
 */

import { spawn, spawnSync } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { accountOf, findBinaries, killServer, makeFolder, runProgram } from '../support/debian-postgres.mjs';
import { call, freePort, logIn, ORDER, sleep, startVintem } from '../support/service.mjs';

const CLI = fileURLToPath(new URL('../../dist/doors/cli/vintem.js', import.meta.url));
const ENTRY = fileURLToPath(new URL('../../dist/start.js', import.meta.url));
const ROUNDS = 40;
const AT_ONCE = 16;
/** Far fewer than Vintém opens, so that they are lent from one to the other all the time. */
const SERVER_CONNECTIONS = 6;

const account = accountOf();
const binaries = findBinaries();
const folder = makeFolder(account);
const run = (program, args) => runProgram(join(binaries, program), args, account);

async function startDatabase() {
  const [directory, port] = [join(folder, 'database'), await freePort()];
  run('initdb', ['-D', directory, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settings = { port, listen_addresses: "'127.0.0.1'", unix_socket_directories: "''", timezone: "'Asia/Tokyo'" };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(directory, 'postgresql.auto.conf'), lines.join(''), { flag: 'a' });
  run('pg_ctl', ['-D', directory, '-w', '-l', join(folder, 'database.log'), 'start']);
  await withClient(`postgres://postgres@127.0.0.1:${port}/postgres`, async (client) => {
    await client.query('CREATE ROLE vintem LOGIN');
    await client.query('CREATE ROLE vintem_app LOGIN');
    await client.query('CREATE DATABASE vintem OWNER vintem');
  });
  return { directory, port };
}

async function startPooler(database) {
  const port = await freePort();
  writeFileSync(join(folder, 'users.txt'), '"vintem_app" ""\n');
  const settings = `[databases]
vintem = host=127.0.0.1 port=${database.port} dbname=vintem
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
admin_users = vintem_app
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${SERVER_CONNECTIONS}
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  const log = openSync(join(folder, 'pgbouncer.log'), 'a');
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  await sleep(1_000);
  return { port, child };
}

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A start without the settings of the role names each of them, and what it names is enough. */
async function settleRole(env, owner) {
  const refused = spawnSync(process.execPath, [ENTRY], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    encoding: 'utf8',
  });
  const statements = [...refused.stderr.matchAll(/ALTER ROLE [^;]+;/g)].map(([statement]) => statement);
  if (refused.status === 0 || statements.length !== 4) throw new Error(`expected a refusal, got: ${refused.stderr}`);
  await withClient(owner, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  // A pooler that connects anew gets what the role has now.
  await withClient(env.DATABASE_URL.replace(/vintem$/, 'pgbouncer'), (client) => client.query('RECONNECT'));
  return statements;
}

async function payRound(url, headers) {
  const post = (path, body) => call(`${url}${path}`, { method: 'POST', headers, body });
  const ordered = await post('/payments/order', ORDER);
  const { id } = ordered.body.transaction ?? {};
  const answers = [ordered, await post(`/sandbox/transactions/${id}/pay`, '{}')];
  answers.push(await call(`${url}/transactions/${id}?payment_type=PIX`, { headers }));
  answers.push(await post('/payments/pix/refund', JSON.stringify({ transaction_id: id, amount: 1 })));
  for (const path of ['/transactions', '/customers', '/companies', '/reports/payments', '/refunds', '/events'])
    answers.push(await call(`${url}${path}`, { headers }));
  return answers.map(({ status }) => status);
}

async function drill(cleanups) {
  const database = await startDatabase();
  cleanups.push(() => killServer(database.directory));
  const pooler = await startPooler(database);
  cleanups.push(() => pooler.child.kill('SIGKILL'));
  const superuser = `postgres://postgres@127.0.0.1:${database.port}/vintem`;
  const env = {
    DATABASE_URL: `postgres://vintem_app@127.0.0.1:${pooler.port}/vintem`,
    DATABASE_OWNER_URL: `postgres://vintem@127.0.0.1:${database.port}/vintem`,
    DATABASE_PREPARE: 'off',
  };
  await withClient(superuser, (client) => client.query('CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin'));
  const statements = await settleRole(env, superuser);
  console.log(`a start without the settings of the role was refused, and named ${statements.length} statements`);
  const vintem = await startVintem({ env });
  cleanups.push(() => vintem.kill());
  const headers = { authorization: `Bearer ${await logIn(vintem.url)}`, 'content-type': 'application/json' };
  const counts = {};
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const rounds = await Promise.all(Array.from({ length: AT_ONCE }, () => payRound(vintem.url, headers)));
    for (const status of rounds.flat()) counts[status] = (counts[status] ?? 0) + 1;
  }
  const { used, locks } = await withClient(superuser, async (client) => {
    const sessions = "SELECT count(*)::integer AS used FROM pg_stat_activity WHERE usename = 'vintem_app'";
    const held = "SELECT count(*)::integer AS locks FROM pg_locks WHERE locktype = 'advisory'";
    return { ...(await client.query(sessions)).rows[0], ...(await client.query(held)).rows[0] };
  });
  const audit = spawnSync(process.execPath, [CLI, 'audit'], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  const isClean = audit.status === 0;
  console.log(
    `answers ${JSON.stringify(counts)} over ${used} server connections; advisory locks left: ${locks}; ` +
      `audit ${isClean ? 'clean' : audit.stderr.trim()}`,
  );
  const isGood = Object.keys(counts).every((status) => status === '200') && used <= SERVER_CONNECTIONS && locks === 0;
  if (!isGood || !isClean) process.exitCode = 1;
}

const cleanups = [];
try {
  await drill(cleanups);
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await sleep(300);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
