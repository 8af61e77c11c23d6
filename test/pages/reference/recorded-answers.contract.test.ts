import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saoPauloDateOf } from '../../../src/ground/brazil/calendar.rules.ts';
import { NOTES } from '../../../src/pages/reference/notes.ts';
import { RECORDED_ANSWERS } from '../../../src/pages/reference/recorded-answers.generated.ts';
import { startReceiver } from '../../news/webhooks/receivers.ts';
import { eventually, saoPauloDay } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';
import { insertDestination, payoutRail, setPayoutTerms, useRail } from '../../support/payouts.ts';

/**
 * The life of a shop, call by call: what the reference shows as answers was recorded here, and is held against the
 * answers of today. `RECORD_ANSWERS=1 npm test -- test/pages/reference` and `npm run generate` record them anew.
 */
const RECORDED = fileURLToPath(new URL('../../../src/pages/reference/recorded-answers.generated.ts', import.meta.url));
const RECEIVER = 'https://loja.example.com/vintem';
const PUBLIC_URL = 'https://pay.example.com';

/** A list is shown by its first row. */
const FIRST = { query: 'limit=1' };

const answers: Record<string, unknown> = {};
let gateway: TestGateway;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  gateway = await startTestGateway();
  receiver = await startReceiver((_request, response) => response.end('ok'));
  await liveADay();
  if (process.env['RECORD_ANSWERS']) writeFileSync(RECORDED, recordedText());
});
afterAll(async () => {
  await gateway?.close();
  await receiver?.close();
});

it('something was recorded', () => {
  expect(Object.keys(RECORDED_ANSWERS).length).toBeGreaterThan(40);
});

it('every recorded answer is of an operation, which has no other example', () => {
  const keys = Object.keys(RECORDED_ANSWERS);
  expect(keys.filter((key) => !(key in NOTES) || NOTES[key]?.answer !== undefined)).toEqual([]);
});

it.each(Object.keys(RECORDED_ANSWERS))('%s answers as the reference shows', (key) => {
  expect(shapeOf(answers[key])).toEqual(shapeOf(RECORDED_ANSWERS[key]));
});

/** Calls an operation and keeps its answer as the example of it. */
async function show(key: string, ids: Record<string, unknown> = {}, body = NOTES[key]?.request): Promise<ApiAnswer> {
  const answer = await call(key, ids, body);
  answers[key] = asShown(answer.body);
  return answer;
}

