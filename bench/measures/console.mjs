// A gateway without the operator's console beside one with it, and beside itself: what the console costs whoever has
// it off must be within what two equal processes differ by.
import { readFileSync } from 'node:fs';
import { median, shown } from '../support/figures.mjs';
import { addSomePayments } from '../support/filler.mjs';
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
/** Two that are equal say how much a figure means. */
const SIDES = [
  { name: 'off', env: { OPERATOR_CONSOLE: 'off' } },
  { name: 'on', env: { OPERATOR_CONSOLE: 'on' } },
  { name: 'again', env: { OPERATOR_CONSOLE: 'off' } },
];

export const minutes = 8;

export async function measure({ cluster, rounds, seconds, quick }) {
  const acquirer = await startInstantAcquirer();
  const database = await cluster.database('console');
  const load = startLoad();
  try {
    await prepare({ database, acquirer, quick });
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const sides = {};
      // Every second round the other way round: a machine that grows slower or faster meanwhile favours nobody.
      for (const side of round % 2 === 1 ? SIDES : [...SIDES].reverse()) {
        await cluster.checkpoint();
        sides[side.name] = await measureSide({ database, acquirer, load, seconds, quick, env: side.env });
      }
      found.push(sides);
      const of = ({ startMs, rate, megabytes }) =>
        `${shown(startMs)} ms to start, ${shown(megabytes)} MB, ${shown(rate)} orders/s`;
      step(`round ${round}: off ${of(sides.off)}; on ${of(sides.on)}; off again ${of(sides.again)}`);
    }
    return { rows: rowsOf(found), details: found };
  } finally {
    await load.close();
    await acquirer.close();
  }
}

/** What the first start of all does is done before: migrations, demo data, some payments. */
async function prepare({ database, acquirer, quick }) {
  const first = await startApi(database, acquirer, { OPERATOR_CONSOLE: 'on' });
  await first.close();
  const db = patientPool(database.url);
  await addSomePayments(db, quick);
  await db.close();
}

async function measureSide({ database, acquirer, load, seconds, quick, env }) {
  const startedAt = performance.now();
  const api = await startApi(database, acquirer, env);
  const startMs = performance.now() - startedAt;
  try {
    const idleMegabytes = megabytesOf(api.pid);
    const order = ordersOf(await logIn(api.url));
    const send = (duration) =>
      load.send({ urls: [api.url], connections: CLIENTS, order, limit: { seconds: duration } }).then(rateOf);
    await send(warmUpSeconds({ quick, seconds }));
    const rate = await send(seconds);
    return { startMs, rate, megabytes: idleMegabytes };
  } finally {
    await api.close();
  }
}

/** Of a process that was just started: what it holds later is orders. Null where there is no /proc. */
function megabytesOf(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_000;
  } catch {
    return null;
  }
}

/** Off beside on, and in the note off beside off. */
function rowsOf(found) {
  const ratio = (name, one, other) => median(found.map((sides) => sides[one][name] / sides[other][name]));
  const compared = (measure, name, unit, goal) => {
    if (found.some(({ off }) => off[name] === null))
      return row({ measure, figure: null, note: 'not measured: there is no /proc here' });
    return row({
      measure,
      ours: median(found.map(({ off }) => off[name])),
      reference: median(found.map(({ on }) => on[name])),
      unit,
      figure: ratio(name, 'off', 'on'),
      goal,
      note: `two without it differ by ${shown(ratio(name, 'again', 'off'))}`,
    });
  };
  return [
    compared('start, without the console ÷ with it', 'startMs', 'ms', { atMost: 1.05 }),
    compared('memory after the start, without the console ÷ with it', 'megabytes', 'MB', { atMost: 1.05 }),
    compared('orders, without the console ÷ with it', 'rate', '/s', { atLeast: 0.95 }),
  ];
}
