import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_CHECKS } from '../../../src/care/audit/counts.sql.ts';
import { foldLinkCounts } from '../../../src/gateway/payment-links/link-counts.sql.ts';
import { workInChunks } from '../../../src/ground/queues/chunks.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ledTo, linksOf, paymentAt } from '../../support/links.ts';

/** Who gets a place of a link, when several processes let buyers in; and that what is counted stays right. */

let database: TestDatabase;
let gateway: TestGateway;
let other: TestGateway;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  database = await createTestDatabase();
  // Buyers are told apart by a proxy that the test plays: one address alone may not hold all there is.
  gateway = await startTestGateway({ TRUST_PROXY: '1' }, database);
  other = await startTestGateway({ TRUST_PROXY: '1' }, database);
  links = linksOf(gateway);
});
afterAll(async () => {
  await other?.close();
  await gateway?.close();
  await database?.drop();
});

const query = <Row>(sql: string, params: unknown[] = []) => database.db.query<Row>(sql, params);
const paymentsOf = (id: string) => query<{ id: number }>('SELECT id FROM payments WHERE payment_link_id = $1', [id]);

describe('the last unit of a link, bought by many at the same moment in two processes', () => {
  const rush = (slug: string, buyers: number, changes: Record<string, string> = {}) =>
    Promise.all(
      Array.from({ length: buyers }, (_, buyer) =>
        links.order(slug, changes, buyer % 2 === 0 ? gateway : other, `198.51.100.${buyer}`),
      ),
    );

  it.each([
    ['stock of one', { stock: 1 }, {}, 1],
    ['stock of five, two units each', { stock: 5, quantity: { min: 2, max: 2 } }, { quantity: '2' }, 2],
    ['three payments', { max_payments: 3, stock: 100 }, {}, 3],
  ])('%s', async (_, changes, form, places) => {
    const link = await links.make(changes);
    const answers = await rush(link.slug, 10, form);
    expect(answers.filter((answer) => ledTo(answer) !== null)).toHaveLength(places);
    expect(new Set(answers.map(ledTo)).size).toBe(places + 1);
    for (const { status } of answers) expect([303, 400]).toContain(status);
    expect(await paymentsOf(link.id)).toHaveLength(places);
    expect((await links.read(link.id)).open_count).toBe(places);
  });

  it('a bill: one is led to its payment, the others read that it is open', async () => {
    const link = await links.make({ max_payments: 1 });
    const answers = await rush(link.slug, 8);
    expect(answers.filter((answer) => ledTo(answer) !== null)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 303) expect(body).toContain('Há um pagamento em aberto');
    expect(await paymentsOf(link.id)).toHaveLength(1);
  });

  it('whoever waits for a place sees the link as it is then: disabled meanwhile, or with more stock', async () => {
    const link = await links.make({ stock: 0 });
    const disabled = await links.make({ stock: 9 });
    const client = await database.db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM payment_links FOR UPDATE');
    // The page was opened while there was stock: what it found then decides nothing.
    const late = [links.order(disabled.slug, {}, other), links.order(disabled.slug)];
    const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%payment_links%'`;
    await eventually(async () => expect(await query(waiting)).toHaveLength(2));
    await client.query(`UPDATE payment_links SET status = 'DISABLED' WHERE public_id = $1`, [disabled.id]);
    await client.query('COMMIT');
    client.release();
    for (const answer of await Promise.all(late)) expect(ledTo(answer)).toBeNull();
    expect(await paymentsOf(disabled.id)).toHaveLength(0);
    await links.change(link.id, { stock: 1 });
    expect(ledTo(await links.order(link.slug))).not.toBeNull();
  });

  it('an order that died before its charge holds its place until the safety net ends it', async () => {
    const link = await links.make({ stock: 1 });
    const path = ledTo(await links.order(link.slug));
    const { id } = await paymentAt(gateway, path);
    // As if the process had died after its first write, and the acquirer had never heard of it.
    await query('UPDATE payments SET response_data_subacquirer_integration = NULL WHERE id = $1', [id]);
    await query(
      'DELETE FROM sandbox_acquirer.charges WHERE reference = (SELECT reference FROM payments WHERE id = $1)',
      [id],
    );
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT' });
    await gateway.post('/sandbox/clock', { advance_seconds: 33 * 60 });
    await eventually(async () => expect((await links.read(link.id)).status).toBe('ACTIVE'));
    expect(ledTo(await links.order(link.slug))).not.toBeNull();
  });
});

describe('what is counted of a link', () => {
  const fold = () => workInChunks(database.db, foldLinkCounts);
  const planted = async (sql: string): Promise<number> => {
    const client = await database.db.pool.connect();
    try {
      await client.query('BEGIN');
      expect((await client.query(sql)).rowCount).toBe(1);
      const found: unknown[][] = [];
      for (const check of COUNT_CHECKS) found.push((await client.query(check.sql)).rows);
      expect(found.slice(0, -1).flat()).toEqual([]);
      return found.at(-1)?.length ?? 0;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  it('is the same folded and not, whoever reads meanwhile', async () => {
    const link = await links.make();
    const paths: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) paths.push(ledTo(await links.order(link.slug)));
    const act = async (index: number, action: string) =>
      gateway.post(`/sandbox/transactions/${(await paymentAt(gateway, paths[index] ?? null)).id}/${action}`);
    await act(0, 'pay');
    await act(1, 'cancel');
    const expected = { open_count: 2, paid_count: 1, paid_amount: 6_000 };
    expect(await links.read(link.id)).toMatchObject(expected);
    await fold();
    expect(await query('SELECT FROM payment_link_count_deltas')).toHaveLength(0);
    expect(await links.read(link.id)).toMatchObject(expected);
    await act(2, 'pay');
    expect(await links.read(link.id)).toMatchObject({ open_count: 1, paid_count: 2, paid_amount: 12_000 });
  });

  const LAST = 'link_id = (SELECT max(link_id) FROM payment_link_counts WHERE paid_count > 0)';
  it.each([
    `UPDATE payment_link_counts SET open_count = open_count + 1 WHERE ${LAST}`,
    `UPDATE payment_link_counts SET paid_cents = paid_cents - 1 WHERE ${LAST}`,
    `UPDATE payment_link_counts SET held_units = held_units - 1 WHERE ${LAST}`,
    `DELETE FROM payment_link_counts WHERE ${LAST}`,
    'INSERT INTO payment_link_count_deltas (merchant_id, link_id, open_count, paid_count, paid_cents, held_units) ' +
      'SELECT 1, max(id), 0, 1, 0, 0 FROM payment_links',
  ])('is recounted by the audit, which finds %s', async (sql) => {
    await fold();
    expect(await query((COUNT_CHECKS.at(-1) as { sql: string }).sql)).toEqual([]);
    expect(await planted(sql)).toBe(1);
  });
});
