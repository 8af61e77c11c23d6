// Payments confirmed per second when all are one company's, beside a thousand companies: nothing may wait for a
// hot company's row.
import { createHmac } from 'node:crypto';
import { median, shown } from '../support/figures.mjs';
import { addMerchant, addPayments } from '../support/filler.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import { AMOUNT_CENTS, patientPool, rateOf, startApi, startInstantAcquirer, startLoad } from '../support/stage.mjs';

const COMPANIES = 1_000;
const CLIENTS = 32;
const LOOK_EVERY_MS = 50;
/** A round ends here even if not all are confirmed; the rate is then of those that are. */
const ROUND_SECONDS = 60;

export const minutes = 10;

export async function measure({ cluster, rounds, quick }) {
  const count = quick ? 200 : 3_000;
  const acquirer = await startInstantAcquirer();
  await acquirer.tell({ isPaid: true });
  const database = await cluster.database('confirm');
  const api = await startApi(database, acquirer, { VINTEM_ROLE: 'all' });
  const load = startLoad();
  const db = patientPool(database.url);
  try {
    step(`making ${COMPANIES} companies`);
    const hot = await addMerchant(db, 'hot', 1);
    const spread = await addMerchant(db, 'spread', COMPANIES);
    const [{ value: secret }] = await db.query(
      `SELECT value FROM generated_secrets WHERE name = 'sandbox-acquirer-notifications'`,
    );
    const confirm = async (merchant, number) => {
      const ids = await addPayments(db, merchant, {
        count: number,
        lives: 'pending',
        amountCents: AMOUNT_CENTS,
        isEven: true,
      });
      await db.query('VACUUM ANALYZE payments, ledger_entries, ledger_journals, events, acquirer_notifications');
      await cluster.checkpoint();
      return confirmationRate({ api, load, db, secret, ids });
    };
    step('warming up');
    for (const merchant of [hot, spread]) await confirm(merchant, Math.ceil(count / 5));
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      const rates = {};
      for (const name of round % 2 === 1 ? ['hot', 'spread'] : ['spread', 'hot'])
        rates[name] = await confirm(name === 'hot' ? hot : spread, count);
      found.push(rates);
      step(`round ${round}: one company ${shown(rates.hot)}/s, ${COMPANIES} companies ${shown(rates.spread)}/s`);
    }
    return { rows: [rowOf(found)], details: found };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
  }
}

function rowOf(found) {
  return row({
    measure: `confirmations, one hot company ÷ ${COMPANIES.toLocaleString('en')} companies`,
    ours: median(found.map(({ hot }) => hot)),
    reference: median(found.map(({ spread }) => spread)),
    unit: '/s',
    figure: median(found.map(({ hot, spread }) => hot / spread)),
    goal: { atLeast: 0.9 },
  });
}

/** From the first signed notification until the last payment is APPROVED in the database. */
async function confirmationRate({ api, load, db, secret, ids: { firstId, lastId } }) {
  const references = await db.query('SELECT reference FROM payments WHERE id BETWEEN $1 AND $2', [firstId, lastId]);
  const requests = references.map(({ reference }) => notificationOf(secret, reference));
  const startedAt = performance.now();
  const sending = load.send({ urls: [api.url], connections: CLIENTS, requests, limit: { seconds: ROUND_SECONDS } });
  let left = requests.length;
  let elapsedMs = 0;
  while (left > 0 && elapsedMs < ROUND_SECONDS * 1_000) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    [{ left }] = await db.query('SELECT count(*) AS left FROM payments WHERE id BETWEEN $1 AND $2 AND status = 1', [
      firstId,
      lastId,
    ]);
    elapsedMs = performance.now() - startedAt;
  }
  rateOf(await sending);
  if (left === requests.length) throw new Error(`none of ${left} payments was confirmed within ${ROUND_SECONDS} s`);
  return (requests.length - left) / (elapsedMs / 1_000);
}

function notificationOf(secret, reference) {
  const body = JSON.stringify({
    reference,
    transactionId: `instant_${reference}`,
    status: 'PAID',
    sentAt: new Date().toISOString(),
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-acquirer-timestamp': timestamp,
    'x-acquirer-signature': signature,
  };
  return { path: '/acquirer/sandbox/notifications', headers, body };
}
