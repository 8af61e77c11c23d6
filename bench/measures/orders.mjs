// Orders through the whole API with an acquirer that answers at once, beside PostgreSQL doing the same
// durable work alone.
import { readFileSync } from 'node:fs';
import { COPY_OF_OURS, TWO_STATEMENTS } from '../ruler/order.mjs';
import { logNormalDelays, median, percentile, shown } from '../support/figures.mjs';
import { addSomePayments } from '../support/filler.mjs';
import { isMeasurable, postgresMs, processorMs } from '../support/processor-time.mjs';
import { step } from '../support/progress.mjs';
import { recordOrder } from '../support/recorded-order.mjs';
import { row } from '../support/report.mjs';
import { runScript } from '../support/sql-script.mjs';
import {
  logIn,
  ordersOf,
  patientPool,
  rateOf,
  startApi,
  startInstantAcquirer,
  startLoad,
  warmUpSeconds,
} from '../support/stage.mjs';

const CLIENTS = 32;
const MANY_CLIENTS = 128;
const ACQUIRER = { p50: 120, p99: 380 };
const DELAYS = 2_000;
export const RULER_TABLES = readFileSync(new URL('../ruler/tables.sql', import.meta.url), 'utf8');

export const minutes = 8;

export async function measure({ cluster, rounds, seconds, quick }) {
  const acquirer = await startInstantAcquirer();
  step('recording the durable statements of one order');
  const own = await recordOrder(await cluster.database('recorded'), acquirer.url);
  const database = await cluster.database('orders');
  const api = await startApi(database, acquirer);
  const load = startLoad();
  const owner = patientPool(database.url);
  try {
    step('some payments first, on our own tables and on the lean ones');
    await addSomePayments(owner, quick);
    for (const statement of [RULER_TABLES, ...COPY_OF_OURS]) await owner.query(statement);
    const order = ordersOf(await logIn(api.url));
    const stage = { cluster, acquirer, api, load, owner, order, url: database.url, own, seconds, quick };
    const peak = await compareRates(stage, rounds);
    const rows = [
      ...peak.rows,
      await latencyAtQuarter(stage, rounds, peak.rate),
      await addedToAcquirer(stage, rounds, peak.rate),
    ];
    const statements = own.statements.filter(({ sql }) => sql !== 'BEGIN' && sql !== 'COMMIT').length;
    return { rows, details: { ...peak.details, own: { commits: own.commits, statements } } };
  } finally {
    await owner.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
  }
}

async function compareRates(stage, rounds) {
  const { cluster, api, owner, url, own, seconds } = stage;
  const orders = (connections, duration = seconds) => orderRate(stage, connections, duration);
  const alone = (script, duration = seconds) => runScript({ url, script, clients: CLIENTS, seconds: duration });
  step('warming up: the API, our own tables, the lean tables');
  await orders(CLIENTS, warmUpSeconds(stage));
  for (const script of [own, TWO_STATEMENTS]) await alone(script, 2);
  const found = { ours: [], own: [], lean: [], many: [], nodeMs: [], postgresMs: [] };
  for (let round = 1; round <= rounds; round++) {
    const turns = [
      async () => {
        const before = isMeasurable() ? [processorMs([api.pid]), await postgresMs(owner)] : null;
        const { rate, count } = await orders(CLIENTS);
        found.ours.push(rate);
        if (!before) return;
        found.nodeMs.push((processorMs([api.pid]) - before[0]) / count);
        found.postgresMs.push(((await postgresMs(owner)) - before[1]) / count);
      },
      async () => found.own.push(await alone(own)),
      async () => found.lean.push(await alone(TWO_STATEMENTS)),
      async () => found.many.push((await orders(MANY_CLIENTS)).rate),
    ];
    // Every second round the other way round: a machine that grows slower or faster meanwhile favours nobody.
    for (const turn of round % 2 === 1 ? turns : turns.reverse()) {
      await cluster.checkpoint();
      await turn();
    }
    const last = (name) => shown(found[name].at(-1));
    step(
      `round ${round}: API ${last('ours')}/s, our tables ${last('own')}/s, lean tables ${last('lean')}/s; ` +
        `${MANY_CLIENTS} clients ${last('many')}/s`,
    );
  }
  const ratios = (one, other) => median(found[one].map((rate, index) => rate / found[other][index]));
  const [ours, ownRate, lean, many] = ['ours', 'own', 'lean', 'many'].map((name) => median(found[name]));
  const cpu = found.nodeMs.length > 0 ? median(found.nodeMs.map((ms, index) => ms + found.postgresMs[index])) : null;
  const rows = [
    row({
      measure: `orders, whole API ÷ SQL alone on our own tables, ${CLIENTS} clients`,
      ours,
      reference: ownRate,
      unit: '/s',
      figure: ratios('ours', 'own'),
      goal: { atLeast: 0.95 },
    }),
    row({
      measure: `the same with ${MANY_CLIENTS} clients on our side`,
      ours: many,
      reference: ownRate,
      unit: '/s',
      figure: ratios('many', 'own'),
    }),
    row({
      measure: 'SQL alone: our own tables ÷ lean tables',
      ours: ownRate,
      reference: lean,
      unit: '/s',
      figure: ratios('own', 'lean'),
      goal: { atLeast: 0.7 },
    }),
    row({
      measure: 'processor time of one order, Node + PostgreSQL',
      figure: cpu,
      figureUnit: 'ms',
      goal: { atMost: 1.5 },
      note:
        cpu === null
          ? 'not measured: there is no /proc here'
          : `Node ${shown(median(found.nodeMs))} ms, PostgreSQL ${shown(median(found.postgresMs))} ms`,
    }),
  ];
  return { rate: ours, rows, details: found };
}

