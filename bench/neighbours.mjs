// What one caller can do to another: the p50 of a second merchant's orders under a flood, over the same flood on /healthz.
// Every file of bench/floods/ is a flood: { name, connections, requests(stage) → [{ method, path, headers?, body? }], env?, isSlowBody?, isBesideNothing? }.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { median, percentile, shown, verdict } from './support/figures.mjs';
import { duringFlood, openStage, orderOf } from './support/neighbours-stage.mjs';
import { orderTimes } from './support/steady-orders.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 5);
const ONLY = process.env.FLOOD;
const MAX_RATIO = 3;
/** Four hundred connections that never rest, on a machine that also runs their sender. */
const MAX_RATIO_BESIDE_NOTHING = 10;
const MAX_HEALTH_MS = 500;

const ordersBeside = (stage) =>
  orderTimes(() => stage.call('POST', '/payments/order', { token: stage.neighbour, body: orderOf('est_demo_parceiro') }), SECONDS);

/** Floods of what costs least are held against no flood at all. */
const baselineOf = ({ isBesideNothing }) => (isBesideNothing ? 'nothing' : '/healthz');

async function compareWithHealth(stage, flood, requests) {
  const baseline = baselineOf(flood);
  const healthy = { ...flood, requests: [{ method: 'GET', path: '/healthz' }] };
  const ratios = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const calm = flood.isBesideNothing
      ? { measured: await ordersBeside(stage) }
      : await duringFlood(stage.url, healthy, () => ordersBeside(stage));
    const flooded = await duringFlood(stage.url, { ...flood, requests }, () => ordersBeside(stage));
    const [before, after] = [calm, flooded].map(({ measured }) => percentile(measured, 50));
    console.log(
      `  ${round === 0 ? 'warm-up' : `round ${round}`}: order p50 ${shown(before)} ms beside ${baseline}, ${shown(after)} ms beside the flood ` +
        `(${shown(after / before)}); the flood got ${JSON.stringify(flooded.answers)}`,
    );
    if (round > 0) ratios.push(after / before);
  }
  return median(ratios);
}

const maxRatioOf = ({ isBesideNothing }) => (isBesideNothing ? MAX_RATIO_BESIDE_NOTHING : MAX_RATIO);

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

const folder = new URL('./floods/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.mjs') && (!ONLY || name === `${ONLY}.mjs`));
if (names.length === 0) throw new Error(`there is no flood ${ONLY}`);
console.log(`npm run bench:neighbours   # ROUNDS=${ROUNDS} SECONDS=${SECONDS}; node ${process.version}, ${availableParallelism()} cores`);
const verdicts = [];
for (const name of names) {
  const { default: flood } = await import(new URL(name, folder));
  console.log(`${flood.name}: ${flood.connections} connections`);
  const stage = await openStage(flood.env);
  try {
    const requests = await flood.requests({ ...stage, orderOf });
    verdicts.push([
      `${flood.name}: order p50 / the same beside ${baselineOf(flood)}`,
      await compareWithHealth(stage, flood, requests),
      maxRatioOf(flood),
    ]);
    if (flood.isSlowBody)
      verdicts.push([`${flood.name}: the longest /healthz beside one, ms`, await longestHealthCheck(stage, requests), MAX_HEALTH_MS]);
  } finally {
    await stage.close();
  }
}
console.log('');
for (const [name, figure, goal] of verdicts) verdict(name, figure, figure <= goal, `<= ${goal}`);
