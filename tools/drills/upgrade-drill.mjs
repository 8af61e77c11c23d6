/**
 * The drill: a release that is serving is replaced by this build, process by process, under load and on one database.
 * Not one request may fail, neither while the migrations run nor while old and new processes work side by side; the
 * books are audited afterwards.
 *
 *   npm run build && node tools/drills/upgrade-drill.mjs
 *
 * The old release is built from the history of this repository, so a shallow clone is not enough.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../dist/ground/embedded-postgres/start-embedded-postgres.js';
import { freePort, logIn, ORDER, sleep, startVintem } from '../support/service.mjs';

/** The release that is upgraded, by its commit: each release is named here by the commit after it. */
const OLD_RELEASE = '4aa5016';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OLD_PROCESSES = 2;
const CLIENTS = 4;
const SIDE_BY_SIDE_MS = 6_000;
/** Enough that the index of a large table takes a moment to build. */
const CUSTOMERS = 100_000;
/** The balancer stops using a process after this many failed checks in a row. */
const FALL = 3;
const DRAIN_SECONDS = 2;

function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${done.status}: ${done.stderr}${done.stdout}`);
  return done.stdout;
}

/** Builds the old release with exactly the packages of its own lock file. */
function buildOldRelease(folder) {
  if (spawnSync('git', ['cat-file', '-e', `${OLD_RELEASE}^{commit}`], { cwd: ROOT }).status !== 0) {
    throw new Error(
      `commit ${OLD_RELEASE} is not here: the upgrade was NOT tried. Fetch the whole history (git fetch --unshallow).`,
    );
  }
  const archive = join(folder, 'old.tar');
  const tree = join(folder, 'old');
  mkdirSync(tree);
  run('git', ['archive', '--output', archive, OLD_RELEASE], { cwd: ROOT });
  run('tar', ['-xf', archive, '-C', tree]);
  if (packagesOf(tree) === packagesOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  else run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tree });
  run('npm', ['run', 'build', '--silent'], { cwd: tree });
  return join(tree, 'dist/start.js');
}

/** What a lock file installs. Which of them the release itself names, as its first entry says, changes none of them. */
function packagesOf(root) {
  const { '': _itself, ...installed } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return JSON.stringify(installed);
}

async function fill(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT m.id, lpad(n::text, 11, '0'), 'Pessoa ' || n, 'pessoa ' || n, 'p' || n || '@example.com',
       '+55 (11) 98765-4321', m.created_at, m.created_at
     FROM merchants m, generate_series(1, ${CUSTOMERS}) n WHERE m.id = 1`,
  );
  await client.end();
}

/** A balancer: it asks every process whether it is ready, and uses the ready ones in turn. */
function balance() {
  const noes = new Map();
  let turn = 0;
  const ask = async (url) => {
    while (noes.has(url)) {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      if (noes.has(url)) noes.set(url, answer?.ok ? 0 : noes.get(url) + 1);
      await sleep(100);
    }
  };
  return {
    add(url) {
      noes.set(url, 0);
      void ask(url);
    },
    remove: (url) => noes.delete(url),
    next() {
      const ready = [...noes].filter(([, count]) => count < FALL).map(([url]) => url);
      return ready[++turn % ready.length];
    },
  };
}

function startLoad(balancer, token) {
  const agent = new Agent({ keepAlive: true });
  const failures = [];
  const orders = [];
  const served = new Map();
  let isOver = false;
  /** Returns null when the request failed, which fails the drill. */
  const send = async (path, body) => {
    const url = balancer.next();
    try {
      if (!url) throw new Error('nobody is ready');
      const answer = await exchange(agent, url + path, token, body);
      served.set(url, (served.get(url) ?? 0) + 1);
      if (answer.status < 300) return JSON.parse(answer.text);
      failures.push(`${url}${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    } catch (error) {
      failures.push(`${url}${path}: ${error.message}`);
    }
    return null;
  };
  const buy = async (client) => {
    for (let round = client; !isOver; round++) {
      const order = await send('/payments/order', ORDER);
      const id = order?.transaction.id;
      if (!id) continue;
      orders.push(id);
      await send(`/transactions/${id}?payment_type=PIX`);
      if (round % 2 === 0) await send(`/sandbox/transactions/${id}/pay`, '{}');
      if (round % 4 === 0) await send('/payments/pix/refund', JSON.stringify({ transaction_id: id }));
      if (round % 8 === 0)
        for (const list of ['/transactions', '/customers?name=maria', '/events', '/divergences']) await send(list);
      if (round % 8 === 4) await send('/balance/list', JSON.stringify({ companyIds: [1] }));
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) => buy(client));
  return {
    failures,
    orders,
    served,
    async stop() {
      isOver = true;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

function exchange(agent, url, token, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const call = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve({ status: response.statusCode, text: chunks.join('') }), reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function upgrade(folder) {
  const oldEntry = buildOldRelease(folder);
  const database = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: () => {},
    settings: { max_connections: '200' },
  });
  const running = [];
  const start = async (entry) => {
    const env = { DATABASE_URL: database.url, PORT: String(await freePort()), DRAIN_SECONDS: String(DRAIN_SECONDS) };
    const started = await startVintem({ ...(entry ? { entry } : {}), env });
    running.push(started);
    return started;
  };
  try {
    const old = [];
    for (let index = 0; index < OLD_PROCESSES; index++) old.push(await start(oldEntry));
    await fill(database.url);
    const balancer = balance();
    for (const { url } of old) balancer.add(url);
    const load = startLoad(balancer, await logIn(old[0].url));
    await sleep(SIDE_BY_SIDE_MS / 3);
    // The migrations run now, while the old processes serve.
    const fresh = await start();
    balancer.add(fresh.url);
    await sleep(SIDE_BY_SIDE_MS);
    const second = await start();
    balancer.add(second.url);
    for (const { url, stop } of old) {
      await stop();
      balancer.remove(url);
    }
    await sleep(SIDE_BY_SIDE_MS / 3);
    await load.stop();
    const served = (processes) => processes.reduce((sum, { url }) => sum + (load.served.get(url) ?? 0), 0);
    const counts = { orders: load.orders.length, byOld: served(old), byNew: served([fresh, second]) };
    for (const url of [fresh.url, second.url]) balancer.remove(url);
    const audit = spawnSync(process.execPath, [join(ROOT, 'dist/doors/cli/vintem.js'), 'audit'], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      encoding: 'utf8',
    });
    return { ...counts, failures: load.failures, audit };
  } finally {
    for (const started of running) await started.kill();
    await database.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vintem-upgrade-'));
try {
  const { orders, byOld, byNew, failures, audit } = await upgrade(folder);
  for (const failure of failures.slice(0, 20)) console.error(failure);
  if (audit.status !== 0) console.error(`the audit found something:\n${audit.stdout}${audit.stderr}`);
  const served = `${byOld} requests served by the old release and ${byNew} by this one`;
  console.log(`upgrade from ${OLD_RELEASE}: ${served}, ${orders} orders; ${failures.length} failed`);
  const isSound = failures.length === 0 && audit.status === 0 && byOld > 0 && byNew > 0;
  process.exitCode = isSound ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
