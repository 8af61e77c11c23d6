// A shop with one product. It takes a PIX payment, and believes that it was paid when a signed webhook says so.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Vintem, VintemError, WebhookRefused, webhooks } from '@vintem/client';
import { orderPage, problemPage, shopPage } from './pages.mjs';

const {
  PORT = '3100',
  VINTEM_URL = 'http://localhost:3000',
  VINTEM_EMAIL = 'demo@vintem.dev',
  VINTEM_PASSWORD = 'vintem-demo',
  VINTEM_API_KEY,
  VINTEM_ACCESS_TOKEN = 'est_demo_loja',
} = process.env;

const PRODUCT = { name: 'Café da Serra, 250 g', price: 3990 };
const HOST = '127.0.0.1';
const WEBHOOK_PATH = '/webhooks/vintem';
const MAX_BODY_BYTES = 64 * 1024;
/** A real shop has a database. This one forgets the oldest. */
const MAX_ORDERS = 1000;

/** @typedef {import('@vintem/client').Answer<'POST /payments/order'>['transaction']} Transaction */
/** @typedef {{ token: string, transaction: Transaction, status: string, sequence: number }} Order */
/** @typedef {{ status?: number, headers?: Record<string, string>, body?: string }} Page */
/** @typedef {import('node:http').IncomingMessage} Request */

const vintem = new Vintem(
  VINTEM_API_KEY
    ? { url: VINTEM_URL, apiKey: VINTEM_API_KEY }
    : { url: VINTEM_URL, email: VINTEM_EMAIL, password: VINTEM_PASSWORD },
);

/** Orders by the number of their transaction, oldest first. @type {Map<number, Order>} */
const orders = new Map();
const publicFile = (/** @type {string} */ name, /** @type {string} */ type) => ({
  headers: { 'content-type': type },
  body: readFileSync(new URL(`public/${name}`, import.meta.url), 'utf8'),
});
const STYLE = publicFile('shop.css', 'text/css');
const SCRIPT = publicFile('order.js', 'text/javascript');

let webhookSecret = '';

const server = createServer(async (request, response) => {
  const { status = 200, headers = {}, body = '' } = await answer(request).catch(problem);
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
});

/** @param {Request} request @returns {Promise<Page>} */
async function answer(request) {
  const { pathname } = new URL(request.url ?? '/', 'http://shop');
  const [, room, token, deed = 'show'] = pathname.split('/');
  const order = [...orders.values()].find((known) => known.token === token);
  if (order && room === 'orders') return answerFor(order, `${request.method} ${deed}`);
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      return shown(shopPage(PRODUCT, randomUUID()));
    case 'POST /orders':
      return buy(new URLSearchParams((await bodyOf(request)).toString()));
    case `POST ${WEBHOOK_PATH}`:
      return receive(request);
    case 'GET /shop.css':
      return STYLE;
    case 'GET /order.js':
      return SCRIPT;
    default:
      return notFound();
  }
}

/** @param {Order} order @param {string} wish @returns {Promise<Page>} */
async function answerFor(order, wish) {
  const { token, transaction, status } = order;
  switch (wish) {
    case 'GET show':
      return shown(orderPage(PRODUCT, order), transaction.pix_qr_code_url);
    case 'GET status':
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ status }) };
    case 'POST pay':
      await vintem.sandbox.pay(transaction.id);
      return goTo(`/orders/${token}`);
    default:
      return notFound();
  }
}

/** @param {URLSearchParams} form @returns {Promise<Page>} */
async function buy(form) {
  const field = (/** @type {string} */ name) => form.get(name) ?? '';
  const [areaCode = '', ...number] = field('phone').match(/\d{2}|\d/g) ?? [];
  const { transaction } = await vintem.payments.order(
    {
      access_token: VINTEM_ACCESS_TOKEN,
      customer: {
        name: field('name'),
        email: field('email'),
        document: field('document').replaceAll(/\D/g, ''),
        phone: { country_code: '55', area_code: areaCode, number: number.join('') },
      },
      items: [{ name: PRODUCT.name, quantity: 1, price: PRODUCT.price }],
      payment: { type: 'pix', installments: 1 },
      shipping: { name: 'Retirada na loja', price: 0 },
      subtotal: PRODUCT.price,
      total: PRODUCT.price,
    },
    // Made with the form: whoever presses the button twice orders once.
    { idempotencyKey: field('key') || randomUUID() },
  );
  const order = orders.get(transaction.id) ?? {
    token: randomUUID(),
    transaction,
    status: transaction.status,
    sequence: 0,
  };
  orders.set(transaction.id, order);
  const [oldest = 0] = orders.keys();
  if (orders.size > MAX_ORDERS) orders.delete(oldest);
  return goTo(`/orders/${order.token}`);
}

/** The only place where an order becomes paid. @param {Request} request @returns {Promise<Page>} */
async function receive(request) {
  try {
    const event = webhooks.verify(await bodyOf(request), request.headers, webhookSecret);
    const order = 'transaction_id' in event ? orders.get(event.transaction_id) : undefined;
    // Events may come twice and overtake each other: the highest number knows best.
    if (order && 'status' in event && event.sequence > order.sequence) {
      order.status = event.status;
      order.sequence = event.sequence;
    }
    return { status: 200 };
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    console.warn(`refused a webhook: ${error.reason}, ${error.message}`);
    return { status: 400 };
  }
}

/** @param {Request} request */
async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param {unknown} error @returns {Page} */
function problem(error) {
  console.error(error);
  const isTheirs = error instanceof VintemError && error.status === 400;
  return {
    ...shown(problemPage(isTheirs ? error.message : 'Tente de novo em instantes.')),
    status: isTheirs ? 400 : 503,
  };
}

const notFound = () => ({ ...shown(problemPage('Esta página não existe.')), status: 404 });
const goTo = (/** @type {string} */ location) => ({ status: 303, headers: { location } });

/** Pages may load what is ours, and the picture of the code. @param {string} body @param {string | null} [picture] */
function shown(body, picture) {
  const pictures = ["'self'", picture ? new URL(picture).origin : ''].join(' ');
  const policy = `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src ${pictures}`;
  return { body, headers: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' } };
}

/** A secret is shown once, and this shop keeps nothing: it registers anew each time it opens. @param {string} url */
async function registerWebhook(url) {
  for await (const endpoint of vintem.webhooks.list())
    if (endpoint.url === url) await vintem.webhooks.delete(endpoint.id);
  const { id, secret } = await vintem.webhooks.create({
    url,
    events: ['payment.approved', 'payment.failed', 'payment.refunded'],
    description: 'example shop',
  });
  webhookSecret = secret;
  return id;
}

server.listen(Number(PORT), HOST, async () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : PORT;
  const webhookId = await registerWebhook(`http://${HOST}:${port}${WEBHOOK_PATH}`);
  console.log(`The shop is open at http://localhost:${port}`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      server.close();
      await vintem.webhooks.delete(webhookId).catch(console.error);
      process.exit();
    });
  }
});
