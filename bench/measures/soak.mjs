// Whether it stays as fast and as small: orders per second before and after millions of rows, and Node's memory over
// minutes of load.

import { withoutChecks } from '../support/fast-fill.mjs';
import { median, shown } from '../support/figures.mjs';
import { addMerchant, addPayments, addSomePayments } from '../support/filler.mjs';
import { residentMegabytes } from '../support/processor-time.mjs';
import { say, step } from '../support/progress.mjs';
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
const SLICE_SECONDS = 10;
/** Caches and pools fill up in the first tenth; then the first and the last fifth of what remains are compared. */
const WARM_UP = 0.1;
const COMPARED = 0.2;

export const minutes = (options) => 15 + options.minutes + options.rows / 100_000;

export async function measure({ cluster, rounds, seconds, rows, minutes: soakMinutes, quick }) {
  const acquirer = await startInstantAcquirer();
  const database = await cluster.database('soak');
  const api = await startApi(database, acquirer, { VINTEM_ROLE: 'all', JWT_LIFETIME_SECONDS: '86400' });
  const load = startLoad();
  const db = patientPool(database.url);
  try {
    const order = ordersOf(await logIn(api.url));
    const send = (limit, more = {}) => load.send({ urls: [api.url], connections: CLIENTS, order, limit, ...more });
    const rate = async () => {
      const rates = [];
      for (let round = 0; round < rounds; round++) {
        await cluster.checkpoint();
        rates.push(rateOf(await send({ seconds })));
        step(`${shown(rates.at(-1))} orders/s`);
      }
      return median(rates);
    };
    await addSomePayments(db, quick);
    step('warming up');
    const warmUp = { seconds: warmUpSeconds({ quick, seconds }) };
    await send(warmUp);
    const before = await rate();
    await addRows(db, rows);
    await send(warmUp);
    const after = await rate();
    say(`  ${shown(before)} orders/s at the start, ${shown(after)} after ${rows.toLocaleString('en')} more payments`);
    const memory = await memoryOver(soakMinutes, api, send, after / 2);
    return { rows: [rateRow(before, after, rows), memoryRow(memory, soakMinutes)], details: { before, after, memory } };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
  }
}

async function addRows(db, rows) {
  const merchant = await addMerchant(db, 'filler', 10);
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

const rateRow = (before, after, rows) =>
  row({
    measure: `orders after ${rows.toLocaleString('en')} payments ÷ at the start`,
    ours: after,
    reference: before,
    unit: '/s',
    figure: after / before,
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
