// Two API and two worker processes beside one of each, on one database: more processes may not cost anything, nor fail.

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

const CLIENTS = 64;

export const minutes = 6;

export async function measure({ cluster, rounds, seconds, quick }) {
  const acquirer = await startInstantAcquirer();
  const warmUp = warmUpSeconds({ quick, seconds });
  const database = await cluster.database('scale');
  const load = startLoad();
  const startPair = () =>
    Promise.all(['api', 'worker'].map((role) => startApi(database, acquirer, { VINTEM_ROLE: role })));
  const first = await startPair();
  try {
    const db = patientPool(database.url);
    await addSomePayments(db, quick);
    await db.close();
    const order = ordersOf(await logIn(first[0].url));
    const rate = async (apis, duration = seconds) => {
      await cluster.checkpoint();
      return rateOf(
        await load.send({
          urls: apis.map(({ url }) => url),
          connections: CLIENTS,
          order,
          limit: { seconds: duration },
        }),
      );
    };
    const withSecondPair = async (duration) => {
      const second = await startPair();
      const apis = [first[0], second[0]];
      await rate(apis, warmUp);
      const measured = await rate(apis, duration);
      await Promise.all(second.map((each) => each.close()));
      return measured;
    };
    step('warming up');
    await rate([first[0]], warmUp);
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const rates = {};
      for (const name of round % 2 === 1 ? ['one', 'two'] : ['two', 'one'])
        rates[name] = await (name === 'one' ? rate([first[0]]) : withSecondPair(seconds));
      found.push(rates);
      step(`round ${round}: 1 + 1 processes ${shown(rates.one)} orders/s, 2 + 2 ${shown(rates.two)}/s`);
    }
    return { rows: [rowOf(found)], details: found };
  } finally {
    await Promise.all([load.close(), ...first.map((each) => each.close())]);
    await acquirer.close();
  }
}

function rowOf(found) {
  return row({
    measure: 'orders, 2 API + 2 workers ÷ 1 + 1',
    ours: median(found.map(({ two }) => two)),
    reference: median(found.map(({ one }) => one)),
    unit: '/s',
    figure: median(found.map(({ one, two }) => two / one)),
    goal: { atLeast: 1 },
    note: 'every order was answered 200',
  });
}
