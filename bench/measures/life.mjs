// A payment's whole life: order, the bank's callback, APPROVED, the signed webhook at its receiver. Beside it
// PostgreSQL doing alone, on lean tables, what such a life cannot do without.

import { LIFE_STATEMENTS } from '../ruler/life.mjs';
import { COPY_OF_OURS } from '../ruler/order.mjs';
import { median, percentile, shown } from '../support/figures.mjs';
import { addSomePayments } from '../support/filler.mjs';
import { isMeasurable, postgresMs, processorMs } from '../support/processor-time.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import { runScript } from '../support/sql-script.mjs';
import { jsonHeaders, logIn, orderBody, patientPool, startApi, startLives, warmUpSeconds } from '../support/stage.mjs';
import { RULER_TABLES } from './orders.mjs';

const AT_A_TIME = 256;
const CONNECTIONS = 64;
const RULER_CLIENTS = 32;
/** Two participants beside the owner. */
const SPLIT = ['est_demo_marketplace', 'est_demo_parceiro'].map((accessToken) => ({
  accessToken,
  merchantType: 'SECONDARY',
  type: 'PERCENTAGE',
  chargeFee: false,
  discountGrossAmount: true,
  amountSplit: 3_000,
}));

export const minutes = 6;

export async function measure({ cluster, rounds, seconds, quick }) {
  const lives = await startLives();
  const database = await cluster.database('life');
  const api = await startApi(database, lives, { VINTEM_ROLE: 'all' });
  const owner = patientPool(database.url);
  try {
    step('some payments first, on our own tables and on the lean ones');
    await addSomePayments(owner, quick);
    for (const statement of [RULER_TABLES, ...COPY_OF_OURS]) await owner.query(statement);
    const token = await logIn(api.url);
    await registerReceiver(api.url, token, lives.hookUrl);
    const [{ value: secret }] = await owner.query(
      `SELECT value FROM generated_secrets WHERE name = 'sandbox-acquirer-notifications'`,
    );
    await lives.meet(api.url, secret, CONNECTIONS);
    const stage = { cluster, api, owner, lives, url: database.url, seconds, quick, ...ordersOf(token) };
    const peak = await compareRates(stage, rounds);
    const latencies = [];
    for (const [part, name] of [
      [0.25, 'a quarter'],
      [0.9, 'nine tenths'],
    ])
      latencies.push(...(await latenciesAt(stage, rounds, part * peak.rate, name)));
    return { rows: [...peak.rows, ...latencies], details: peak.details };
  } finally {
    await owner.close();
    await api.close();
    await lives.close();
  }
}

