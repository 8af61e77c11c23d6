// What the measures run on: a durable PostgreSQL, the service, an acquirer and a load generator, each in a process of
// its own, on loopback.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../../dist/ground/db/pool.js';
import { startEmbeddedPostgres } from '../../dist/ground/embedded-postgres/start-embedded-postgres.js';
import { startVintem } from '../../tools/support/service.mjs';
import { atTheEnd, endChild } from './cleanups.mjs';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_version'];
/** As `npm start` gives it to Node. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

const WARM_UP_SECONDS = 10;

/** Node compiles what is hot after thousands of orders; a process that is new does two thirds of what it will do. */
export const warmUpSeconds = ({ quick, seconds }) => (quick ? seconds : WARM_UP_SECONDS);

/** Every order of the bench has this total, and every payout this amount. */
export const AMOUNT_CENTS = 10_000;

/**
 * A PostgreSQL with the settings of the embedded one; in a directory that goes with it unless `dataDir` says
 * where it stays.
 */
export async function startCluster({ dataDir, settings } = {}) {
  const directory = dataDir ?? mkdtempSync(path.join(tmpdir(), 'vintem-bench-'));
  const removeDirectory = dataDir
    ? async () => {}
    : atTheEnd(async () => rmSync(directory, { recursive: true, force: true }));
  const cluster = await startEmbeddedPostgres({ dataDir: directory, log: () => {}, ...(settings ? { settings } : {}) });
  const stop = atTheEnd(() => cluster.stop());
  const owner = patientPool(cluster.url);
  const closeOwner = atTheEnd(() => owner.close());
  return {
    owner,
    /** The addresses of a database in it, which is made where it is not there. */
    async database(name) {
      const [known] = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (!known) await owner.query(`CREATE DATABASE ${name}`);
      return { url: withDatabase(cluster.url, name), serviceUrl: withDatabase(cluster.serviceUrl, name) };
    },
    async durability() {
      const rows = await owner.query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [DURABILITY]);
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    },
    /** Between two measurements, so that neither pays for the other's. */
    checkpoint: () => owner.query('CHECKPOINT'),
    async close() {
      await closeOwner();
      await stop();
      await removeDirectory();
    },
  };
}

/** For an operator's work: one connection or a few, no time limits. */
export function patientPool(url, max = 2) {
  return openPool({ url, max, applicationName: 'vintem-bench', onError: () => {}, isPatient: true });
}

function withDatabase(url, name) {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The first message of a child; its exit before that is an error. */
async function startChild(file, { env = {}, execArgv = [] } = {}) {
  const child = fork(fileOf(file), { env: { PATH: process.env.PATH, ...env }, execArgv });
  const end = atTheEnd(() => endChild(child));
  const ready = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code, signal) => reject(new Error(`${file} ended with ${code ?? signal}`)));
  });
  return { child, ready, end };
}

/** Sends and waits for the one answer. */
const ask = (child, message) =>
  new Promise((resolve, reject) => {
    const onExit = (code, signal) => reject(new Error(`a helper process ended with ${code ?? signal}`));
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('exit', onExit);
      resolve(answer);
    });
    child.send(message);
  });

export async function startInstantAcquirer() {
  const { child, ready, end } = await startChild('./instant-acquirer-process.mjs', {
    env: { AMOUNT_CENTS: String(AMOUNT_CENTS) },
  });
  return {
    url: `http://127.0.0.1:${ready.port}`,
    /** `{ isPaid?, delays? }`. Gives back what it has been asked so far. */
    tell: async (told = {}) => (await ask(child, told)).counts,
    close: end,
  };
}

/** A remessa that is made, or with RETORNO one that is read, in a process that does nothing else. */
export async function runCnab(env) {
  const { ready, end } = await startChild('./cnab-process.mjs', { env });
  await end();
  return ready;
}

