// Payouts per second from the request until the bank has paid, when all are one company's, whose debits wait for one
// another, and when they are of a thousand companies; and orders beside a run of
// scheduled payouts.

import { startOfRuns } from '../../dist/gateway/payouts/schedule/schedule.rules.js';
import { addDays, rollToBusinessDay, saoPauloDateOf } from '../../dist/ground/brazil/calendar.rules.js';
import { median, shown } from '../support/figures.mjs';
import { addSomePayments } from '../support/filler.mjs';
import { addPayable, DESTINATION_KEY, payoutsOf } from '../support/payable.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import {
  AMOUNT_CENTS,
  logIn,
  ordersOf,
  patientPool,
  rateOf,
  startApi,
  startInstantAcquirer,
  startLoad,
  warmUpSeconds,
} from '../support/stage.mjs';

/** A merchant may have only so many payouts at a time; a thousand companies are of several. */
const MERCHANTS = 10;
const COMPANIES = 1_000;
const CLIENTS = 32;
/** More than are made in a second by any machine. */
const MOST_PER_SECOND = 2_000;
/** What was asked for and is not paid by then is left out of the rate. */
const SETTLE_SECONDS = 60;
const LOOK_EVERY_MS = 50;

export const minutes = 15;

export async function measure({ cluster, rounds, seconds, quick }) {
  const acquirer = await startInstantAcquirer();
  const database = await cluster.database('payouts');
  const api = await startApi(database, acquirer, { VINTEM_ROLE: 'all', ACQUIRER_KEY: DESTINATION_KEY });
  const load = startLoad();
  const db = patientPool(database.url);
  try {
    step(`making ${COMPANIES} companies with money`);
    await addSomePayments(db, quick);
    const one = await addPayable(db, 'one', { merchants: 1, companies: 1 });
    const many = await addPayable(db, 'many', { merchants: MERCHANTS, companies: COMPANIES / MERCHANTS });
    await db.query('VACUUM ANALYZE');
    const stage = { cluster, acquirer, api, load, db, seconds, quick };
    const rates = await compareCompanies(stage, rounds, { one, many });
    const beside = await compareOrders(stage, rounds, many);
    return { rows: [...rates.rows, ...beside.rows], details: { rates: rates.found, beside: beside.found } };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
  }
}

async function compareCompanies(stage, rounds, payable) {
  step('warming up: payouts');
  for (const merchants of Object.values(payable)) await payoutRate(stage, merchants, warmUpSeconds(stage));
  const found = [];
  for (let round = 1; round <= rounds; round++) {
    const rates = {};
    for (const name of round % 2 === 1 ? ['one', 'many'] : ['many', 'one'])
      rates[name] = await payoutRate(stage, payable[name], stage.seconds);
    found.push(rates);
    const shownRates = `one company ${shown(rates.one.rate)}/s, ${COMPANIES} companies ${shown(rates.many.rate)}/s`;
    step(
      `round ${round}: ${shownRates}; asked for ${shown(rates.one.askedRate)}/s and ${shown(rates.many.askedRate)}/s`,
    );
  }
  const of = (name, kind) => median(found.map((rates) => rates[name][kind]));
  const thousand = COMPANIES.toLocaleString('en');
  const rows = [
    row({
      measure: 'payouts of one company, request → PAID',
      figure: of('one', 'rate'),
      figureUnit: '/s',
      note: `asked for ${shown(of('one', 'askedRate'))}/s, ${CLIENTS} clients`,
    }),
    row({
      measure: `payouts of ${thousand} companies, request → PAID`,
      figure: of('many', 'rate'),
      figureUnit: '/s',
      note: `of ${MERCHANTS} merchants, asked for ${shown(of('many', 'askedRate'))}/s`,
    }),
    row({
      measure: `payouts, one company ÷ ${thousand} companies`,
      ours: of('one', 'rate'),
      reference: of('many', 'rate'),
      unit: '/s',
      figure: median(found.map(({ one, many }) => one.rate / many.rate)),
    }),
  ];
  return { rows, found };
}

/** From the first request until the last of them is PAID here. */
async function payoutRate({ cluster, acquirer, api, load, db }, merchants, seconds) {
  const requests = await payoutsOf(api.url, merchants, Math.ceil(seconds * MOST_PER_SECOND));
  await cluster.checkpoint();
  const { payouts: sentBefore } = await acquirer.tell();
  const startedAt = performance.now();
  const asked = await load.send({ urls: [api.url], connections: CLIENTS, requests, limit: { seconds } });
  const askedRate = rateOf(asked, (status) => status === '201');
  await untilPaid(db);
  const elapsedMs = performance.now() - startedAt;
  const { payouts: sentAfter } = await acquirer.tell();
  if (sentAfter - sentBefore !== asked.count)
    throw new Error(`${asked.count} payouts were asked for, and the bank was sent ${sentAfter - sentBefore}`);
  return { rate: asked.count / (elapsedMs / 1_000), askedRate };
}

