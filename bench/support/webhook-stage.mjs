// What the measure of webhooks runs on: a database of its own, receivers in another process, the real dispatcher.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { liveClock } from '../../dist/ground/clock.js';
import { readConfig } from '../../dist/ground/config.js';
import { migrate } from '../../dist/ground/db/migrate.js';
import { openPool } from '../../dist/ground/db/pool.js';
import { randomIds } from '../../dist/ground/ids.js';
import { createLog } from '../../dist/ground/log.js';
import { sealSecret } from '../../dist/ground/secret-box.js';
import { noTraces } from '../../dist/ground/traces.js';
import { EVENT_KINDS } from '../../dist/news/events/event-kinds.rules.js';
import { startWebhookDispatcher } from '../../dist/news/webhooks/deliveries/deliver-webhooks.js';
import { createWebhookSender } from '../../dist/news/webhooks/deliveries/send-webhook.js';
import { createSecret } from '../../dist/news/webhooks/deliveries/signature.js';
import { createAddressLookup } from '../../dist/news/webhooks/safe-http/address-lookup.js';
import { atTheEnd, endChild } from './cleanups.mjs';
import { inParallel } from './figures.mjs';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const RECEIVER = fileURLToPath(new URL('./receiver.mjs', import.meta.url));
const POOL_SIZE = 20;

const KEY = randomBytes(32);
export const SECRET = createSecret(randomBytes(32));
const SEALED = sealSecret(KEY, SECRET);

/** As long as a real one, and the same for everybody. */
export const payloadOf = (id) =>
  JSON.stringify({
    event: 'payment.approved',
    transaction_id: 123_456,
    order_number: '20260302-ABCDEFGHJK',
    status: 'APPROVED',
    amount: 12_345,
    payment_type: 'pix',
    paid_at: '2026-03-02T12:00:00.000Z',
    id,
    created_at: '2026-03-02T12:00:01.000Z',
    company_id: 7,
    sequence: 2,
  });

export async function openDatabase(cluster) {
  const { url } = await cluster.database('webhooks');
  const db = openPool({ url, max: POOL_SIZE, applicationName: 'vintem-bench', onError: () => {} });
  await migrate(db, MIGRATIONS);
  await db.query(`INSERT INTO merchants (name, created_at) VALUES ('Bench', now())`);
  return { db, close: atTheEnd(() => db.close()) };
}

export async function startReceivers(healthy, hanging = 0) {
  const child = fork(RECEIVER, [String(healthy), String(hanging)]);
  const close = atTheEnd(() => endChild(child));
  const ports = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the receivers ended with ${code}`)));
  });
  return { ...ports, close };
}

/** New endpoints with nothing known about them; those of earlier rounds are gone. */
export async function registerEndpoints(db, urls) {
  await db.query(`UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE status = 'PENDING'`);
  await db.query(`UPDATE webhook_endpoints SET status = 'DISABLED', deleted_at = now() WHERE deleted_at IS NULL`);
  const rows = await db.query(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     SELECT (SELECT min(id) FROM merchants WHERE id > 0), url, $2, $3, now(), now()
     FROM unnest($1::text[]) url RETURNING id`,
    [urls, EVENT_KINDS, SEALED],
  );
  return rows.map(({ id }) => id);
}

/** One event for each delivery, spread evenly, all of them due now. */
export async function fill(db, endpointIds, count) {
  const ids = Array.from({ length: count }, () => `evt_${randomBytes(16).toString('hex')}`);
  await db.query(
    `WITH event AS (
       INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
       SELECT id, (SELECT min(id) FROM merchants WHERE id > 0), 'payment.approved', payload, now()
       FROM unnest($1::text[], $2::text[]) AS e(id, payload)
     )
     INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at)
     SELECT id, ($3::bigint[])[1 + (nr - 1) % cardinality($3::bigint[])], now(), now()
     FROM unnest($1::text[]) WITH ORDINALITY AS e(id, nr)`,
    [ids, ids.map(payloadOf), endpointIds],
  );
  return ids;
}