/** Payers, a bank that calls back at once and the receiver of webhooks, in one process beside the gateway. */
export async function startLives() {
  const { child, ready, end } = await startChild('./lives-process.mjs', {
    env: { AMOUNT_CENTS: String(AMOUNT_CENTS) },
    execArgv: NODE_OPTIONS,
  });
  const told = async (task) => {
    const { error, ...answer } = await ask(child, task);
    if (error) throw new Error(error);
    return answer;
  };
  const url = `http://127.0.0.1:${ready.port}`;
  return {
    url,
    hookUrl: `${url}/hook`,
    /** Where the gateway is, with which secret its acquirer signs, and over how many connections orders come. */
    meet: (gateway, secret, connections) => told({ gateway, secret, connections }),
    /** `{ order, seconds, atATime }` or `{ order, seconds, ratePerSecond }`. */
    run: told,
    close: end,
  };
}

/** The service with that acquirer; limits of rates out of the way, so that the work is measured and not the limit. */
export async function startApi(database, acquirer, env = {}) {
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '0',
    VINTEM_ROLE: 'api',
    DATABASE_URL: database.serviceUrl,
    DATABASE_OWNER_URL: database.url,
    ACQUIRER_URL: acquirer.url,
    ...env,
  };
  const { child, ready, end } = await startChild('./api-process.mjs', { env: settings, execArgv: NODE_OPTIONS });
  return { url: ready.url, pid: child.pid, close: end };
}

/**
 * `npm start` as it is, sandbox acquirer and background work included, on the server of the reference. The limit of a
 * merchant's rate is on, but set where no machine gets: the demo has one merchant, and its orders per second are to be
 * measured, not its limit.
 */
export async function startService(database, env = {}) {
  const limits = { RATE_LIMIT_PER_SECOND: '1000000' };
  const service = await startVintem({
    nodeOptions: NODE_OPTIONS,
    env: { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url, LOG_LEVEL: 'info', ...limits, ...env },
  });
  return {
    url: service.url.replace('localhost', '127.0.0.1'),
    pid: service.pid,
    close: atTheEnd(() => service.stop()),
  };
}

export function startLoad() {
  const child = fork(fileOf('./load-process.mjs'), { env: { PATH: process.env.PATH }, execArgv: NODE_OPTIONS });
  const end = atTheEnd(() => endChild(child));
  return { send: (task) => ask(child, { connections: 32, ...task }), close: end };
}

export async function logIn(url, email = 'demo@vintem.dev') {
  const response = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'vintem-demo' }),
  });
  if (!response.ok) throw new Error(`the login of ${email} was answered ${response.status}`);
  return (await response.json()).response.token;
}

const DOCUMENT = '98765432100';

/** The order that is measured, of a customer with that document. */
export function orderBody(document = DOCUMENT, accessToken = 'est_demo_loja', { type = 'pix', address } = {}) {
  return JSON.stringify({
    access_token: accessToken,
    customer: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document,
      phone: { country_code: '55', area_code: '11', number: '987654321' },
      ...(address ? { address } : {}),
    },
    items: [{ name: 'Camiseta', quantity: 2, price: 4_000 }],
    payment: { type, installments: 1 },
    shipping: { name: 'Sedex', price: 2_000 },
    subtotal: 8_000,
    total: AMOUNT_CENTS,
  });
}

export const jsonHeaders = (token) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** The same order again and again, each time of another customer. */
export function ordersOf(token, accessToken = 'est_demo_loja', payment = {}) {
  const [before, after] = orderBody(DOCUMENT, accessToken, payment).split(DOCUMENT);
  return { headers: jsonHeaders(token), before, after };
}

/** Rates of what was answered well; anything else ends the run, because a rate of refusals means nothing. */
export function rateOf(result, isAllowed = (status) => status === '200') {
  const others = Object.keys(result.statuses).filter((status) => !isAllowed(status));
  if (others.length > 0)
    throw new Error(`answers were ${JSON.stringify(result.statuses)}; for example ${result.example}`);
  return result.count / (result.elapsedMs / 1_000);
}