/** Every order must have been charged by the instant acquirer, or something else was measured. */
async function orderRate({ api, load, acquirer, order }, connections, seconds) {
  const before = (await acquirer.tell()).charges;
  const result = await load.send({ urls: [api.url], connections, order, limit: { seconds } });
  const rate = rateOf(result);
  const charged = (await acquirer.tell()).charges - before;
  if (charged < result.count)
    throw new Error(`${result.count} orders, but the instant acquirer charged ${charged}: another one was asked`);
  return { rate, count: result.count };
}

const steadily = async ({ api, load, order, cluster, seconds }, ratePerSecond) => {
  await cluster.checkpoint();
  const result = await load.send({ urls: [api.url], connections: 512, order, ratePerSecond, limit: { seconds } });
  rateOf(result);
  return result;
};

async function latencyAtQuarter(stage, rounds, peak) {
  const rate = peak / 4;
  const found = [];
  for (let round = 1; round <= rounds; round++) {
    const { latencies } = await steadily(stage, rate);
    found.push({ p50: percentile(latencies, 50), p99: percentile(latencies, 99) });
    step(
      `round ${round}: at ${shown(rate)} orders/s p50 ${shown(found.at(-1).p50)} ms, p99 ${shown(found.at(-1).p99)} ms`,
    );
  }
  return row({
    measure: 'p99 of an order at a quarter of the peak',
    figure: median(found.map(({ p99 }) => p99)),
    figureUnit: 'ms',
    goal: { atMost: 15 },
    note:
      `${shown(rate)} orders/s, p50 ${shown(median(found.map(({ p50 }) => p50)))} ms; ` +
      'counted from when each should have started',
  });
}

/** What the gateway adds: each order's time less the acquirer's own time for that very order. */
async function addedToAcquirer(stage, rounds, peak) {
  await stage.acquirer.tell({ delays: logNormalDelays(ACQUIRER, DELAYS) });
  const found = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      const { added } = await steadily(stage, peak / 4);
      if (added.length === 0) throw new Error("no answer carried the acquirer's own time");
      found.push(percentile(added, 99));
      step(
        `round ${round}: beside an acquirer with p50 ${ACQUIRER.p50} and p99 ${ACQUIRER.p99} ms, ` +
          `added at p99 ${shown(found.at(-1))} ms`,
      );
    }
  } finally {
    await stage.acquirer.tell({ delays: [] });
  }
  return row({
    measure: `added to an acquirer with p50 ${ACQUIRER.p50} and p99 ${ACQUIRER.p99} ms, p99`,
    figure: median(found),
    figureUnit: 'ms',
    goal: { atMost: 30 },
  });
}
