// Webhook deliveries per second beside a bare loop (G9), and with a tenth of the endpoints hanging (G10).
// Every figure is a ratio of two measurements of the same run; the median of the rounds counts. Inside a round both are taken twice,
// in the order a b b a, so that a machine that grows slower or faster meanwhile favours neither.
import { availableParallelism } from 'node:os';
import { Pool } from 'undici';
import { createWebhookSender } from '../dist/webhooks/deliveries/send-webhook.js';
import { signWebhook } from '../dist/webhooks/deliveries/signature.js';
import { USUAL_CONNECTIONS } from '../dist/webhooks/safe-http/exchange.js';
import { inParallel, mean, median, percentile, ratePerSecond, shown, verdict } from './support/figures.mjs';
import {
  bareLoopWithWrites,
  fill,
  openDatabase,
  payloadOf,
  refreshStatistics,
  registerEndpoints,
  SECRET,
  startDispatcher,
  startReceivers,
  untilDelivered,
} from './support/webhook-stage.mjs';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const DELIVERIES = Number(process.env['DELIVERIES'] ?? 10_000);
/** What the sender usually has open to one origin; the bare loops get the same. */
const CONCURRENCY = USUAL_CONNECTIONS;
const ENDPOINTS = 100;
const HANGING = ENDPOINTS / 10;
const STEADY_SECONDS = 12;
const STEADY_EVENTS_PER_SECOND = 400;
const TICK_MS = 20;

const urlOf = (port, path = '') => `http://127.0.0.1:${port}/hook${path}`;

async function bareLoop(port, bodies) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONCURRENCY, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const rate = await ratePerSecond(bodies.length, () =>
    inParallel(bodies.length, CONCURRENCY, async (index) => {
      const { body } = await pool.request({ method: 'POST', path: '/hook', headers, body: bodies[index] });
      await body.dump();
    }),
  );
  await pool.close();
  return rate;
}

/** Everything about one delivery except the database. */
async function senderAlone(port, bodies) {
  const sender = createWebhookSender({ allowLoopback: true });
  const url = urlOf(port);
  const rate = await ratePerSecond(bodies.length, () =>
    inParallel(bodies.length, CONCURRENCY, async (index) => {
      const body = bodies[index];
      const timestampSeconds = Math.floor(Date.now() / 1000);
      const headers = signWebhook({ id: `evt_${index}`, timestampSeconds, body, secrets: [SECRET] });
      await sender.send(url, headers, body);
    }),
  );
  await sender.close();
  return rate;
}

async function dispatch(db, urls, { counted = urls, deliveries = DELIVERIES } = {}) {
  const ids = await registerEndpoints(db, urls);
  await fill(db, ids, deliveries);
  await refreshStatistics(db);
  const countedIds = ids.filter((_, index) => counted.includes(urls[index]));
  const count = (deliveries / urls.length) * counted.length;
  const dispatcher = startDispatcher(db, counted);
  const rate = await ratePerSecond(count, () => untilDelivered(db, dispatcher, countedIds, count));
  await dispatcher.stop();
  return rate;
}

/** The same rows to deliver, without signing, address checks, turns, limits or a schedule. */
async function bareWithWrites(db, port, urls) {
  await fill(db, await registerEndpoints(db, urls), DELIVERIES);
  await refreshStatistics(db);
  return ratePerSecond(DELIVERIES, () => bareLoopWithWrites(db, port, CONCURRENCY));
}

/** Two pairs, like with like: what posts alone beside what posts alone, and what also keeps the books beside what also does. */
async function compareWithBareLoop(db) {
  const receivers = await startReceivers(1);
  const [port] = receivers.healthy;
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => urlOf(port, `/${index}`));
  const bodies = Array.from({ length: DELIVERIES }, (_, index) => payloadOf(`evt_${index}`));
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [bares, senders, bookkeepers, dispatchers] = [[], [], [], []];
    bares.push(await bareLoop(port, bodies));
    for (let turn = 0; turn < 2; turn++) senders.push(await senderAlone(port, bodies));
    bares.push(await bareLoop(port, bodies));
    bookkeepers.push(await bareWithWrites(db, port, urls));
    for (let turn = 0; turn < 2; turn++) dispatchers.push(await dispatch(db, urls));
    bookkeepers.push(await bareWithWrites(db, port, urls));
    const [bare, sender, bookkeeper, dispatcher] = [bares, senders, bookkeepers, dispatchers].map(mean);
    console.log(
      `  ${round === 0 ? 'warm-up' : `round ${round}`}: posting alone: bare ${shown(bare)}/s, sender ${shown(sender)}/s (${shown(sender / bare)}); with the same writes: bare ${shown(bookkeeper)}/s, dispatcher ${shown(dispatcher)}/s (${shown(dispatcher / bookkeeper)})`,
    );
    if (round > 0) rounds.push({ sender: sender / bare, dispatcher: dispatcher / bookkeeper, all: dispatcher / bare });
  }
  receivers.close();
  return {
    sender: median(rounds.map(({ sender }) => sender)),
    dispatcher: median(rounds.map(({ dispatcher }) => dispatcher)),
    all: median(rounds.map(({ all }) => all)),
  };
}

