// What the safety net costs: it looks again and again after payments that wait, and most of its looks hear nothing new.
import { setTimeout } from 'node:timers/promises';
import { median, shown } from '../support/figures.mjs';
import { isMeasurable, postgresMs, processorMs } from '../support/processor-time.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import { logIn, ordersOf, patientPool, startApi, startInstantAcquirer, startLoad } from '../support/stage.mjs';

const CLIENTS = 32;
const ASK_AGAIN_MS = 25;

export const minutes = 5;

export async function measure({ cluster, rounds, seconds }) {
  const acquirer = await startInstantAcquirer();
  const database = await cluster.database('looks');
  const service = await startApi(database, acquirer, { VINTEM_ROLE: 'all' });
  const load = startLoad();
  const db = patientPool(database.url);
  try {
    step('orders that nobody pays');
    const order = ordersOf(await logIn(service.url));
    await load.send({ urls: [service.url], connections: CLIENTS, order, limit: { seconds } });
    const found = [];
    for (let round = 0; round <= rounds; round++) {
      await cluster.checkpoint();
      const look = await lookAtAll(db, service.pid);
      step(`round ${round}: ${shown(look.rate)} looks/s`);
      // The first one warms up.
      if (round > 0) found.push(look);
    }
    const [nodeMs, databaseMs] = ['nodeMs', 'postgresMs'].map((name) => median(found.map((each) => each[name])));
    const rows = [
      row({
        measure: 'looks of the safety net that hear nothing new',
        figure: median(found.map(({ rate }) => rate)),
        figureUnit: '/s',
      }),
      row({
        measure: 'processor time of such a look, Node + PostgreSQL',
        figure: isMeasurable() ? nodeMs + databaseMs : null,
        figureUnit: 'ms',
        goal: { atMost: 1 },
        note: isMeasurable()
          ? `Node ${shown(nodeMs)} ms, PostgreSQL ${shown(databaseMs)} ms`
          : 'not measured: there is no /proc here',
      }),
    ];
    return { rows, details: found };
  } finally {
    await db.close();
    await Promise.all([load.close(), service.close()]);
    await acquirer.close();
  }
}

/** All of them are due at once, and the job takes them one claim after the other. */
async function lookAtAll(db, pid) {
  const [{ count }] = await db.query('SELECT count(*) AS count FROM payment_checks');
  const spent = async () => (isMeasurable() ? [processorMs([pid]), await postgresMs(db)] : [0, 0]);
  const before = await spent();
  const startedAt = performance.now();
  await db.query(`UPDATE payment_checks SET next_check_at = now() - interval '1 second'`);
  for (;;) {
    const due = await db.query('SELECT FROM payment_checks WHERE next_check_at <= now() LIMIT 1');
    if (due.length === 0) break;
    await setTimeout(ASK_AGAIN_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await spent();
  return { rate: count / seconds, nodeMs: (after[0] - before[0]) / count, postgresMs: (after[1] - before[1]) / count };
}
