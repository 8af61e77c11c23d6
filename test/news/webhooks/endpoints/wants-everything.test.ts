import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../../../src/news/events/event-kinds.rules.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

/** An endpoint stores its kinds; whoever wanted all of them gets each new one by a migration, run here once more. */
const FOLDER = fileURLToPath(new URL('../../../../db/migrations/', import.meta.url));
const migrations = readdirSync(FOLDER)
  .sort()
  .map((name) => readFileSync(`${FOLDER}${name}`, 'utf8'))
  .filter((sql) => /UPDATE webhook_endpoints SET events\b/.test(sql));

/** Those of the baseline, which no migration has to add. */
const FIRST_KINDS = [
  'payment.created',
  'payment.approved',
  'payment.failed',
  'payment.refunded',
  'refund.failed',
  'divergence.opened',
  'payment_link.paid_late',
  'receipt.unknown',
];
const toldToAll = EVENT_KINDS.filter((kind) => kind !== 'webhook.test');
const beforePayouts = toldToAll.filter((kind) => !kind.startsWith('payout.'));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    "INSERT INTO merchants (id, name, created_at) OVERRIDING SYSTEM VALUE VALUES (1, 'Loja', now())",
  );
});
afterAll(() => database.drop());

const add = async (events: readonly string[]) => {
  const [row] = await database.db.query<{ id: number }>(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     VALUES (1, 'https://loja.example/', $1, 'sealed', now(), now()) RETURNING id`,
    [events],
  );
  return row?.id as number;
};
const eventsOf = async (id: number) => {
  const [row] = await database.db.query<{ events: string[] }>('SELECT events FROM webhook_endpoints WHERE id = $1', [
    id,
  ]);
  return row?.events.sort();
};
const migrate = async () => {
  for (const sql of migrations) await database.db.query(sql);
};

it.each([
  ['by the dashboard, of the first kinds', FIRST_KINDS, toldToAll],
  ['by the interface, of the first kinds', [...FIRST_KINDS, 'webhook.test'], EVENT_KINDS],
  ['before there were payouts', beforePayouts, toldToAll],
  ['today', [...EVENT_KINDS], EVENT_KINDS],
])('an endpoint that wanted everything %s gets all that there is, once', async (_when, wanted, expected) => {
  const endpoint = await add(wanted);
  await migrate();
  await migrate();
  expect(await eventsOf(endpoint)).toEqual([...expected].sort());
});

it.each([
  ['one kind', ['payment.approved']],
  ['all but one of the first', FIRST_KINDS.slice(1)],
  ['all but one of those before payouts', beforePayouts.filter((kind) => kind !== 'boleto.registered')],
  ['of payouts only what was paid', [...beforePayouts, 'payout.paid']],
])('an endpoint that chose %s keeps its choice', async (_what, wanted) => {
  const endpoint = await add(wanted);
  await migrate();
  expect(await eventsOf(endpoint)).toEqual([...wanted].sort());
});
