// Another merchant's order while one merchant floods the slow reads: its median ÷ the median under the same flood on /healthz, which
// costs the service next to nothing. Both are taken in turn in every round; the median of the rounds counts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { openPool } from '../dist/db/pool.js';
import { startEmbeddedPostgres } from '../dist/embedded-postgres/start-embedded-postgres.js';
import { call, ORDER, startVintem } from '../tools/support/service.mjs';
import { median, shown, verdict } from './support/figures.mjs';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 300_000);
const ENTRIES = 45_000;
const ORDERS = 40;
const GOAL = 3;

const FLOODS = {
  'a name that many have': { connections: 30, path: '/customers?name=silva' },
  'a name of one letter': { connections: 30, path: '/customers?name=z' },
  'deep pages': { connections: 30, path: `/customers?orderBy=name&page=${CUSTOMERS / 10 - 1}` },
  'CSV statements': { connections: 4, path: '/companies/1/statement?format=csv&from=2020-01-01' },
};

async function logIn(url, email) {
  const headers = { 'content-type': 'application/json' };
  const { body } = await call(`${url}/auth`, { method: 'POST', headers, body: JSON.stringify({ email, password: 'vintem-demo' }) });
  return body.response.token;
}

async function fill(db, paymentId) {
  await db.query(
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT 1, lpad(n::text, 11, '0'), name, name, 'p' || n || '@example.com', '', timestamptz '2026-01-01' + n * interval '1 second', '2026-01-01'
     FROM generate_series(1, ${CUSTOMERS}) n,
       LATERAL (SELECT (ARRAY['ana', 'bruno', 'carla', 'davi', 'elisa'])[n % 5 + 1] || CASE WHEN n % 10 = 0 THEN ' da silva ' ELSE ' souza ' END || n AS name) names`,
  );
  await db.query(
    `WITH journal AS (
       INSERT INTO ledger_journals (cause_kind, cause_id, payment_id, posted_at) VALUES ('refund', 1000000, $1, '2026-01-01') RETURNING id
     )
     INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
     SELECT journal.id, 'company_main', 1, CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END, timestamptz '2026-01-01' + n * interval '1 second', 'share'
     FROM journal, generate_series(1, ${ENTRIES - (ENTRIES % 2)}) n`,
    [paymentId],
  );
  await db.query('VACUUM ANALYZE');
}

/** The median of some orders of the other merchant, one after the other, while the flood goes on. */
async function orderUnder({ connections, path: flooded }, { url, tokens }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${tokens.flooder}` };
  let isOver = false;
  const answers = {};
  const flood = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const outcome = await pool
        .request({ method: 'GET', path: flooded, headers })
        .then(async ({ statusCode, body }) => body.dump({ limit: Number.MAX_SAFE_INTEGER }).then(() => statusCode))
        .catch((error) => error.code);
      answers[outcome] = (answers[outcome] ?? 0) + 1;
    }
  });
  const times = [];
  for (let index = -5; index < ORDERS; index++) {
    const start = performance.now();
    const { status } = await call(`${url}/payments/order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.other}`, 'content-type': 'application/json' },
      body: ORDER.replace('est_demo_loja', 'est_demo_parceiro'),
    });
    if (status !== 200) throw new Error(`an order answered ${status}`);
    if (index >= 0) times.push(performance.now() - start);
  }
  isOver = true;
  await Promise.all(flood);
  await pool.close();
  return { ms: median(times), answers };
}

async function measure(service) {
  for (const [name, flood] of Object.entries(FLOODS)) {
    const ratios = [];
    for (let round = 0; round < ROUNDS; round++) {
      const calm = await orderUnder({ ...flood, path: '/healthz' }, service);
      const stormy = await orderUnder(flood, service);
      ratios.push(stormy.ms / calm.ms);
      console.log(`${name}: ${shown(stormy.ms)} ms, on /healthz ${shown(calm.ms)} ms; answers ${JSON.stringify(stormy.answers)}`);
    }
    verdict(`order under ${name}`, median(ratios), median(ratios) <= GOAL, `≤ ${GOAL}`);
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'vintem-fairness-'));
const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
const db = openPool({ url: database.url, max: 2, applicationName: 'vintem-bench', onError: () => {}, isPatient: true });
const service = await startVintem({ env: { DATABASE_URL: database.url, RATE_LIMIT_PER_SECOND: '1000' } });
try {
  const url = service.url.replace('localhost', '127.0.0.1');
  const tokens = { flooder: await logIn(url, 'demo@vintem.dev'), other: await logIn(url, 'parceiro@vintem.dev') };
  const headers = { authorization: `Bearer ${tokens.flooder}`, 'content-type': 'application/json' };
  const { body } = await call(`${url}/payments/order`, { method: 'POST', headers, body: ORDER });
  await fill(db, body.transaction.id);
  await measure({ url, tokens });
} finally {
  await service.kill();
  await db.close();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
