// Everybody whom a payment meets outside of the gateway, in a process of its own, so that their cost is not counted as
// the gateway's: payers who order, a bank that charges and calls back at once, and a shop that receives webhooks.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { DEMO_LOGIN } from '../../../gateway/sandbox/demo-data.ts';
import { AMOUNT_CENTS, type CallbackAddress, createInstantBank } from './instant-bank.ts';
import { createShop } from './shop.ts';
import { type Ran, serveTasks, type WorldReady, type WorldTask } from './tasks.ts';

/** More than wait at a time for an answer; those who wait for their webhook have theirs. */
const CONNECTIONS = 128;
const CALLBACK_CONNECTIONS = 32;
const KEEP_ALIVE_MS = 120_000;
const TELL_EVERY_MS = 500;
const SHIPPING_CENTS = 2_000;

interface Gateway {
  pool: Pool;
  headers: Record<string, string>;
}

let gateway: Gateway | null = null;
let callbacks: CallbackAddress | null = null;
let problem: string | null = null;
const onProblem = (text: string) => {
  problem ??= text;
};
const met = <Met>(whom: Met | null): Met => {
  if (whom === null) throw new Error('the gateway is not known yet');
  return whom;
};
const bank = createInstantBank(() => met(callbacks), onProblem);
const shop = createShop(onProblem);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => {
    const [, kind, reference] = (request.url ?? '').split('/');
    if (kind === 'hook') {
      response.writeHead(204).end();
      return shop.receive(request.headers, Buffer.concat(chunks).toString());
    }
    const { status, body } = bank.answer(request.method ?? '', kind, reference);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
server.keepAliveTimeout = KEEP_ALIVE_MS;

async function post<Body>(to: Gateway, path: string, body: string): Promise<Body> {
  const answer = await to.pool.request({ method: 'POST', path, headers: to.headers, body });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} was answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Body;
}

async function meet(url: string, notificationSecret: string, ownUrl: string): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const json = { 'content-type': 'application/json' };
  const { response } = await post<{ response: { token: string } }>(
    { pool, headers: json },
    '/auth',
    JSON.stringify(DEMO_LOGIN),
  );
  gateway = { pool, headers: { ...json, authorization: `Bearer ${response.token}` } };
  callbacks = {
    gateway: new Pool(url, { connections: CALLBACK_CONNECTIONS, pipelining: 1 }),
    secret: notificationSecret,
  };
  const hook = JSON.stringify({ url: `${ownUrl}/hook`, events: ['payment.approved'] });
  shop.learnSecret((await post<{ secret: string }>(gateway, '/webhooks', hook)).secret);
}

/** Of a customer whom nobody has seen before. */
function order(): string {
  return JSON.stringify({
    access_token: 'est_demo_loja',
    customer: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document: String(randomInt(99_999_999_999)).padStart(11, '0'),
      phone: { country_code: '55', area_code: '11', number: '987654321' },
    },
    items: [{ name: 'Camiseta', quantity: 2, price: (AMOUNT_CENTS - SHIPPING_CENTS) / 2 }],
    payment: { type: 'pix', installments: 1 },
    shipping: { name: 'Sedex', price: SHIPPING_CENTS },
    subtotal: AMOUNT_CENTS - SHIPPING_CENTS,
    total: AMOUNT_CENTS,
  });
}

/**
 * So many at a time, each beginning the next when it ends. The time counts from the first that ended, when some are on
 * every part of the way; what is under way at the end is waited for and not counted. Where too few have ended by
 * then, the first one is counted, with the time that it took.
 */
async function run(kind: 'orders' | 'lives', seconds: number, atATime: number, tell: (soFar: number) => void) {
  const from = met(gateway);
  bank.payAtOnce(kind === 'lives');
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const ran = { count: 0, begun: 0, firstAt: startedAt };
  const loop = async () => {
    do {
      ran.begun++;
      const { transaction } = await post<{ transaction: { id: number } }>(from, '/payments/order', order());
      if (kind === 'lives') await shop.arrivalOf(transaction.id);
      const now = performance.now();
      if (now > endsAt && ran.count > 0) return;
      if (ran.count++ === 0) ran.firstAt = now;
    } while (performance.now() < endsAt && problem === null);
  };
  const telling = setInterval(() => tell(ran.count), TELL_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: atATime }, loop));
  } finally {
    clearInterval(telling);
  }
  if (problem !== null) throw new Error(problem);
  const { count, begun, firstAt } = ran;
  const perMs = count > 1 ? (count - 1) / Math.max(1, endsAt - firstAt) : 1 / (firstAt - startedAt);
  return { count, begun, perSecond: perMs * 1_000 } satisfies Ran;
}

await serveTasks<WorldTask>(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ready: { url } satisfies WorldReady,
    perform: (task, tell) =>
      task.kind === 'meet'
        ? meet(task.url, task.notificationSecret, url)
        : run(task.kind, task.seconds, task.atATime, tell),
    close: async () => server.close(),
  };
});