async function call(key: string, ids: Record<string, unknown> = {}, body?: unknown): Promise<ApiAnswer> {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name]));
  const query = ids['query'] ? `?${ids['query']}` : '';
  const answer = await gateway.call(method, path + query, { token: gateway.token, ...(body ? { body } : {}) });
  expect(answer.status, `${key}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer;
}

async function order(body: unknown = orderBody()): Promise<{ id: number; token: string }> {
  const { transaction } = (await call('POST /payments/order', {}, body)).body;
  return { id: transaction.id, token: new URL(transaction.payment_url).pathname.split('/').at(-1) ?? '' };
}

const pay = (id: number) => call('POST /sandbox/transactions/{id}/pay', { id }, { notify: true });

async function liveADay(): Promise<void> {
  await show('GET /healthz');
  await show('GET /merchant');
  await show('GET /companies', FIRST);
  const webhook = await show(
    'POST /webhooks',
    {},
    { ...(NOTES['POST /webhooks']?.request as object), url: receiver.url },
  );
  await sell(webhook.body.id);
  await giveBack();
  await payOut();
  await endWithoutMoney();
  await showLinks();
  await showParties();
  await showWebhooks(webhook.body.id);
}

/** A PIX with a partner, paid and settled. */
async function sell(webhookId: number): Promise<void> {
  const { id } = (await show('POST /payments/order')).body.transaction;
  await show('POST /sandbox/transactions/{id}/pay', { id });
  const delivered = { id: webhookId, query: 'status=DELIVERED' };
  await eventually(async () =>
    expect((await call('GET /webhooks/{id}/deliveries', delivered)).body.data).toHaveLength(1),
  );
  await show('GET /sandbox/clock');
  await show('POST /sandbox/clock', {}, { advance_seconds: 40 * 86_400 });
  await show('POST /payments/split/simulate');
  await show('POST /balance/list');
  await show('GET /transactions/{id}/events', { id, ...FIRST });
  await show('POST /payments/refund/simulate', {}, simulated(id));
}

const simulated = (id: number) => ({ kind: 'pix_refund', transaction_id: id, amount: 12.5 });

async function giveBack(): Promise<void> {
  const [sale] = (await call('GET /transactions')).body.data;
  const { refund } = (
    await show(
      'POST /payments/pix/refund',
      {},
      { transaction_id: sale.id, amount: 12.5, description: 'Item devolvido' },
    )
  ).body;
  await show('GET /refunds/{id}', { id: refund.id });
  await show('GET /transactions/{id}', { id: sale.id, query: 'payment_type=PIX' });
  await show('GET /transactions/{id}/entries', { id: sale.id, ...FIRST });
  await show('GET /transactions', FIRST);
  await show('GET /refunds', FIRST);
  const boleto = await order(boletoBody());
  await pay(boleto.id);
  await show('POST /sandbox/clock', {}, { advance_seconds: 86_400 });
  await show('POST /payments/reversal', {}, { transaction_id: boleto.id, reason: 'Desistência' });
}

/** One is paid, one cancelled, and of two that wait for a second person one is approved and one refused. */
async function payOut(): Promise<void> {
  const [company] = (await call('GET /companies', FIRST)).body.data;
  const destination = await insertDestination(gateway, company);
  const asked = (key: string, amount: number) => ({
    ...(NOTES[key]?.request as object),
    company_id: company.id,
    destination_id: destination,
    amount,
  });
  const shown = (key: string, amount: number) => show(key, {}, asked(key, amount));
  const more = async (amount: number) =>
    (await call('POST /payouts', {}, asked('POST /payouts', amount))).body.id as number;
  useRail(gateway, payoutRail());
  await shown('POST /payouts/simulate', 1_500);
  const { id } = (await shown('POST /payouts', 1_500)).body;
  await eventually(async () => expect((await call('GET /payouts/{id}', { id })).body.status).toBe('PAID'));
  await show('GET /payouts/{id}', { id });
  await show('GET /payouts/{id}/entries', { id, ...FIRST });
  await show('GET /payouts', FIRST);
  await setPayoutTerms(gateway, company, { needs_approval: true });
  await show('POST /payouts/{id}/cancel', { id: await more(100) });
  const waiting = [await more(100), await more(100)];
  // As if somebody else had asked for them.
  await gateway.database.db.query('UPDATE payouts SET requested_by_user = NULL WHERE id = ANY ($1)', [waiting]);
  await show('POST /payouts/{id}/refuse', { id: waiting[0] });
  await show('POST /payouts/{id}/approve', { id: waiting[1] });
  await setPayoutTerms(gateway, company, { needs_approval: false });
}

async function endWithoutMoney(): Promise<void> {
  const sandbox = async (act: string) => {
    const { id } = await order();
    await show(`POST /sandbox/transactions/{id}/${act}`, { id });
    return id;
  };
  const failed = await sandbox('fail');
  await show('POST /transactions/{id}/retry', { id: failed });
  await sandbox('cancel');
  await sandbox('expire');
  const { id } = await order();
  await show('POST /transactions/{id}/cancel', { id });
  const boleto = await order(boletoBody());
  const { now } = (await call('GET /sandbox/clock')).body;
  await show('PATCH /transactions/{id}/boleto', { id: boleto.id }, { due_date: saoPauloDay(20, new Date(now)) });
  // Paid all the same.
  await pay(id);
  await call('GET /transactions/{id}', { id, query: 'payment_type=PIX' });
  const { body } = await show('GET /divergences', FIRST);
  await show('POST /divergences/{id}/resolve', { id: body.data[0].id });
  const watched = await order();
  await show('GET /pay/{token}/status', { token: watched.token });
  await show('POST /pay/{token}/simulate', { token: watched.token });
}

async function showLinks(): Promise<void> {
  const { id } = (await show('POST /payment-links')).body;
  await show('GET /payment-links/{id}', { id });
  await show('GET /payment-links', FIRST);
  await show('PATCH /payment-links/{id}', { id });
}

async function showParties(): Promise<void> {
  const id = 1;
  await show('GET /companies/{id}', { id });
  await show('POST /companies/{id}/payments', { id });
  await show('PUT /companies/{id}/reminders', { id });
  await show('POST /companies/{id}/split/simulate', { id });
  const today = saoPauloDateOf(new Date((await call('GET /sandbox/clock')).body.now));
  const from = new Date(Date.parse(today) - 60 * 86_400_000).toISOString().slice(0, 10);
  const days = { id, query: `from=${from}&to=${today}&limit=1` };
  await show('GET /companies/{id}/statement', days);
  await show('GET /companies/{id}/statement/days', { id, query: `from=${from}&to=${today}` });
  await show('GET /reports/payments', { query: `from=${today}&to=${today}&interval=day` });
  const { data } = (await show('GET /customers', FIRST)).body;
  await show('GET /customers/{id}', { id: data[0].id });
  await show('POST /api-keys');
  await show('GET /api-keys');
  await show('GET /users');
}

async function showWebhooks(id: number): Promise<void> {
  await show('GET /webhooks', FIRST);
  await show('GET /webhooks/{id}', { id });
  const delivered = { id, query: 'status=DELIVERED&limit=1' };
  const [delivery] = (await show('GET /webhooks/{id}/deliveries', delivered)).body.data;
  await show('GET /webhooks/{id}/deliveries/{deliveryId}', { id, deliveryId: delivery.id });
  await show('POST /webhooks/{id}/deliveries/{deliveryId}/retry', { id, deliveryId: delivery.id });
  await show('GET /webhooks/{id}/stats', { id });
  await show('GET /webhooks/{id}/missed', { id, query: `since=${delivery.created_at}` });
  await show('POST /webhooks/{id}/test', { id });
  await show('PATCH /webhooks/{id}', { id });
  await show('POST /webhooks/{id}/rotate-secret', { id });
  // The feed waits for whoever still writes in this cluster: other tests, too.
  await eventually(async () => expect((await call('GET /events', FIRST)).body.data).toHaveLength(1));
  await show('GET /events', FIRST);
}

/** Under the addresses that readers know. */
function asShown(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(receiver.url, RECEIVER)
      .replaceAll(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, PUBLIC_URL),
  );
}

/** The names and kinds of everything in it; of a list its first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

function recordedText(): string {
  return `/** Recorded by test/pages/reference/recorded-answers.contract.test.ts, which says how to do it again. */
export const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = ${JSON.stringify(answers, null, 2)};
`;
}
