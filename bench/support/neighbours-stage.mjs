// What the benchmark of neighbours runs on: the service with its limits on, a PostgreSQL of its own, and two merchants of the demo data.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../../dist/db/pool.js';
import { startEmbeddedPostgres } from '../../dist/embedded-postgres/start-embedded-postgres.js';
import { startVintem } from '../../tools/support/service.mjs';

const FLOODER = fileURLToPath(new URL('./flooder.mjs', import.meta.url));

/** An order that the demo data's establishments take; `changes` replace its fields. */
export function orderOf(accessToken, changes = {}) {
  return {
    access_token: accessToken,
    customer: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document: '52998224725',
      phone: { country_code: '55', area_code: '11', number: '987654321' },
    },
    items: [{ name: 'Camiseta', quantity: 1, price: 4000 }],
    payment: { type: 'pix', installments: 1 },
    shipping: { name: 'Sedex', price: 0 },
    subtotal: 4000,
    total: 4000,
    ...changes,
  };
}

export async function openStage(env = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vintem-bench-'));
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const db = openPool({ url: database.url, max: 2, applicationName: 'vintem-bench', onError: () => {}, isPatient: true });
  const limits = { RATE_LIMIT_PER_SECOND: '1000', LOG_LEVEL: 'error' };
  const service = await startVintem({ env: { DATABASE_URL: database.url, ...limits, ...env } });
  const url = service.url.replace('localhost', '127.0.0.1');
  const call = async (method, pathname, { token, body, headers } = {}) => {
    const response = await fetch(url + pathname, {
      method,
      headers: { ...jsonHeaders(token, body), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  const logIn = async (email) => (await call('POST', '/auth', { body: { email, password: 'vintem-demo' } })).json().response.token;
  return {
    url,
    call,
    /** For filling tables faster than any caller could. */
    db,
    /** The merchant that floods, with an establishment `est_demo_loja`. */
    attacker: await logIn('demo@vintem.dev'),
    /** Another merchant, with an establishment `est_demo_parceiro`. */
    neighbour: await logIn('parceiro@vintem.dev'),
    async close() {
      await service.stop();
      await db.close();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function jsonHeaders(token, body) {
  return { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
}

/** Floods while `measure` runs; gives back what it measured and how the flood was answered. */
export async function duringFlood(url, { connections, requests }, measure) {
  const child = fork(FLOODER);
  try {
    const told = () => new Promise((resolve) => child.once('message', resolve));
    const underWay = told();
    child.send({ url, connections, requests });
    await underWay;
    const measured = await measure();
    const answers = told();
    child.send('stop');
    return { measured, answers: await answers };
  } finally {
    child.kill();
  }
}