/** A port for each endpoint, as on the internet: all healthy, then the same number with a tenth that never answers. */
async function compareWithHanging(db) {
  const receivers = await startReceivers(ENDPOINTS, HANGING);
  const healthy = receivers.healthy.map((port) => urlOf(port));
  const mixed = [...receivers.hanging.map((port) => urlOf(port)), ...healthy.slice(HANGING)];
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [calm, disturbed] = [[], []];
    calm.push(await dispatch(db, healthy));
    for (let turn = 0; turn < 2; turn++) disturbed.push(await dispatch(db, mixed, { counted: healthy.slice(HANGING) }));
    calm.push(await dispatch(db, healthy));
    const [without, withHanging] = [calm, disturbed].map(mean);
    console.log(
      `  ${round === 0 ? 'warm-up' : `round ${round}`}: none hanging ${shown(without)}/s, ${HANGING} of ${ENDPOINTS} hanging ${shown(withHanging)}/s (${shown(withHanging / without)})`,
    );
    if (round > 0) rounds.push(withHanging / without);
  }
  const delays = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const waits = await steadyLoad(db, mixed, healthy.slice(HANGING));
    const [p50, p99, worst] = [percentile(waits, 50), percentile(waits, 99), percentile(waits, 100)];
    console.log(
      `  round ${round}: event to first attempt p50 ${shown(p50)} ms, p99 ${shown(p99)} ms, worst ${shown(worst)} ms (${waits.length} deliveries)`,
    );
    delays.push(p99);
  }
  receivers.close();
  return { ratio: median(rounds), p99Ms: median(delays) };
}

/** Events come at a steady pace from another process, as it were: nobody announces them to the dispatcher. */
async function steadyLoad(db, urls, healthy) {
  const ids = await registerEndpoints(db, urls);
  const healthyIds = ids.filter((_, index) => healthy.includes(urls[index]));
  const dispatcher = startDispatcher(db, healthy);
  const [{ since }] = await db.query('SELECT max(id) AS since FROM webhook_deliveries');
  const start = performance.now();
  let sent = 0;
  for (
    let due = 0;
    sent < STEADY_SECONDS * STEADY_EVENTS_PER_SECOND;
    due = Math.floor(((performance.now() - start) / 1000) * STEADY_EVENTS_PER_SECOND)
  ) {
    if (due > sent) {
      // Evenly over the endpoints, wherever the batch before ended.
      const turn = sent % ids.length;
      await fill(db, [...ids.slice(turn), ...ids.slice(0, turn)], due - sent);
      sent = due;
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await untilDelivered(db, dispatcher, healthyIds, 0);
  await dispatcher.stop();
  const rows = await db.query(
    `SELECT extract(epoch FROM min(a.attempted_at) - e.occurred_at)::float8 * 1000 AS wait
     FROM webhook_deliveries d JOIN events e ON e.id = d.event_id JOIN webhook_attempts a ON a.delivery_id = d.id
     WHERE d.id > $1 AND d.endpoint_id = ANY ($2::bigint[]) GROUP BY d.id, e.occurred_at`,
    [since, healthyIds],
  );
  return rows.map(({ wait }) => wait);
}

console.log(
  `npm run bench:webhooks   # ROUNDS=${ROUNDS} DELIVERIES=${DELIVERIES}; node ${process.version}, ${availableParallelism()} cores`,
);
const database = await openDatabase();
try {
  console.log(`G9: ${DELIVERIES} deliveries, ${ENDPOINTS} endpoints on one origin, ${CONCURRENCY} connections`);
  const bare = await compareWithBareLoop(database.db);
  console.log(`G10: ${DELIVERIES} deliveries, ${ENDPOINTS} endpoints on ports of their own; then ${STEADY_EVENTS_PER_SECOND} events/s`);
  const hanging = await compareWithHanging(database.db);
  console.log('');
  verdict('G9 sender, signed and address-checked / bare loop', bare.sender, bare.sender >= 0.7, '>= 0.7');
  verdict('   dispatcher / bare loop with the same writes', bare.dispatcher, bare.dispatcher >= 0.7, '>= 0.7');
  console.log(`         dispatcher with its writes / bare loop without any: ${shown(bare.all)}`);
  verdict('G10 healthy deliveries with a tenth hanging / none hanging', hanging.ratio, hanging.ratio >= 0.9, '>= 0.9');
  verdict('    event to first attempt p99 in ms', hanging.p99Ms, hanging.p99Ms <= 1_500, '<= 1,500');
} finally {
  await database.close();
}
