// Three PostgreSQL servers under Patroni, with etcd and HAProxy, all on loopback: what the guide of reliability
// recommends, as small as it can be. Needs Debian's packages patroni, etcd-server, haproxy and postgresql.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOf, findBinaries, killServer, makeFolder } from './debian-postgres.mjs';
import { freePort, sleep } from './service.mjs';

const NODES = ['one', 'two', 'three'];
const READY_WITHIN_MS = 120_000;
const KEPT_LOG_CHARS = 4_000;
/** How long a primary that says nothing stays one. Patroni wants room for a turn and two tries of its store in it. */
const TTL_SECONDS = 20;

/** As the guide of reliability says it, with the addresses of one machine. */
function patroniSettings({ name, folder, ports, etcdPort }) {
  return `scope: vintem
name: ${name}
restapi: { listen: "127.0.0.1:${ports.rest}", connect_address: "127.0.0.1:${ports.rest}" }
etcd3: { host: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: ${TTL_SECONDS}
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: { synchronous_commit: "on", wal_level: replica, max_connections: 200, max_wal_senders: 8 }
  initdb: [{ encoding: UTF8 }, { locale: C }, data-checksums]
postgresql:
  listen: "127.0.0.1:${ports.postgres}"
  connect_address: "127.0.0.1:${ports.postgres}"
  bin_dir: ${findBinaries()}
  data_dir: ${join(folder, name)}
  pgpass: ${join(folder, `${name}.pgpass`)}
  parameters: { unix_socket_directories: "" }
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
  authentication:
    superuser: { username: postgres, password: postgres }
    replication: { username: replicator, password: replicator }
`;
}

function haproxySettings({ primary, replicas }, nodes) {
  const servers = nodes.map(
    ({ name, ports }) => `    server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`,
  );
  return `defaults
    mode tcp
    timeout connect 3s
    timeout client 1h
    timeout server 1h
    timeout check 2s
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
listen vintem-database
    bind 127.0.0.1:${primary}
    option httpchk OPTIONS /primary
    http-check expect status 200
${servers.join('\n')}
listen vintem-replicas
    bind 127.0.0.1:${replicas}
    option httpchk OPTIONS /replica
    http-check expect status 200
${servers.join('\n')}
`;
}

/** Everything lives in one temporary folder, and is ended by its process id. */
export async function startPatroni() {
  const account = accountOf();
  const folder = makeFolder(account);
  const children = [];
  const start = (name, program, args, env = {}) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env } };
    const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
    child.on('error', (error) => console.error(`${program} did not start: ${error.message}`));
    children.push(child);
    return child;
  };
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const front = { primary: await freePort(), replicas: await freePort() };
  startEtcd(start, folder, etcdPort, peerPort);
  const nodes = [];
  for (const name of NODES) {
    const ports = { rest: await freePort(), postgres: await freePort() };
    const file = join(folder, `${name}.yml`);
    writeFileSync(file, patroniSettings({ name, folder, ports, etcdPort }));
    mkdirSync(join(folder, name), { mode: 0o700 });
    if (account.uid) spawnSync('chown', [`${account.uid}:${account.gid}`, join(folder, name)]);
    nodes.push({ name, ports, folder: join(folder, name), patroni: start(name, 'patroni', [file]) });
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxySettings(front, nodes));
  start('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const cluster = {
    folder,
    url: `postgres://postgres:postgres@127.0.0.1:${front.primary}/postgres`,
    readUrl: `postgres://postgres:postgres@127.0.0.1:${front.replicas}/postgres`,
    members: () => membersOf(nodes),
    /** What Patroni says about itself, for a drill that fails. */
    logs: () => NODES.map((name) => endOf(join(folder, `${name}.log`))).join('\n'),
    /** The primary and whoever watches over it die together, as their machine would. */
    async killPrimary() {
      const leader = (await membersOf(nodes)).find(({ role }) => role === 'leader');
      const node = nodes.find(({ name }) => name === leader.name);
      node.patroni.kill('SIGKILL');
      killServer(node.folder);
      return node.name;
    },
    switchOver: () => switchOver(nodes),
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(children.map(hasEnded));
      for (const node of nodes) killServer(node.folder);
      await sleep(500);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  try {
    await untilSettled(cluster);
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

function startEtcd(start, folder, clientPort, peerPort) {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  const settings = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  // Debian's etcd of this age calls 64-bit ARM unsupported until it is told that this is known.
  start('etcd', 'etcd', args, process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {});
}

/** Any node that still answers knows all of them. */
async function membersOf(nodes) {
  for (const { ports } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    if (answer?.ok) return (await answer.json()).members;
  }
  return [];
}

function endOf(file) {
  return `${file}:\n${readFileSync(file, 'utf8').slice(-KEPT_LOG_CHARS)}`;
}

async function switchOver(nodes) {
  const members = await membersOf(nodes);
  const leader = members.find(({ role }) => role === 'leader').name;
  const candidate = members.find(({ role }) => role === 'sync_standby').name;
  const { ports } = nodes.find(({ name }) => name === leader);
  const answer = await fetch(`http://127.0.0.1:${ports.rest}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader, candidate }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the switchover was refused: ${text}`);
  return `${leader} to ${candidate}`;
}

/** One leader, one synchronous standby, one more that streams. */
async function untilSettled(cluster) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const members = await cluster.members();
    const isRunning = members.filter(({ state }) => ['running', 'streaming'].includes(state)).length === NODES.length;
    if (isRunning && members.some(({ role }) => role === 'sync_standby')) return;
    await sleep(500);
  }
  throw new Error(`Patroni did not settle; its logs are in ${cluster.folder}`);
}

function hasEnded(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return undefined;
  return new Promise((resolve) => child.once('exit', resolve));
}
