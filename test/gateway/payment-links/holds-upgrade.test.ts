import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COUNT_CHECKS } from '../../../src/care/audit/counts.sql.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ledTo, linksOf, paymentAt } from '../../support/links.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const OLD_KINDS = 'payment.created payment.approved payment.failed payment.refunded refund.failed divergence.opened';

let gateway: TestGateway;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  // Nothing in the background releases holds or sends events.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', TRUST_PROXY: '1', WEBHOOK_ALLOW_LOOPBACK: 'true' });
  links = linksOf(gateway);
});
afterAll(() => gateway?.close());

const holds = () =>
  gateway.database.db.query(
    `SELECT merchant_id, link_id, payment_id, payment_type, units, counts_from FROM payment_link_holds
     ORDER BY payment_id`,
  );

it('migration 0102: what is open holds its place as if it had been ordered today, and counts stay sound', async () => {
  const { db } = gateway.database;
  const link = await links.make({ stock: 50, quantity: { max: 5 }, collect_address: 'never' });
  let buyers = 0;
  const order = async (form: Record<string, string>) =>
    paymentAt(gateway, ledTo(await links.order(link.slug, form, gateway, `203.0.113.${++buyers}`)));
  await order({ method: 'invoice', quantity: '3' });
  const open = await order({ quantity: '2' });
  const paid = await order({ quantity: '1' });
  await gateway.post(`/sandbox/transactions/${paid.id}/pay`);
  await gateway.get(`/transactions/${paid.id}?payment_type=PIX`);
  const failed = await order({ quantity: '1' });
  await gateway.post(`/transactions/${failed.id}/cancel`);
  const [before, shown] = [await holds(), await links.read(link.id)];
  expect(before).toHaveLength(2);
  const hookOf = async (kinds: string[]): Promise<number> =>
    (await gateway.post('/webhooks', { url: 'http://localhost:1/x', events: kinds })).body.id;
  const all = await hookOf([...OLD_KINDS.split(' '), 'webhook.test']);
  const some = await hookOf(['payment.created', 'payment.approved']);

  // As the release before left it: the same counts, and nothing that holds.
  await db.query('DROP TABLE payment_link_holds, payment_link_late_payments');
  await db.query("DELETE FROM schema_migrations WHERE name LIKE '0102\\_%'");
  expect(await migrate(db, MIGRATIONS)).toEqual(['0102_holds_of_links.sql']);

  expect(await holds()).toEqual(before);
  expect(await links.read(link.id)).toEqual(shown);
  const kindsOf = async (id: number) => (await gateway.get(`/webhooks/${id}`)).body.events as string[];
  expect(await kindsOf(all)).toContain('payment_link.paid_late');
  expect(await kindsOf(some)).toEqual(['payment.created', 'payment.approved']);

  await gateway.post(`/sandbox/transactions/${open.id}/pay`);
  await gateway.get(`/transactions/${open.id}?payment_type=PIX`);
  expect(await links.read(link.id)).toMatchObject({ open_count: 1, paid_count: 2 });
  expect(await db.query('SELECT payment_id FROM payment_link_late_payments')).toEqual([]);
  expect(await db.query(COUNT_CHECKS.at(-1)?.sql ?? '')).toEqual([]);
});
