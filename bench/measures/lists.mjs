// The list of transactions with its exact total: of the large merchant beside the small one, and the deepest page of
// the middle one.
import { median, shown } from '../support/figures.mjs';
import { openKeptDatabase } from '../support/kept-database.mjs';
import { step } from '../support/progress.mjs';
import { compareReads } from '../support/reads.mjs';
import { row } from '../support/report.mjs';
import { jsonHeaders, logIn, patientPool, startApi, startInstantAcquirer } from '../support/stage.mjs';

const ORDERS = ['created_at', 'updated_at', 'amount'];
const LIMIT = 10;

export const minutes = ({ payments }) => 10 + payments / 100_000;

export async function measure({ payments, rounds, quick }) {
  const { cluster, database, merchants } = await openKeptDatabase(payments);
  const acquirer = await startInstantAcquirer();
  const api = await startApi(database, acquirer);
  const db = patientPool(database.url);
  try {
    const headers = {};
    for (const [name, { email }] of Object.entries(merchants)) headers[name] = jsonHeaders(await logIn(api.url, email));
    const times = quick ? 5 : 15;
    const pages = await firstPages(api.url, db, merchants, headers, rounds, times);
    const deep = await deepestPages(api.url, headers.middle, rounds, times);
    return { rows: [firstPageRow(pages, payments), deepestPageRow(deep, payments)], details: { pages, deep } };
  } finally {
    await db.close();
    await api.close();
    await acquirer.close();
    await cluster.close();
  }
}

/** Without a filter, and with each that a total is kept for. */
const filtersOf = ({ companyIds }) => ({
  none: {},
  company: { company_id: companyIds[0] },
  status: { status: 2 },
  type: { type: 'pix' },
  'company, status and type': { company_id: companyIds[0], status: 2, type: 'pix' },
});

/** What a list must say is there. */
async function totalOf(db, { merchantId }, { company_id: companyId = null, status = null, type = null }) {
  const [{ total }] = await db.query(
    `SELECT count(*) AS total FROM payments WHERE merchant_id = $1 AND ($2::bigint IS NULL OR company_id = $2)
       AND ($3::int IS NULL OR status = $3) AND ($4::text IS NULL OR payment_type = $4)`,
    [merchantId, companyId, status, type],
  );
  return total;
}

async function firstPages(url, db, merchants, headers, rounds, times) {
  const found = [];
  for (const filter of Object.keys(filtersOf(merchants.large))) {
    const asked = (name) => filtersOf(merchants[name])[filter];
    const totals = {};
    for (const name of ['large', 'small']) totals[name] = await totalOf(db, merchants[name], asked(name));
    for (const orderBy of ORDERS) {
      const pathOf = (name) => `/transactions?${new URLSearchParams({ limit: LIMIT, orderBy, ...asked(name) })}`;
      const read = (name) => ({ path: pathOf(name), headers: headers[name], expected: { total: totals[name] } });
      const measured = [];
      for (let round = 0; round < rounds; round++)
        measured.push(await compareReads(url, { large: read('large'), small: read('small') }, times));
      const large = p50Of(measured, 'large');
      const small = p50Of(measured, 'small');
      const refused = measured.flatMap((each) => Object.values(each.refused))[0];
      found.push({
        orderBy,
        filter,
        large,
        small,
        ratio: large && small ? large / small : null,
        ...(refused ? { refused } : {}),
      });
      step(
        `by ${orderBy}, filter ${filter}: ${large ? `${shown(large)} ms` : refused}, ` +
          `small merchant ${small ? shown(small) : '–'} ms`,
      );
    }
  }
  return found;
}

const p50Of = (measured, name) => {
  const figures = measured.map(({ p50 }) => p50[name]);
  return figures.includes(null) ? null : median(figures);
};

/** The worst combination counts. */
function firstPageRow(pages, payments) {
  const refused = pages.find(({ ratio }) => ratio === null);
  const worst = refused ?? pages.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const count = (number) => Math.ceil(number).toLocaleString('en');
  return row({
    measure: `list with total, ${count(payments)} payments ÷ ${count(payments / 100)}, p50, worst`,
    ours: worst.large,
    reference: worst.small,
    unit: 'ms',
    figure: worst.ratio,
    goal: { atMost: 1.5 },
    note:
      `by ${worst.orderBy}, filter ${worst.filter}${refused ? `: ${refused.refused}` : ''}; ` +
      `${pages.length} combinations`,
  });
}

async function deepestPages(url, headers, rounds, times) {
  const found = [];
  for (const orderBy of ORDERS) {
    const [first] = [await (await fetch(`${url}/transactions?limit=${LIMIT}&orderBy=${orderBy}`, { headers })).json()];
    const path = `/transactions?limit=${LIMIT}&orderBy=${orderBy}&page=${first.lastPage}`;
    const measured = [];
    for (let round = 0; round < rounds; round++)
      measured.push(await compareReads(url, { deep: { path, headers } }, times));
    const refused = measured.flatMap((each) => Object.values(each.refused))[0];
    found.push({ orderBy, page: first.lastPage, ms: p50Of(measured, 'deep'), ...(refused ? { refused } : {}) });
    step(
      `page ${first.lastPage?.toLocaleString('en')} by ${orderBy}: ` +
        `${found.at(-1).ms ? `${shown(found.at(-1).ms)} ms` : refused}`,
    );
  }
  return found;
}

function deepestPageRow(deep, payments) {
  const refused = deep.find(({ ms }) => ms === null);
  const worst = refused ?? deep.reduce((one, other) => (other.ms > one.ms ? other : one));
  return row({
    measure: `deepest page of a merchant with ${Math.ceil(payments / 10).toLocaleString('en')} payments, p50, worst`,
    figure: worst.ms,
    figureUnit: 'ms',
    goal: { atMost: 100 },
    note: `by ${worst.orderBy}, page ${worst.page?.toLocaleString('en')}${refused ? `: ${refused.refused}` : ''}`,
  });
}
