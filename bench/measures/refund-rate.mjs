// Refunds per second when all are one company's, which wait for one another's debit lock, and when they are of a
// hundred companies.
import { median, shown } from '../support/figures.mjs';
import { addMerchant, addPayments } from '../support/filler.mjs';
import { step } from '../support/progress.mjs';
import { refundable, refundsOf } from '../support/refundable.mjs';
import { row } from '../support/report.mjs';
import {
  jsonHeaders,
  logIn,
  patientPool,
  rateOf,
  startApi,
  startInstantAcquirer,
  startLoad,
} from '../support/stage.mjs';

const COMPANIES = 100;
const CLIENTS = 32;
/** For each second of a round, spread over a year, of which ninety days can be refunded: more than are refunded. */
const PAYMENTS_PER_SECOND = 4_000;
const GOALS = { one: 250, many: 400 };

export const minutes = 10;

export async function measure({ cluster, rounds, seconds }) {
  const acquirer = await startInstantAcquirer();
  const database = await cluster.database('refund_rate');
  const api = await startApi(database, acquirer);
  // As anywhere it keeps short what a balance has to read.
  const worker = await startApi(database, acquirer, { VINTEM_ROLE: 'worker' });
  const load = startLoad();
  const db = patientPool(database.url);
  const count = Math.ceil(seconds * PAYMENTS_PER_SECOND);
  try {
    const refund = async (name, companies) => {
      // A new one each time: what was refunded cannot be refunded again.
      const merchant = await addMerchant(db, `refunds-${name}`, companies);
      await addPayments(db, merchant, { count, lives: 'approved', isEven: true });
      await db.query('VACUUM ANALYZE payments, ledger_entries, ledger_journals, refunds, events');
      const headers = jsonHeaders(await logIn(api.url, merchant.email));
      const requests = refundsOf(await refundable(db, merchant.merchantId, count), headers);
      await untilCovered(db, merchant.merchantId);
      await cluster.checkpoint();
      return rateOf(await load.send({ urls: [api.url], connections: CLIENTS, requests, limit: { seconds } }));
    };
    const sides = { one: (round) => refund(`one-${round}`, 1), many: (round) => refund(`many-${round}`, COMPANIES) };
    step('warming up');
    for (const side of Object.values(sides)) await side(0);
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const rates = {};
      for (const name of round % 2 === 1 ? ['one', 'many'] : ['many', 'one']) rates[name] = await sides[name](round);
      found.push(rates);
      step(`round ${round}: one company ${shown(rates.one)} refunds/s, ${COMPANIES} companies ${shown(rates.many)}/s`);
    }
    return {
      rows: [rowOf('one company', 'one', found), rowOf(`${COMPANIES} companies`, 'many', found)],
      details: found,
    };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close(), worker.close()]);
    await acquirer.close();
  }
}

/** Entries that no checkpoint covers, of any company of that merchant: so few are left alone. */
const MOST_UNCOVERED = 1_000;

async function untilCovered(db, merchantId) {
  for (;;) {
    const [{ most }] = await db.query(
      `SELECT coalesce(max(count), 0) AS most FROM (
         SELECT count(*) FROM ledger_entries e JOIN companies c ON c.id = e.company_id
           LEFT JOIN ledger_checkpoints k ON k.company_id = c.id
         WHERE c.merchant_id = $1 AND (k.covered_below IS NULL OR e.written_by >= k.covered_below)
         GROUP BY c.id) tails`,
      [merchantId],
    );
    if (Number(most) < MOST_UNCOVERED) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function rowOf(whose, name, found) {
  return row({
    measure: `refunds of ${whose}`,
    figure: median(found.map((rates) => rates[name])),
    figureUnit: '/s',
    goal: { atLeast: GOALS[name] },
  });
}
