/**
 * The drill: point-in-time restore of an external database as docs/guides/backup.md says it. Orders are taken, a base
 * backup is made while more come in, the log is archived, the primary is killed, and the archive is restored to a
 * moment in between. Every order from before that moment must be there, none from after it, and the audit clean; after
 * `vintem restored` no id that was given out after the moment is given out again.
 *
 *   npm run build && node tools/drills/restore-drill.mjs
 *
 * Needs Debian's postgresql package and, as root, its postgres user.
 */

import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { accountOf, findBinaries, killServer, makeFolder, runProgram } from '../support/debian-postgres.mjs';
import { call, freePort, logIn, ORDER, sleep, startVintem } from '../support/service.mjs';

const CLI = fileURLToPath(new URL('../../dist/doors/cli/vintem.js', import.meta.url));
const ORDERS = 20;

const account = accountOf();
const binaries = findBinaries();
const folder = makeFolder(account);
const run = (program, args) => runProgram(join(binaries, program), args, account);
const [primary, base, archive] = ['primary', 'base', 'archive'].map((name) => join(folder, name));
const urlOf = (port) => `postgres://postgres@127.0.0.1:${port}/postgres`;

function configure(directory, settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(directory, 'postgresql.auto.conf'), lines.join(''), { flag: 'a' });
}

const start = (directory) => run('pg_ctl', ['-D', directory, '-w', '-l', `${directory}.log`, 'start']);

async function takeOrders(url, headers) {
  const orders = [];
  for (let count = 0; count < ORDERS; count++) {
    const answer = await call(`${url}/payments/order`, { method: 'POST', headers, body: ORDER });
    if (answer.status === 200) orders.push(answer.body.transaction);
  }
  return orders;
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const headersOf = (token) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function drill() {
  const port = await freePort();
  mkdirSync(archive);
  if (account.uid) chownSync(archive, account.uid, account.gid);
  run('initdb', ['-D', primary, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  configure(primary, {
    port,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    archive_mode: 'on',
    archive_command: `'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  });
  start(primary);
  const vintem = await startVintem({ env: { DATABASE_URL: urlOf(port) } });
  const headers = headersOf(await logIn(vintem.url));
  const early = await takeOrders(vintem.url, headers);
  run('pg_basebackup', ['-D', base, '-d', `host=127.0.0.1 port=${port} user=postgres`, '-c', 'fast', '-X', 'none']);
  const wanted = await takeOrders(vintem.url, headers);
  await sleep(1_000);
  const [{ moment }] = await query(urlOf(port), 'SELECT clock_timestamp()::text AS moment');
  await sleep(1_000);
  const unwanted = await takeOrders(vintem.url, headers);
  await query(urlOf(port), 'SELECT pg_switch_wal()');
  await sleep(2_000);
  await vintem.kill();
  killServer(primary);

  configure(base, {
    restore_command: `'cp ${archive}/%f %p'`,
    recovery_target_time: `'${moment}'`,
    recovery_target_action: "'promote'",
    archive_mode: 'off',
  });
  writeFileSync(join(base, 'recovery.signal'), '');
  start(base);
  while ((await query(urlOf(port), 'SELECT pg_is_in_recovery() AS recovering'))[0].recovering) await sleep(100);
  const found = new Set((await query(urlOf(port), 'SELECT order_number FROM payments')).map((row) => row.order_number));
  const env = { PATH: process.env.PATH, DATABASE_URL: urlOf(port) };
  const vintemCli = (command) => spawnSync(process.execPath, [CLI, command], { env, encoding: 'utf8' });
  const restored = vintemCli('restored');
  if (restored.status !== 0) throw new Error(`vintem restored: ${restored.stderr}`);
  const again = await startVintem({ env: { DATABASE_URL: urlOf(port) } });
  const [next] = await takeOrders(again.url, headersOf(await logIn(again.url)));
  await again.kill();
  const isNew = unwanted.every(({ id }) => next.id > id);
  const audit = vintemCli('audit');
  const lost = [...early, ...wanted].filter(({ order_number }) => !found.has(order_number)).length;
  const tooLate = unwanted.filter(({ order_number }) => found.has(order_number)).length;
  const verdict = audit.status === 0 ? 'clean' : audit.stderr.trim();
  console.log(
    `restored to ${moment}: ${early.length + wanted.length} orders from before, ${lost} lost; ` +
      `${unwanted.length} from after, ${tooLate} of them there; the next id is ${isNew ? 'new' : 'AN OLD ONE'}; ` +
      `audit ${verdict}`,
  );
  if (lost > 0 || tooLate > 0 || !isNew || audit.status !== 0) process.exitCode = 1;
}

try {
  await drill();
} finally {
  for (const directory of [primary, base]) killServer(directory);
  await sleep(300);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
