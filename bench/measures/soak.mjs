// Whether it stays as fast and as small: orders per second with and without millions of rows, and Node's memory over
// minutes of load.

import { withoutChecks } from '../support/fast-fill.mjs';
import { median, shown } from '../support/figures.mjs';
import { addMerchant, addPayments, addSomePayments } from '../support/filler.mjs';
import { letJobsCatchUp } from '../support/kept-database.mjs';
import { residentMegabytes } from '../support/processor-time.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
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
/** Whose payments are added. */
const COMPANIES = 10;
const SLICE_SECONDS = 10;
/** Caches and pools fill up in the first tenth; then the first and the last fifth of what remains are compared. */
const WARM_UP = 0.1;
const COMPARED = 0.2;

export const minutes = (options) => 15 + options.minutes + options.rows / 100_000;

export async function measure({ cluster, rounds, seconds, rows, minutes: soakMinutes, quick }) {
  const acquirer = await startInstantAcquirer();
  const load = startLoad();
  const databases = { young: await cluster.database('young'), old: await cluster.database('old') };
  const owners = { young: patientPool(databases.young.url), old: patientPool(databases.old.url) };
  const running = new Set();
  const start = async (name) => {
    const api = await startApi(databases[name], acquirer, { VINTEM_ROLE: 'all', JWT_LIFETIME_SECONDS: '86400' });
    running.add(api);
    return api;
  };
  const stop = (api) => {
    running.delete(api);
    return api.close();
  };
  try {
    step('two databases, each with some payments');
    for (const name of ['young', 'old']) {
      const api = await start(name);
      await addSomePayments(owners[name], quick);
      await stop(api);
    }
    // Without a service: its jobs would look for rows by indexes that are built at the end.
    await addRows(owners.old, rows);
    await letJobsCatchUp(databases.old, acquirer);
    const services = { young: await start('young'), old: await start('old') };
    const sendTo = {};
    for (const [name, { url }] of Object.entries(services)) {
      const order = ordersOf(await logIn(url));
      sendTo[name] = (limit, more = {}) => load.send({ urls: [url], connections: CLIENTS, order, limit, ...more });
      step(`warming up, ${name}`);
      await sendTo[name]({ seconds: warmUpSeconds({ quick, seconds }) });
    }
    const found = await inTurns({ cluster, sendTo, rounds, seconds });
    const memory = await memoryOver(soakMinutes, services.old, sendTo.old, median(found.old) / 2);
    return { rows: [rateRow(found, rows), memoryRow(memory, soakMinutes)], details: { ...found, memory } };
  } finally {
    await Promise.all(Object.values(owners).map((db) => db.close()));
    await Promise.all([load.close(), ...[...running].map(stop)]);
    await acquirer.close();
  }
}

/** Side by side in time: half an hour lies before the last of the rows, and machines have faster and slower minutes. */
async function inTurns({ cluster, sendTo, rounds, seconds }) {
  const found = { young: [], old: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const name of round % 2 === 1 ? ['young', 'old'] : ['old', 'young']) {
      await cluster.checkpoint();
      found[name].push(rateOf(await sendTo[name]({ seconds })));
    }
    step(`round ${round}: ${shown(found.young.at(-1))} orders/s, and ${shown(found.old.at(-1))} after many payments`);
  }
  return found;
}

async function addRows(db, rows) {
  const merchant = await addMerchant(db, 'filler', COMPANIES);
  const onProgress = (done) => step(`adding payments: ${done.toLocaleString('en')} of ${rows.toLocaleString('en')}`);
  await withoutChecks(db, () => addPayments(db, merchant, { count: rows, onProgress }), step);
  step('collecting statistics');
  await db.query('VACUUM ANALYZE');
}

/** At half of the peak, so that nothing piles up that would be freed later. */
async function memoryOver(minutes, api, send, ratePerSecond) {
  const samples = [];
  const endsAt = performance.now() + minutes * 60_000;
  while (performance.now() < endsAt) {
    rateOf(await send({ seconds: SLICE_SECONDS }, { ratePerSecond, connections: 512 }));
    samples.push(residentMegabytes(api.pid));
    step(
      `${Math.ceil((endsAt - performance.now()) / 60_000)} minutes to go at ${shown(ratePerSecond)} orders/s: ` +
        `Node has ${shown(samples.at(-1) ?? 0)} MB`,
    );
  }
  return samples;
}

const rateRow = ({ young, old }, rows) =>
  row({
    measure: `orders beside ${rows.toLocaleString('en')} more payments ÷ beside few`,
    ours: median(old),
    reference: median(young),
    unit: '/s',
    figure: median(old.map((rate, round) => rate / young[round])),
    goal: { atLeast: 0.9 },
  });

function memoryRow(samples, minutes) {
  const settled = samples.slice(Math.ceil(samples.length * WARM_UP));
  const compared = Math.max(1, Math.floor(settled.length * COMPARED));
  const isKnown = settled.length > 0 && !settled.includes(null);
  const [first, last] = isKnown ? [median(settled.slice(0, compared)), median(settled.slice(-compared))] : [null, null];
  return row({
    measure: `memory of Node over ${minutes} minutes, last fifth ÷ first`,
    ours: last,
    reference: first,
    unit: 'MB',
    figure: isKnown ? last / first : null,
    goal: { atMost: 1.1 },
    note: isKnown ? '' : 'not measured: too short, or there is no /proc here',
  });
}
