/**
 * The drill: the replica of a primary under load is stalled, the primary is killed, and the replica is promoted. With
 * synchronous replication no acknowledged order may be missing afterwards. With asynchronous replication some are
 * missing, which shows that the drill can find a loss.
 *
 *   npm run build && node tools/drills/replica-drill.mjs [sync|async|both]
 *
 * Needs Debian's `postgresql` package (pg_basebackup is not among the embedded binaries) and, as root, its postgres
 * user.
 */

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import {
  accountOf,
  findBinaries,
  killServer,
  makeFolder,
  processesBelow,
  runProgram,
} from '../support/debian-postgres.mjs';
import { call, freePort, logIn, ORDER, sleep, startVintem } from '../support/service.mjs';

const LOAD_MS = 4_000;
/** Longer than any statement's time limit: a commit that "succeeds" unconfirmed must not be acknowledged either. */
const STALL_MS = 20_000;
const CLIENTS = 16;

const binaries = findBinaries();
const account = accountOf();
const run = (program, args) => runProgram(join(binaries, program), args, account);

function startServer(directory, port, settings) {
  const lines = { port, listen_addresses: "'127.0.0.1'", unix_socket_directories: "''", ...settings };
  writeFileSync(
    join(directory, 'postgresql.auto.conf'),
    Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
    { flag: 'a' },
  );
  run('pg_ctl', ['-D', directory, '-w', '-l', join(directory, 'server.log'), 'start']);
}

/** Keeps the address of the primary stable, as a proxy, a virtual address or a pooler would. */
async function startProxy(target) {
  const sockets = new Set();
  const server = net.createServer((client) => {
    const upstream = net.connect(target.port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    }
    client.pipe(upstream).on('close', () => client.destroy());
    upstream.pipe(client);
    client.on('close', () => upstream.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    switchTo(port) {
      target.port = port;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends orders without a pause until told to stop; keeps every acknowledged id. */
function startLoad(url, token) {
  const acknowledged = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const answer = await call(`${url}/payments/order`, { method: 'POST', headers, body: ORDER }).catch(() => null);
      if (answer?.status === 200) acknowledged.push(answer.body.transaction.order_number);
      else await sleep(100);
    }
  });
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

async function findAll(url) {
  const token = await logIn(url);
  const found = new Set();
  for (let page = 1; ; page++) {
    const { body } = await call(`${url}/transactions?limit=100&direction=ASC&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const { order_number } of body.data) found.add(order_number);
    if (page >= body.lastPage) return found;
  }
}

async function untilReady(url) {
  for (let tries = 0; tries < 100; tries++) {
    if ((await call(`${url}/readyz`).catch(() => null))?.status === 200) return;
    await sleep(100);
  }
  throw new Error('the service did not recover');
}

async function drill(isSynchronous) {
  const folder = makeFolder(account);
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')];
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  run('initdb', ['-D', primary, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  startServer(primary, primaryPort, {
    wal_level: 'replica',
    max_connections: 100,
    synchronous_standby_names: isSynchronous ? "'drill'" : "''",
  });
  const connection = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=drill`;
  run('pg_basebackup', ['-D', replica, '-d', connection, '-R', '-X', 'stream', '-c', 'fast']);
  // The promoted server has no replica to wait for yet.
  startServer(replica, replicaPort, { primary_conninfo: `'${connection}'`, synchronous_standby_names: "''" });
  const proxy = await startProxy({ port: primaryPort });
  const vintem = await startVintem({ env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` } });
  try {
    const load = startLoad(vintem.url, await logIn(vintem.url));
    await sleep(LOAD_MS);
    const before = load.acknowledged.length;
    const receiver = processesBelow(replica).children.find(({ args }) => args.includes('walreceiver'));
    if (!receiver) throw new Error('the replica has no walreceiver');
    process.kill(receiver.pid, 'SIGSTOP');
    await sleep(STALL_MS);
    killServer(primary);
    const during = load.acknowledged.length - before;
    // Unread data in its socket died with the primary, as it would with the machine.
    process.kill(receiver.pid, 'SIGKILL');
    await sleep(1_000);
    run('pg_ctl', ['-D', replica, '-w', 'promote']);
    run('pg_ctl', ['-D', replica, 'status']);
    proxy.switchTo(replicaPort);
    await untilReady(vintem.url);
    await sleep(LOAD_MS);
    await load.stop();
    const found = await findAll(vintem.url);
    const lost = load.acknowledged.filter((order) => !found.has(order));
    return {
      acknowledged: load.acknowledged.length,
      during,
      after: load.acknowledged.length - before - during,
      lost: lost.length,
    };
  } finally {
    await vintem.kill();
    proxy.close();
    spawnSync(join(binaries, 'pg_ctl'), ['-D', replica, '-m', 'immediate', 'stop'], { ...account, cwd: '/' });
    rmSync(folder, { recursive: true, force: true });
  }
}

const which = process.argv[2] ?? 'both';
const runs = [
  { name: 'synchronous', isSynchronous: true, isExpected: (lost) => lost === 0 },
  { name: 'asynchronous', isSynchronous: false, isExpected: (lost) => lost > 0 },
].filter(({ name }) => which === 'both' || name.startsWith(which));
for (const { name, isSynchronous, isExpected } of runs) {
  const { acknowledged, during, after, lost } = await drill(isSynchronous);
  const verdict = isExpected(lost) ? 'as expected' : 'NOT AS EXPECTED';
  const parts = `${during} while the replica was stalled, ${after} after its promotion`;
  console.log(`${name}: ${acknowledged} orders acknowledged (${parts}), ${lost} lost: ${verdict}`);
  if (!isExpected(lost)) process.exitCode = 1;
}