export async function refreshStatistics(db) {
  await db.query('VACUUM ANALYZE events, webhook_deliveries, webhook_attempts, webhook_endpoints');
}

/** The dispatcher as a worker process runs it. `answered` counts exchanges of the endpoints in `urls`. */
export function startDispatcher(db, urls) {
  const counted = new Set(urls);
  const sender = createWebhookSender({ allowLoopback: true });
  const counter = { answered: 0 };
  const countingSender = {
    async send(url, headers, body) {
      const result = await sender.send(url, headers, body);
      if (counted.has(url)) counter.answered++;
      return result;
    },
  };
  const dispatcher = startWebhookDispatcher({
    // A worker of its own: beside requests, a merchant's deliveries have a bound by the second.
    config: readConfig({ VINTEM_ROLE: 'worker' }),
    db,
    clock: liveClock(),
    ids: randomIds(),
    log: createLog('error'),
    traces: noTraces,
    webhooks: { key: KEY, allowLoopback: true, lookup: createAddressLookup(), sender: countingSender },
    poke: () => {},
  });
  return {
    counter,
    async stop() {
      await dispatcher.stop();
      await sender.close();
    },
  };
}

const LOOK_EVERY_MS = 5;

/** Until the last of them is answered and recorded. */
export async function untilDelivered(db, dispatcher, endpointIds, count) {
  while (dispatcher.counter.answered < count) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  for (;;) {
    const [row] = await db.query(
      `SELECT count(*) AS waiting FROM webhook_deliveries
       WHERE status = 'PENDING' AND endpoint_id = ANY ($1::bigint[])`,
      [endpointIds],
    );
    if (row.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const BARE_BATCH = 500;
const BARE_LOOPS = 2;

/**
 * The plainest loop that does the same writes: takes waiting deliveries under a lease, posts them unsigned to whatever
 * address stands there, and records what came of it. Two of them, so that one sends while the other writes.
 */
export async function bareLoopWithWrites(db, port, connections) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const loop = async () => {
    for (;;) {
      const rows = await db.query(
        `WITH taken AS MATERIALIZED (
           SELECT ctid FROM webhook_deliveries
           WHERE status = 'PENDING' AND (leased_until IS NULL OR leased_until <= now())
           ORDER BY endpoint_id, next_attempt_at LIMIT ${BARE_BATCH} FOR UPDATE SKIP LOCKED
         )
         UPDATE webhook_deliveries d SET leased_until = now() + interval '30 seconds'
         FROM taken, events e, webhook_endpoints w, set_config('synchronous_commit', 'off', true)
         WHERE d.ctid = taken.ctid AND e.id = d.event_id AND w.id = d.endpoint_id
         RETURNING d.id, d.endpoint_id, e.payload, w.url`,
      );
      if (rows.length === 0) return;
      const statuses = [];
      await inParallel(rows.length, connections / BARE_LOOPS, async (index) => {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/hook',
          headers,
          body: rows[index].payload,
        });
        await body.dump();
        statuses[index] = statusCode;
      });
      await db.query(
        `WITH done AS MATERIALIZED (
           SELECT * FROM json_to_recordset($1) AS r(id bigint, endpoint_id bigint, status integer),
             set_config('synchronous_commit', 'off', true)
         ), changed AS (
           UPDATE webhook_deliveries d SET status = 'DELIVERED', next_attempt_at = NULL, attempts = attempts + 1
           FROM done WHERE d.endpoint_id = done.endpoint_id AND d.id = done.id
         )
         INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, duration_ms)
         SELECT id, now(), status, 0 FROM done`,
        [JSON.stringify(rows.map(({ id, endpoint_id }, index) => ({ id, endpoint_id, status: statuses[index] })))],
      );
    }
  };
  await Promise.all(Array.from({ length: BARE_LOOPS }, loop));
  await pool.close();
}
