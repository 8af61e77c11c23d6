// What the measure of neighbours runs on: the service with its limits on, a database of its own, and two merchants of
// the demo data.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startVintem } from '../../tools/support/service.mjs';
import { atTheEnd, endChild } from './cleanups.mjs';
import { logIn, patientPool } from './stage.mjs';

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

export async function openStage(database, env = {}) {
  const db = patientPool(database.url);
  const limits = { RATE_LIMIT_PER_SECOND: '1000', LOG_LEVEL: 'error' };
  const service = await startVintem({ env: { DATABASE_URL: database.url, ...limits, ...env } });
  const stop = atTheEnd(() => service.stop());
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
  return {
    url,
    call,
    /** For filling tables faster than any caller could. */
    db,
    /** The merchant that floods, with an establishment `est_demo_loja`. */
    attacker: await logIn(url),
    /** Another merchant, with an establishment `est_demo_parceiro`. */
    neighbour: await logIn(url, 'parceiro@vintem.dev'),
    async close() {
      await stop();
      await db.close();
    },
  };
}

export function jsonHeaders(token, body) {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

/** Floods while `measure` runs; gives back what it measured and how the flood was answered. */
export async function duringFlood(url, { connections, requests }, measure) {
  const child = fork(FLOODER);
  const end = atTheEnd(() => endChild(child));
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
    await end();
  }
}
