import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOldestPayoutDue, type PayoutQueue } from '../../../src/gateway/payouts/payouts.sql.ts';
import type { Db } from '../../../src/ground/db/pool.ts';
import { openPayoutWorld, type PayoutWorld } from '../../support/payout-world.ts';

/** Looked at every few seconds from outside, over all payouts that ever were. */

const PAYOUTS = 20_000;

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
  const { companyId, merchantId, destinationId } = await world.open();
  await world.db.query(
    `INSERT INTO payouts (merchant_id, company_id, destination_id, origin, acquirer, reference, amount_cents, fee_cents,
       status, requested_at, requested_by, sends, sent_at, settled_at, next_check_at)
     SELECT $1, $2, $3, 'request', 'double', 'ref' || n, 100, 0, CASE WHEN n % 100 = 0 THEN 'SENT' ELSE 'PAID' END,
       now(), 'teste', 1, now(), CASE WHEN n % 100 <> 0 THEN now() END, now() + n * interval '1 s'
     FROM generate_series(1, $4) n`,
    [merchantId, companyId, destinationId, PAYOUTS],
  );
  await world.db.query('ANALYZE payouts');
});
afterAll(() => world.close());

it.each([
  ['open', 'payouts_due_open'],
  ['paid', 'payouts_due_paid'],
] as const)('the oldest of the queue %s is the first row of its index', async (queue: PayoutQueue, index) => {
  const plan: string[] = [];
  const explaining: Db = {
    async query(sql, params) {
      const lines = await world.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params);
      plan.push(...lines.map((line) => line['QUERY PLAN']));
      return world.db.query(sql, params);
    },
  };
  expect(await findOldestPayoutDue(explaining, queue)).toBeInstanceOf(Date);
  expect(plan.join('\n')).toContain(`Index Only Scan using ${index}`);
  expect(plan.join('\n')).not.toMatch(/Seq Scan|Sort/);
});
