// Webhook deliveries per second beside a bare loop (G9), and with a tenth of the endpoints hanging (G10).
// Every figure is a ratio of two measurements of the same run; the median of the rounds counts. Inside a round both are
// taken twice, in the order a b b a, so that a machine that grows slower or faster meanwhile favours neither.
import { Pool } from 'undici';
import { createWebhookSender } from '../../dist/news/webhooks/deliveries/send-webhook.js';
import { signWebhook } from '../../dist/news/webhooks/deliveries/signature.js';
import { USUAL_CONNECTIONS } from '../../dist/news/webhooks/safe-http/exchange.js';
import { inParallel, mean, median, percentile, ratePerSecond, shown } from '../support/figures.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
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
} from '../support/webhook-stage.mjs';

/** What the sender usually has open to one origin; the bare loops get the same. */
const CONCURRENCY = USUAL_CONNECTIONS;
const ENDPOINTS = 100;
const HANGING = ENDPOINTS / 10;
const STEADY_EVENTS_PER_SECOND = 400;
const TICK_MS = 20;

export const minutes = 12;

export async function measure({ cluster, rounds, quick }) {
  const deliveries = Number(process.env['DELIVERIES'] ?? (quick ? 1_000 : 10_000));
  const size = { rounds: Number(process.env['ROUNDS'] ?? rounds), deliveries, steadySeconds: quick ? 3 : 12 };
  const database = await openDatabase(cluster);
  try {
    const bare = await compareWithBareLoop(database.db, size);
    const hanging = await compareWithHanging(database.db, size);
    return { rows: rowsOf(bare, hanging), details: { ...size, bare, hanging } };
  } finally {
    await database.close();
  }
}

/**
 * "Not worse than the last release": its figures less the tenth by which single runs differ, and never below
 * the first goals.
 */
function rowsOf(bare, hanging) {
  return [
    row({ measure: 'webhooks, signed and address-checked ÷ a bare loop', figure: bare.sender, goal: { atLeast: 0.7 } }),
    row({
      measure: 'webhooks, dispatcher ÷ a bare loop with the same writes',
      figure: bare.dispatcher,
      goal: { atLeast: 0.7 },
      note: `0.73 in the last release; beside a bare loop without any writes ${shown(bare.all)}`,
    }),
    row({
      measure: 'webhooks, a tenth of the endpoints hanging ÷ none',
      figure: hanging.ratio,
      goal: { atLeast: 0.97 },
      note: '1.08 in the last release',
    }),
    row({
      measure: 'webhooks, event to first attempt, p99',
      figure: hanging.p99Ms,
      figureUnit: 'ms',
      goal: { atMost: 1_500 },
    }),
  ];
}

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

async function dispatch(db, urls, deliveries, counted = urls) {
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
async function bareWithWrites(db, port, urls, deliveries) {
  await fill(db, await registerEndpoints(db, urls), deliveries);
  await refreshStatistics(db);
  return ratePerSecond(deliveries, () => bareLoopWithWrites(db, port, CONCURRENCY));
}

/**
 * Two pairs, like with like: what posts alone beside what posts alone, and what also keeps the books beside
 * what also does.
 */
async function compareWithBareLoop(db, { rounds, deliveries }) {
  const receivers = await startReceivers(1);
  const [port] = receivers.healthy;
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => urlOf(port, `/${index}`));
  const bodies = Array.from({ length: deliveries }, (_, index) => payloadOf(`evt_${index}`));
  const found = [];
  for (let round = 0; round <= rounds; round++) {
    const [bares, senders, bookkeepers, dispatchers] = [[], [], [], []];
    bares.push(await bareLoop(port, bodies));
    for (let turn = 0; turn < 2; turn++) senders.push(await senderAlone(port, bodies));
    bares.push(await bareLoop(port, bodies));
    bookkeepers.push(await bareWithWrites(db, port, urls, deliveries));
    for (let turn = 0; turn < 2; turn++) dispatchers.push(await dispatch(db, urls, deliveries));
    bookkeepers.push(await bareWithWrites(db, port, urls, deliveries));
    const [bare, sender, bookkeeper, dispatcher] = [bares, senders, bookkeepers, dispatchers].map(mean);
    step(
      `${round === 0 ? 'warm-up' : `round ${round}`}: posting alone: ` +
        `bare ${shown(bare)}/s, sender ${shown(sender)}/s (${shown(sender / bare)}); with the same writes: ` +
        `bare ${shown(bookkeeper)}/s, dispatcher ${shown(dispatcher)}/s (${shown(dispatcher / bookkeeper)})`,
    );
    if (round > 0) found.push({ sender: sender / bare, dispatcher: dispatcher / bookkeeper, all: dispatcher / bare });
  }
  await receivers.close();
  return {
    sender: median(found.map(({ sender }) => sender)),
    dispatcher: median(found.map(({ dispatcher }) => dispatcher)),
    all: median(found.map(({ all }) => all)),
  };
}

/** A port for each endpoint, as on the internet: all healthy, then the same number with a tenth that never answers. */
async function compareWithHanging(db, { rounds, deliveries, steadySeconds }) {
  const receivers = await startReceivers(ENDPOINTS, HANGING);
  const healthy = receivers.healthy.map((port) => urlOf(port));
  const mixed = [...receivers.hanging.map((port) => urlOf(port)), ...healthy.slice(HANGING)];
  const found = [];
  for (let round = 0; round <= rounds; round++) {
    const [calm, disturbed] = [[], []];
    calm.push(await dispatch(db, healthy, deliveries));
    for (let turn = 0; turn < 2; turn++) disturbed.push(await dispatch(db, mixed, deliveries, healthy.slice(HANGING)));
    calm.push(await dispatch(db, healthy, deliveries));
    const [without, withHanging] = [calm, disturbed].map(mean);
    step(
      `${round === 0 ? 'warm-up' : `round ${round}`}: none hanging ${shown(without)}/s, ` +
        `${HANGING} of ${ENDPOINTS} hanging ${shown(withHanging)}/s (${shown(withHanging / without)})`,
    );
    if (round > 0) found.push(withHanging / without);
  }
  const delays = [];
  for (let round = 1; round <= rounds; round++) {
    const waits = await steadyLoad(db, mixed, healthy.slice(HANGING), steadySeconds);
    const [p50, p99, worst] = [percentile(waits, 50), percentile(waits, 99), percentile(waits, 100)];
    step(
      `round ${round}: event to first attempt p50 ${shown(p50)} ms, p99 ${shown(p99)} ms, ` +
        `worst ${shown(worst)} ms (${waits.length} deliveries)`,
    );
    delays.push(p99);
  }
  await receivers.close();
  return { ratio: median(found), p99Ms: median(delays) };
}

/** Events come at a steady pace from another process, as it were: nobody announces them to the dispatcher. */
async function steadyLoad(db, urls, healthy, seconds) {
  const ids = await registerEndpoints(db, urls);
  const healthyIds = ids.filter((_, index) => healthy.includes(urls[index]));
  const dispatcher = startDispatcher(db, healthy);
  const [{ since }] = await db.query('SELECT max(id) AS since FROM webhook_deliveries');
  const start = performance.now();
  let sent = 0;
  for (
    let due = 0;
    sent < seconds * STEADY_EVENTS_PER_SECOND;
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
