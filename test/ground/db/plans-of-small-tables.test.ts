import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AttemptRecord, recordAttempts } from '../../../src/news/webhooks/deliveries/deliveries.sql.ts';
import { markNotificationsWorked } from '../../../src/rails/acquirers/notifications.sql.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany } from '../../support/money.ts';
import { rowsRead } from '../../support/plans.ts';

/**
 * Statements of queues on tables that have grown since PostgreSQL last looked at them: until it looks again, every plan
 * counts on the little that there was. What belongs to the batch is read, and not what waits or was ever there.
 */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  await openCompany(gateway);
});
afterAll(() => gateway.close());

const NOW = new Date();
const FEW = 2_000;
const MANY = 3_000;
const BATCH = 40;
/** A row is found, locked and changed. */
const MOST_OF_A_ROW = 4;
const PLANNED_FOR_ANY = '-c plan_cache_mode=force_generic_plan';

const query = <Row>(sql: string, params?: readonly unknown[]) => gateway.database.db.query<Row>(sql, params);

const NOTIFICATIONS = `
  INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at, worked_at)
  SELECT 'sandbox', md5(n::text), sha256(n::text::bytea), $3, $3, $4 FROM generate_series($1::integer, $2::integer) n`;

it('what was answered about is looked up by its reference, however much waits', async () => {
  await query(NOTIFICATIONS, [1, FEW, NOW, NOW]);
  await query('VACUUM ANALYZE acquirer_notifications');
  await query(NOTIFICATIONS, [FEW + 1, FEW + MANY, NOW, null]);
  const answered = await query<{ id: number; acquirer: string; reference: string }>(
    'SELECT id, acquirer, reference FROM acquirer_notifications WHERE worked_at IS NULL ORDER BY id DESC LIMIT $1',
    [BATCH],
  );
  const read = await rowsRead(gateway.database.url, PLANNED_FOR_ANY, (tx) =>
    markNotificationsWorked(tx, answered, NOW),
  );
  expect(read.get('acquirer_notifications')).toBeGreaterThanOrEqual(BATCH);
  expect(read.get('acquirer_notifications')).toBeLessThanOrEqual(BATCH * MOST_OF_A_ROW);
});

it('finished attempts look up their deliveries, and no others', async () => {
  const [endpoint] = await query<{ id: number }>(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     SELECT id, 'https://shop.example/hook', '{payment.approved}', 'sealed', $1, $1 FROM merchants WHERE id > 0
     ORDER BY id LIMIT 1 RETURNING id`,
    [NOW],
  );
  const endpointId = endpoint?.id as number;
  await query(
    `INSERT INTO webhook_deliveries (event_id, endpoint_id, status, created_at)
     SELECT 'evt_' || n, $1, 'DELIVERED', $2 FROM generate_series(1, ${FEW + MANY}) n`,
    [endpointId, NOW],
  );
  await query('VACUUM ANALYZE webhook_deliveries');
  const deliveries = await query<{ id: number }>('SELECT id FROM webhook_deliveries ORDER BY id DESC LIMIT $1', [
    BATCH,
  ]);
  const records = deliveries.map(
    ({ id }): AttemptRecord => ({
      merchantId: 1,
      deliveryId: id,
      endpointId,
      attemptedAt: NOW.toISOString(),
      statusCode: 200,
      error: null,
      responseBody: 'ok',
      durationMs: 5,
      status: 'DELIVERED',
      nextAttemptAt: null,
      isGone: false,
    }),
  );
  const read = await rowsRead(gateway.database.url, PLANNED_FOR_ANY, (tx) =>
    recordAttempts(tx, records, { now: NOW, disableFailingSince: NOW, lastAttemptBefore: NOW }),
  );
  expect(read.get('webhook_deliveries')).toBeGreaterThanOrEqual(BATCH);
  expect(read.get('webhook_deliveries')).toBeLessThanOrEqual(BATCH * MOST_OF_A_ROW);
});
