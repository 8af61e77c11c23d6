// Everybody whom a payment meets outside the gateway, in a process of its own: the payer who orders, the bank that
// charges at once and calls back, and the shop that receives the webhook. A life ends when the webhook of its approval
// has arrived.
import { createHmac, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool } from 'undici';

const AMOUNT_CENTS = Number(process.env.AMOUNT_CENTS);
const QR_CODE =
  '00020101021226830014br.gov.bcb.pix2561pix.example.com/qr/v2/114eee591a09bbf1937222be609125f95204000053039865802BR6304392F';
const REFERENCE = /;ref=(\w+)/;
const SETTLE_MS = 20_000;

let gateway = null;
let callbacks = null;
let secret = '';
/** When each callback was sent, by reference. */
const calledBackAt = new Map();
/** Webhooks by transaction: those that came before anybody waited, and those that are waited for. */
const arrived = new Map();
const waiting = new Map();

function chargeOf(reference, isPaid) {
  const now = new Date().toISOString();
  return {
    id: `instant_${reference}`,
    reference,
    operation: { status: isPaid ? 'PAID' : 'WAITING_PAYMENT', value: AMOUNT_CENTS, provider: 'INSTANT' },
    history: [],
    payer: null,
    createdAt: now,
    paidAt: isPaid ? now : null,
    refundedAmount: 0,
    pix: { qrCode: `${QR_CODE};ref=${reference}` },
    boleto: null,
  };
}

function callBack(reference) {
  const body = JSON.stringify({
    reference,
    transactionId: `instant_${reference}`,
    status: 'PAID',
    sentAt: new Date().toISOString(),
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  calledBackAt.set(reference, Date.now());
  callbacks
    .request({
      method: 'POST',
      path: '/acquirer/sandbox/notifications',
      headers: {
        'content-type': 'application/json',
        'x-acquirer-timestamp': timestamp,
        'x-acquirer-signature': signature,
      },
      body,
    })
    .then(({ statusCode, body: answer }) => {
      if (statusCode >= 300) fail(`a callback was answered ${statusCode}`);
      return answer.dump();
    })
    .catch((error) => fail(`a callback failed: ${error.message}`));
}

let failure = null;
function fail(text) {
  failure ??= text;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    const [, kind, reference] = request.url.split('/');
    if (kind === 'hook') {
      response.writeHead(204).end();
      const { transaction_id: id, created_at } = JSON.parse(Buffer.concat(chunks).toString());
      const news = { at: Date.now(), approvedAt: Date.parse(created_at) };
      if (!request.headers['webhook-signature']) fail('a webhook had no signature');
      const resolve = waiting.get(id);
      if (resolve) resolve(news);
      else arrived.set(id, news);
      return;
    }
    const isCharge = kind === 'charges';
    const body = isCharge ? chargeOf(reference, request.method !== 'PUT') : { status: 'ok' };
    response
      .writeHead(isCharge && request.method === 'PUT' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
    if (isCharge && request.method === 'PUT') setImmediate(callBack, reference);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

function arrivalOf(id) {
  const early = arrived.get(id);
  if (early) {
    arrived.delete(id);
    return early;
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(id);
      reject(new Error(`no webhook of transaction ${id} within ${SETTLE_MS} ms`));
    }, SETTLE_MS);
    waiting.set(id, (news) => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(news);
    });
  });
}

async function live({ headers, before, after }) {
  const startedAt = performance.now();
  const document = String(randomInt(99_999_999_999)).padStart(11, '0');
  const answer = await gateway.request({
    method: 'POST',
    path: '/payments/order',
    headers,
    body: before + document + after,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`an order was answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  const orderMs = performance.now() - startedAt;
  const { transaction } = JSON.parse(text);
  const reference = REFERENCE.exec(transaction.pix_qr_code)?.[1];
  const { at, approvedAt } = await arrivalOf(transaction.id);
  const calledAt = calledBackAt.get(reference);
  calledBackAt.delete(reference);
  return { orderMs, approvedMs: approvedAt - calledAt, arrivedMs: at - calledAt };
}

/** So many at a time, or so many begun in a second; what is under way at the end is waited for and not counted. */
async function run({ order, atATime, ratePerSecond, seconds }) {
  const lives = [];
  const endsAt = performance.now() + seconds * 1_000;
  const one = async () => {
    const times = await live(order);
    if (performance.now() <= endsAt) lives.push(times);
  };
  if (ratePerSecond) {
    const underWay = [];
    for (let n = 0; performance.now() < endsAt; n++) {
      underWay.push(one());
      const nextAt = endsAt - seconds * 1_000 + ((n + 1) * 1_000) / ratePerSecond;
      const pauseMs = nextAt - performance.now();
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    await Promise.all(underWay);
  } else {
    const loop = async () => {
      while (performance.now() < endsAt) await one();
    };
    await Promise.all(Array.from({ length: atATime }, loop));
  }
  if (failure) throw new Error(failure);
  return { lives, rate: lives.length / seconds };
}

process.on('message', async (task) => {
  try {
    if (task.gateway) {
      gateway = new Pool(task.gateway, { connections: task.connections, pipelining: 1 });
      callbacks = new Pool(task.gateway, { connections: 32, pipelining: 1 });
      secret = task.secret;
      process.send({});
    } else process.send(await run(task));
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.once('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
