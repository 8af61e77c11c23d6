// What one caller can do to another: the p50 of a second merchant's orders under a flood, over the same flood on
// /healthz. Every file of bench/floods/ is a flood: { name, connections, requests(stage) → [{ method, path, headers?,
// body? }], env?, isSlowBody?, isBesideNothing? }.
import { readdirSync } from 'node:fs';
import { median, percentile, shown } from '../support/figures.mjs';
import { duringFlood, openStage, orderOf } from '../support/neighbours-stage.mjs';
import { say, step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';

const ORDER_EVERY_MS = 50;
const MAX_RATIO = 3;
/** Four hundred connections that never rest, on a machine that also runs their sender. */
const MAX_RATIO_BESIDE_NOTHING = 10;
const MAX_HEALTH_MS = 500;
const FLOODS = new URL('../floods/', import.meta.url);

export const minutes = 40;

export async function measure({ cluster, rounds, quick }) {
  const size = {
    rounds: Number(process.env.ROUNDS ?? rounds),
    seconds: Number(process.env.SECONDS ?? (quick ? 1 : 5)),
  };
  const only = process.env.FLOOD;
  const names = readdirSync(FLOODS).filter((name) => name.endsWith('.mjs') && (!only || name === `${only}.mjs`));
  if (names.length === 0) throw new Error(`there is no flood ${only}`);
  const rows = [];
  for (const [number, name] of names.entries()) {
    const { default: flood } = await import(new URL(name, FLOODS));
    say(`  ${flood.name}: ${flood.connections} connections`);
    const stage = await openStage(await cluster.database(`flood_${number}`), flood.env);
    try {
      rows.push(...(await measureFlood(stage, flood, size)));
    } finally {
      await stage.close();
    }
  }
  return { rows, details: size };
}

async function measureFlood(stage, flood, size) {
  const requests = await flood.requests({ ...stage, orderOf });
  const figure = await compareWithCalm(stage, flood, requests, size);
  const atMost = flood.isBesideNothing ? MAX_RATIO_BESIDE_NOTHING : MAX_RATIO;
  const found = [
    row({ measure: `${flood.name}: order p50 ÷ the same beside ${calmOf(flood)}`, figure, goal: { atMost } }),
  ];
  if (!flood.isSlowBody) return found;
  const longest = await longestHealthCheck(stage, requests);
  return [
    ...found,
    row({
      measure: `${flood.name}: the longest /healthz beside one`,
      figure: longest,
      figureUnit: 'ms',
      goal: { atMost: MAX_HEALTH_MS },
    }),
  ];
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Orders at a steady pace, whether or not earlier ones are answered; how long each took. */
async function orderTimes(stage, seconds) {
  const times = [];
  const running = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const order = stage.call('POST', '/payments/order', { token: stage.neighbour, body: orderOf('est_demo_parceiro') });
    running.push(
      order.then(({ status, text }) => {
        if (status !== 200) throw new Error(`an order was answered ${status}: ${text}`);
        times.push(performance.now() - startedAt);
      }),
    );
    await pause(ORDER_EVERY_MS);
  }
  await Promise.all(running);
  return times;
}

/** Floods of what costs least are held against no flood at all. */
const calmOf = ({ isBesideNothing }) => (isBesideNothing ? 'nothing' : '/healthz');

async function compareWithCalm(stage, flood, requests, { rounds, seconds }) {
  const healthy = { ...flood, requests: [{ method: 'GET', path: '/healthz' }] };
  const ratios = [];
  for (let round = 0; round <= rounds; round++) {
    const calm = flood.isBesideNothing
      ? { measured: await orderTimes(stage, seconds) }
      : await duringFlood(stage.url, healthy, () => orderTimes(stage, seconds));
    const flooded = await duringFlood(stage.url, { ...flood, requests }, () => orderTimes(stage, seconds));
    const [before, after] = [calm, flooded].map(({ measured }) => percentile(measured, 50));
    step(
      `${round === 0 ? 'warm-up' : `round ${round}`}: order p50 ${shown(before)} ms beside ${calmOf(flood)}, ` +
        `${shown(after)} ms beside the flood ` +
        `(${shown(after / before)}); the flood got ${JSON.stringify(flooded.answers)}`,
    );
    if (round > 0) ratios.push(after / before);
  }
  return median(ratios);
}

/** One such request at a time; the longest that /healthz took meanwhile. */
async function longestHealthCheck(stage, requests) {
  let longest = 0;
  for (let n = 0; n < 5; n++) {
    for (const { method, path, headers, body } of requests) {
      const slow = stage.call(method, path, { headers, body });
      const startedAt = performance.now();
      await stage.call('GET', '/healthz');
      longest = Math.max(longest, performance.now() - startedAt);
      await slow;
    }
  }
  return longest;
}