async function untilPaid(db) {
  const until = performance.now() + SETTLE_SECONDS * 1_000;
  for (;;) {
    const [{ left }] = await db.query(`SELECT count(*) AS left FROM payouts WHERE status IN ('REQUESTED', 'SENT')`);
    if (Number(left) === 0) return;
    if (performance.now() > until) throw new Error(`${left} payouts were not PAID within ${SETTLE_SECONDS} s`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The same orders alone and while schedules pay out a thousand companies, in turns. */
async function compareOrders(stage, rounds, many) {
  const { cluster, api, load, db } = stage;
  const day = await moveToRunHours(db);
  const order = ordersOf(await logIn(api.url));
  const orders = async (seconds) =>
    rateOf(await load.send({ urls: [api.url], connections: CLIENTS, order, limit: { seconds } }));
  const paces = [];
  const sides = {
    alone: orders,
    beside: async (seconds) => {
      await beginRun(db, many, day);
      const before = await readRun(db);
      const rate = await orders(seconds);
      const after = await readRun(db);
      if (after.made === before.made || after.due === 0) throw new Error('no schedules ran beside all of the orders');
      paces.push((after.made - before.made) / seconds);
      await db.query('DELETE FROM payout_schedules');
      await untilPaid(db);
      return rate;
    },
  };
  step('warming up: orders');
  await sides.alone(warmUpSeconds(stage));
  const found = { alone: [], beside: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const name of round % 2 === 1 ? ['alone', 'beside'] : ['beside', 'alone']) {
      await cluster.checkpoint();
      found[name].push(await sides[name](stage.seconds));
    }
    step(`round ${round}: ${shown(found.alone.at(-1))} orders/s alone, ${shown(found.beside.at(-1))}/s beside a run`);
  }
  const rows = [
    row({
      measure: `orders beside a run of ${COMPANIES.toLocaleString('en')} scheduled payouts ÷ orders alone`,
      ours: median(found.beside),
      reference: median(found.alone),
      unit: '/s',
      figure: median(found.beside.map((rate, index) => rate / found.alone[index])),
      goal: { atLeast: 0.9 },
      note: `${shown(median(paces))} payouts/s, sent and paid meanwhile`,
    }),
  ];
  return { rows, found };
}

/** Schedules run in the hours of a business day only; the clock of the sandbox can be moved there. */
async function moveToRunHours(db) {
  const now = new Date();
  const day = rollToBusinessDay(addDays(saoPauloDateOf(now), 1));
  const seconds = Math.ceil((startOfRuns(day).getTime() - now.getTime()) / 1_000) + 60;
  await db.query('UPDATE sandbox_clock SET offset_seconds = $1', [seconds]);
  return day;
}

/** Each company is due on that day, as if it had not run, and sends as much as a request does. Waits for the first. */
async function beginRun(db, merchants, day) {
  const { made } = await readRun(db);
  await db.query('DELETE FROM payout_schedule_runs');
  for (const { merchantId, companyIds, destinationIds } of merchants) {
    const ids = [merchantId, companyIds];
    await db.query(
      `INSERT INTO payout_terms (company_id, merchant_id, most_cents) SELECT company_id, $1, $3
       FROM unnest($2::bigint[]) AS company (company_id) ON CONFLICT DO NOTHING`,
      [...ids, AMOUNT_CENTS],
    );
    await db.query(
      `INSERT INTO payout_schedules (company_id, merchant_id, rhythm, destination_id, next_on)
       SELECT company_id, $1, 'daily', destination_id, $4
       FROM unnest($2::bigint[], $3::bigint[]) AS company (company_id, destination_id)`,
      [...ids, destinationIds, day],
    );
  }
  const until = performance.now() + SETTLE_SECONDS * 1_000;
  while ((await readRun(db)).made === made) {
    if (performance.now() > until) throw new Error(`no schedule ran within ${SETTLE_SECONDS} s`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function readRun(db) {
  const [row] = await db.query(
    `SELECT (SELECT count(*) FROM payouts WHERE origin = 'schedule') AS made,
       (SELECT count(*) FROM payout_schedules s
        WHERE NOT EXISTS (SELECT FROM payout_schedule_runs r WHERE r.company_id = s.company_id)) AS due`,
  );
  return { made: Number(row.made), due: Number(row.due) };
}
