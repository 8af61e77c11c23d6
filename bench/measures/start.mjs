// `npm start` as it is, with the sandbox acquirer and all background work in the one process, beside the three durable
// statements of a demo.
import { THREE_STATEMENTS } from '../ruler/order.mjs';
import { median, shown } from '../support/figures.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import { runScript } from '../support/sql-script.mjs';
import { logIn, ordersOf, patientPool, rateOf, startLoad, startService, warmUpSeconds } from '../support/stage.mjs';
import { RULER_TABLES } from './orders.mjs';

const CLIENTS = 32;

export const minutes = 4;

export async function measure({ cluster, rounds, seconds, quick }) {
  const database = await cluster.database('start');
  const service = await startService(database);
  const load = startLoad();
  const owner = patientPool(database.url);
  try {
    await owner.query(RULER_TABLES);
    const order = ordersOf(await logIn(service.url));
    const ours = async (duration) =>
      rateOf(await load.send({ urls: [service.url], connections: CLIENTS, order, limit: { seconds: duration } }));
    const lean = (duration) =>
      runScript({ url: database.url, script: THREE_STATEMENTS, clients: CLIENTS, seconds: duration });
    step('warming up: npm start, the lean tables');
    await ours(warmUpSeconds({ quick, seconds }));
    await lean(2);
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const turns = round % 2 === 1 ? ['ours', 'lean'] : ['lean', 'ours'];
      const rates = {};
      for (const turn of turns) {
        await cluster.checkpoint();
        rates[turn] = await (turn === 'ours' ? ours : lean)(seconds);
      }
      found.push(rates);
      step(`round ${round}: npm start ${shown(rates.ours)} orders/s, three statements ${shown(rates.lean)}/s`);
    }
    return {
      rows: [
        row({
          measure: 'orders, npm start as it is ÷ three statements on the lean tables',
          ours: median(found.map(({ ours: rate }) => rate)),
          reference: median(found.map(({ lean: rate }) => rate)),
          unit: '/s',
          figure: median(found.map((rates) => rates.ours / rates.lean)),
          goal: { atLeast: 0.5 },
        }),
      ],
      details: found,
    };
  } finally {
    await owner.close();
    await Promise.all([load.close(), service.close()]);
  }
}
