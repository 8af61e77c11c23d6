// The balance of a company with millions of entries beside one with a hundredth of them.
import { median, shown } from '../support/figures.mjs';
import { openKeptDatabase } from '../support/kept-database.mjs';
import { step } from '../support/progress.mjs';
import { compareReads } from '../support/reads.mjs';
import { row } from '../support/report.mjs';
import { jsonHeaders, logIn, patientPool, startApi, startInstantAcquirer } from '../support/stage.mjs';

export const minutes = ({ payments }) => 4 + payments / 100_000;

export async function measure({ payments, rounds, quick }) {
  const { cluster, database, merchants } = await openKeptDatabase(payments);
  const acquirer = await startInstantAcquirer();
  const api = await startApi(database, acquirer);
  const db = patientPool(database.url);
  try {
    const reads = {};
    const entries = {};
    for (const name of ['large', 'small']) {
      const { email, companyIds } = merchants[name];
      const headers = jsonHeaders(await logIn(api.url, email));
      const [{ count, available }] = await db.query(
        'SELECT count(*) AS count, sum(amount_cents)::bigint AS available FROM ledger_entries WHERE company_id = $1',
        [companyIds[0]],
      );
      entries[name] = count;
      const body = JSON.stringify({ companyIds: companyIds.slice(0, 1) });
      reads[name] = { method: 'POST', path: '/balance/list', headers, body, expected: { available } };
    }
    const found = [];
    for (let round = 1; round <= rounds; round++) {
      found.push(await compareReads(api.url, reads, quick ? 5 : 20));
      const { p50, refused } = found.at(-1);
      step(
        `round ${round}: ${p50.large ? `${shown(p50.large)} ms` : refused.large}, ` +
          `short history ${p50.small ? shown(p50.small) : '–'} ms`,
      );
    }
    return { rows: [rowOf(found, entries)], details: { entries, found } };
  } finally {
    await db.close();
    await api.close();
    await acquirer.close();
    await cluster.close();
  }
}

function rowOf(found, entries) {
  const p50s = found.map(({ p50 }) => p50);
  const isAnswered = p50s.every(({ large, small }) => large && small);
  const refused = found.flatMap((each) => Object.values(each.refused))[0];
  return row({
    measure:
      `balance of a company with ${entries.large.toLocaleString('en')} entries ` +
      `÷ with ${entries.small.toLocaleString('en')}, p50`,
    ours: isAnswered ? median(p50s.map(({ large }) => large)) : null,
    reference: isAnswered ? median(p50s.map(({ small }) => small)) : null,
    unit: 'ms',
    figure: isAnswered ? median(p50s.map(({ large, small }) => large / small)) : null,
    goal: { atMost: 1.5 },
    note: refused ?? '',
  });
}