async function registerReceiver(url, token, hookUrl) {
  const answer = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: jsonHeaders(token),
    body: JSON.stringify({ url: hookUrl, events: ['payment.approved'] }),
  });
  if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}: ${await answer.text()}`);
}

function ordersOf(token) {
  const DOCUMENT = '98765432100';
  const around = (body) => {
    const [before, after] = JSON.stringify(body).split(DOCUMENT);
    return { headers: jsonHeaders(token), before, after };
  };
  const plain = JSON.parse(orderBody(DOCUMENT));
  return { order: around(plain), splitOrder: around({ ...plain, splitParticipants: SPLIT }) };
}

async function compareRates(stage, rounds) {
  const { cluster, api, owner, lives, url, seconds, order, splitOrder } = stage;
  step('warming up: lives, and the lean tables');
  await lives.run({ order, atATime: AT_A_TIME, seconds: warmUpSeconds(stage) });
  await runScript({ url, script: LIFE_STATEMENTS, clients: RULER_CLIENTS, seconds: 2 });
  // As autovacuum does within a minute of a start: before it, plans count on the tables that were still empty.
  await owner.query('ANALYZE');
  const found = { lives: [], split: [], ruler: [], nodeMs: [], postgresMs: [] };
  for (let round = 1; round <= rounds; round++) {
    const turns = [
      async () => {
        const before = isMeasurable() ? [processorMs([api.pid]), await postgresMs(owner)] : null;
        const { rate, lives: lived } = await lives.run({ order, atATime: AT_A_TIME, seconds });
        found.lives.push(rate);
        if (!before) return;
        // Those under way at the end are paid for and not counted: over many seconds they weigh little.
        found.nodeMs.push((processorMs([api.pid]) - before[0]) / (lived.length + AT_A_TIME));
        found.postgresMs.push(((await postgresMs(owner)) - before[1]) / (lived.length + AT_A_TIME));
      },
      async () => found.split.push((await lives.run({ order: splitOrder, atATime: AT_A_TIME, seconds })).rate),
      async () => found.ruler.push(await runScript({ url, script: LIFE_STATEMENTS, clients: RULER_CLIENTS, seconds })),
    ];
    for (const turn of round % 2 === 1 ? turns : turns.reverse()) {
      await cluster.checkpoint();
      await turn();
    }
    const last = (name) => shown(found[name].at(-1));
    step(`round ${round}: ${last('lives')} lives/s, split of three ${last('split')}/s, lean tables ${last('ruler')}/s`);
  }
  const ratio = (name) => median(found[name].map((rate, index) => rate / found.ruler[index]));
  const [rate, split, ruler] = ['lives', 'split', 'ruler'].map((name) => median(found[name]));
  const cpu = found.nodeMs.length > 0 ? median(found.nodeMs.map((ms, index) => ms + found.postgresMs[index])) : null;
  const rows = [
    row({
      measure: `lives ÷ what a life cannot do without on lean tables, ${AT_A_TIME} at a time`,
      ours: rate,
      reference: ruler,
      unit: '/s',
      figure: ratio('lives'),
      goal: { atLeast: 0.35 },
    }),
    row({
      measure: 'the same with a split of three',
      ours: split,
      reference: ruler,
      unit: '/s',
      figure: ratio('split'),
    }),
    row({
      measure: 'processor time of one life, Node + PostgreSQL',
      figure: cpu,
      figureUnit: 'ms',
      goal: { atMost: 4 },
      note:
        cpu === null
          ? 'not measured: there is no /proc here'
          : `Node ${shown(median(found.nodeMs))} ms, PostgreSQL ${shown(median(found.postgresMs))} ms`,
    }),
  ];
  return { rate, rows, details: found };
}

/** From when the bank called back. */
async function latenciesAt({ cluster, lives, order, seconds }, rounds, ratePerSecond, name) {
  const found = { approvedMs: [], arrivedMs: [] };
  const p50s = [];
  for (let round = 1; round <= rounds; round++) {
    await cluster.checkpoint();
    const { lives: lived } = await lives.run({ order, ratePerSecond, seconds });
    const of = (kind, part) =>
      percentile(
        lived.map((one) => one[kind]),
        part,
      );
    for (const kind of Object.keys(found)) found[kind].push(of(kind, 99));
    p50s.push([of('approvedMs', 50), of('arrivedMs', 50)]);
    step(
      `round ${round}: at ${shown(ratePerSecond)} lives/s approved after p99 ${shown(found.approvedMs.at(-1))} ms, ` +
        `at the receiver after p99 ${shown(found.arrivedMs.at(-1))} ms`,
    );
  }
  const p50 = (place) => shown(median(p50s.map((one) => one[place])));
  return [
    row({
      measure: `callback → APPROVED, p99 at ${name} of the peak`,
      figure: median(found.approvedMs),
      figureUnit: 'ms',
      note: `${shown(ratePerSecond)} lives/s, p50 ${p50(0)} ms`,
    }),
    row({
      measure: `callback → webhook at the receiver, p99 at ${name} of the peak`,
      figure: median(found.arrivedMs),
      figureUnit: 'ms',
      ...(name === 'a quarter' ? { goal: { atMost: 300 } } : {}),
      note: `${shown(ratePerSecond)} lives/s, p50 ${p50(1)} ms`,
    }),
  ];
}
