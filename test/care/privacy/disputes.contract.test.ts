import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAnonymisations } from '../../../src/care/privacy/finish-anonymisations.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderOf } from '../../support/orders.ts';

/** Whose money is in dispute, or may be, is still known by the document. */
const DAY_MS = 86_400_000;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(async () => {
  await expectCleanBooks(gateway.database.db);
  await gateway.close();
});

/** An order that was cancelled; nobody has paid it. */
async function cancelled(document: string): Promise<{ id: number; customerId: number }> {
  const body = orderOf(10_000, { customer: { ...orderOf(1).customer, document } });
  const { id } = (await gateway.post('/payments/order', body)).body.transaction;
  expect((await gateway.post(`/transactions/${id}/cancel`)).status).toBe(200);
  const { data } = (await gateway.get(`/customers?document=${document}`)).body;
  return { id, customerId: data[0].id };
}
const payUnnoticed = async (id: number) => {
  await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
  await gateway.get(`/transactions/${id}?payment_type=PIX`);
};
const anonymise = (customerId: number) => gateway.post(`/customers/${customerId}/anonymise`);
const keptOf = async (customerId: number) =>
  (
    await gateway.database.db.query<{ kept_document: string | null }>(
      'SELECT kept_document FROM customer_anonymisations WHERE customer_id = $1',
      [customerId],
    )
  )[0]?.kept_document;
const finishIn = async (days: number) => {
  const { deps } = gateway.vintem;
  const now = async () => new Date(Date.now() + days * DAY_MS);
  while (await finishAnonymisations({ ...deps, clock: { ...deps.clock, now } }));
};

it('money that came for a failed transaction keeps the document as long as money that was paid', async () => {
  const { id, customerId } = await cancelled('39053344705');
  await payUnnoticed(id);
  const answer = await anonymise(customerId);
  expect(answer).toMatchObject({ status: 200, body: { document_kept_until: expect.stringMatching(/^\d{4}-01-01$/) } });
  expect(await keptOf(customerId)).toBe('39053344705');
});

it('a transaction younger than 180 days keeps it for so long, and a dispute that begins then for its whole length', async () => {
  const [unpaid, disputed] = [await cancelled('11144477735'), await cancelled('12345678909')];
  for (const { customerId } of [unpaid, disputed]) {
    const { body } = await anonymise(customerId);
    const days = (Date.parse(body.document_kept_until) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(183);
  }
  await finishIn(170);
  expect(await keptOf(unpaid.customerId)).toBe('11144477735');
  await payUnnoticed(disputed.id);
  await finishIn(200);
  expect([await keptOf(unpaid.customerId), await keptOf(disputed.customerId)]).toEqual([null, '12345678909']);
  const { data } = (await gateway.get(`/divergences?transaction_id=${disputed.id}`)).body;
  await gateway.post(`/divergences/${data[0].id}/resolve`, { resolution: 'dealt with' });
  await finishIn(200);
  expect(await keptOf(disputed.customerId)).toBeNull();
});

it('a refund under way keeps everything, and the answer says so', async () => {
  const body = orderOf(10_000, { customer: { ...orderOf(1).customer, document: '98765432100' } });
  const { id } = (await gateway.post('/payments/order', body)).body.transaction;
  await payUnnoticed(id);
  await gateway.database.db.query('UPDATE payments SET refunding_cents = 100 WHERE id = $1', [id]);
  const { data } = (await gateway.get('/customers?document=98765432100')).body;
  const answer = await anonymise(data[0].id);
  expectError(answer, { status: 400, code: 'CUSTOMER_HAS_OPEN_PAYMENTS' });
  expect(answer.body.error).toContain('a refund of one is under way');
  await gateway.database.db.query('UPDATE payments SET refunding_cents = 0 WHERE id = $1', [id]);
});
