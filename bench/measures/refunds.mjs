// Refunds per second of a company with a million entries beside those of one with a thousand: a balance may not cost
// its whole history.

import { median, shown } from '../support/figures.mjs';
import { addMerchant, addPayments } from '../support/filler.mjs';
import { openKeptDatabase } from '../support/kept-database.mjs';
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

const CLIENTS = 8;
const SMALL_PAYMENTS = 500;
/** Of the small one's payments, which lie spread over a year, so many can still be refunded. */
const MOST_REFUNDS = 100;

export const minutes = ({ payments }) => 6 + payments / 100_000;

export async function measure({ payments, rounds, seconds }) {
  const { cluster, database, merchants } = await openKeptDatabase(payments);
  const acquirer = await startInstantAcquirer();
  const api = await startApi(database, acquirer);
  const load = startLoad();
  const db = patientPool(database.url);
  try {
    const token = await logIn(api.url, merchants.middle.email);
    const refund = async (email, merchantId, most) => {
      const headers = jsonHeaders(email === merchants.middle.email ? token : await logIn(api.url, email));
      const rows = await refundable(db, merchantId, most);
      const requests = refundsOf(rows, headers);
      await cluster.checkpoint();
      return rateOf(await load.send({ urls: [api.url], connections: CLIENTS, requests, limit: { seconds } }));
    };
    const ofLarge = (most) => refund(merchants.middle.email, merchants.middle.merchantId, most);
    /** A new one each time, so that its refunds do not make it large. */
    const ofSmall = async (most, number) => {
      const merchant = await addMerchant(db, `short-history-${Date.now()}-${number}`);
      await addPayments(db, merchant, { count: SMALL_PAYMENTS, lives: 'approved' });
      return refund(merchant.email, merchant.merchantId, most);
    };
    step('warming up');
    await ofLarge(30);
    await ofSmall(30, 0);
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const rates = {};
      for (const name of round % 2 === 1 ? ['large', 'small'] : ['small', 'large'])
        rates[name] = await (name === 'large' ? ofLarge(MOST_REFUNDS) : ofSmall(MOST_REFUNDS, round));
      found.push(rates);
      step(`round ${round}: long history ${shown(rates.large)} refunds/s, short history ${shown(rates.small)}/s`);
    }
    const entries = await entriesOf(db, merchants.middle.companyIds[0]);
    return { rows: [rowOf(found, entries)], details: { entries, found } };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
    await cluster.close();
  }
}

function rowOf(found, entries) {
  return row({
    measure:
      `refunds, a company with ${entries.toLocaleString('en')} entries ` +
      `÷ with ${(2 * SMALL_PAYMENTS).toLocaleString('en')}`,
    ours: median(found.map(({ large }) => large)),
    reference: median(found.map(({ small }) => small)),
    unit: '/s',
    figure: median(found.map(({ large, small }) => large / small)),
    goal: { atLeast: 0.9 },
  });
}

async function entriesOf(db, companyId) {
  const [{ count }] = await db.query('SELECT count(*) AS count FROM ledger_entries WHERE company_id = $1', [companyId]);
  return count;
}
