import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { createPayment, sandbox, type TestCompany } from '../../support/money.ts';
import { eventOf, type Hook, logOf, untilReceived } from './hooks.ts';
import { UNKNOWN_ID, useShop } from './shop.ts';

const shop = useShop();
const ANSWER = 'x'.repeat(5_000);

let company: TestCompany;
let hook: Hook;
let paymentId: number;
/** From the newest to the oldest: the approval, the creation. */
let ids: number[];
beforeAll(async () => {
  ({ company, hook } = await shop.openBranch((_request, response) => response.end(ANSWER)));
  paymentId = await createPayment(shop, company, 1_000);
  await untilReceived(hook.receiver, 1);
  await sandbox(shop, company, paymentId, 'pay');
  await eventually(async () => {
    const log = await logOf(shop, hook.id);
    expect(log.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
    ids = log.map(({ id }) => id);
  });
});

const list = (query: string) => shop.get(`/webhooks/${hook.id}/deliveries?${query}`);
const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }: { id: number }) => id);

describe('GET /webhooks/{id}/deliveries/{deliveryId}', () => {
  it('tells what was sent and what came back, and no signature', async () => {
    const { status, body } = await shop.get(`/webhooks/${hook.id}/deliveries/${ids[0]}`);
    expect(status).toBe(200);
    const [listed] = await logOf(shop, hook.id);
    const received = hook.receiver.requests.at(-1);
    expect(body).toEqual({
      ...listed,
      attempts: [{ ...listed?.attempts[0], response_body: ANSWER.slice(0, 1024) }],
      headers: {
        'content-type': received?.headers['content-type'],
        'user-agent': received?.headers['user-agent'],
        'webhook-id': received?.headers['webhook-id'],
        'webhook-timestamp': received?.headers['webhook-timestamp'],
      },
      payload: eventOf(received),
    });
  });

  it.each(['0', '-1', 'abc', '1.5'])('%s is no id of a delivery', async (id) => {
    expectError(await shop.get(`/webhooks/${hook.id}/deliveries/${id}`), invalid('deliveryId'));
    expectError(await shop.post(`/webhooks/${hook.id}/deliveries/${id}/retry`), invalid('deliveryId'));
  });

  it('knows no delivery of another webhook', async () => {
    const { hook: another } = await shop.openBranch();
    for (const id of [UNKNOWN_ID, ids[0]]) {
      for (const answer of [
        await shop.get(`/webhooks/${another.id}/deliveries/${id}`),
        await shop.post(`/webhooks/${another.id}/deliveries/${id}/retry`),
      ])
        expectError(answer, { status: 404, code: 'DELIVERY_NOT_FOUND' });
    }
  });
});

describe('filters of the delivery log', () => {
  it('are by status, event, transaction and time, and combine', async () => {
    const [approved, created] = ids as [number, number];
    expect(await idsOf('status=DELIVERED')).toEqual([approved, created]);
    expect(await idsOf('status=FAILED')).toEqual([]);
    expect(await idsOf('status=PENDING')).toEqual([]);
    expect(await idsOf('event=payment.created')).toEqual([created]);
    expect(await idsOf(`transaction_id=${paymentId}`)).toEqual([approved, created]);
    expect(await idsOf(`transaction_id=${UNKNOWN_ID}`)).toEqual([]);
    expect(await idsOf(`transaction_id=${paymentId}&event=payment.approved&status=DELIVERED`)).toEqual([approved]);
    const [newest] = await logOf(shop, hook.id);
    expect(await idsOf(`createdAtStart=${newest?.created_at}`)).toEqual([approved]);
    expect(await idsOf(`createdAtEnd=${newest?.created_at}&limit=1&page=2`)).toEqual([created]);
    expect((await list('event=payment.created&limit=1')).body).toMatchObject({ total: 1, lastPage: 1 });
  });
});

describe('GET /webhooks/{id}/stats', () => {
  it('counts the last hours, in all and by hour', async () => {
    const { status, body } = await shop.get(`/webhooks/${hook.id}/stats?hours=2`);
    expect(status).toBe(200);
    expect(body).toEqual({
      from: expect.stringMatching(ISO_UTC),
      counted_from: body.from,
      hours: 2,
      delivered: 2,
      pending: 0,
      failed: 0,
      attempts: 2,
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
      by_hour: [
        { at: body.from, delivered: 0, pending: 0, failed: 0 },
        { at: expect.stringMatching(ISO_UTC), delivered: 2, pending: 0, failed: 0 },
      ],
    });
  });

  it('has nothing to tell of a new webhook', async () => {
    const { hook: quiet } = await shop.openBranch();
    const { body } = await shop.get(`/webhooks/${quiet.id}/stats`);
    expect(body).toMatchObject({ hours: 24, delivered: 0, attempts: 0, p50_ms: null, p95_ms: null });
    expect(body.by_hour).toHaveLength(24);
  });
});

describe('POST /webhooks/{id}/deliveries/{deliveryId}/retry', () => {
  it('sends the same event to this webhook alone', async () => {
    const { body: second } = await shop.register({ url: shop.at('/second'), company_id: company.id });
    const before = hook.receiver.requests.length;
    const answer = await shop.post(`/webhooks/${hook.id}/deliveries/${ids[1]}/retry`);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      message: 'Evento reenviado',
      deliveries: [{ id: expect.any(Number), webhook_id: hook.id, event: 'payment.created', status: 'PENDING' }],
    });
    await untilReceived(hook.receiver, before + 1);
    expect(hook.receiver.requests.at(-1)?.headers['webhook-id']).toBe(hook.receiver.requests[0]?.headers['webhook-id']);
    expect(await logOf(shop, second.id)).toEqual([]);
    expect((await logOf(shop, hook.id))[0]).toMatchObject({ resend: true, event: 'payment.created' });
  });

  it('is refused while the webhook is off', async () => {
    await shop.change(hook.id, { status: 'DISABLED' });
    expectError(await shop.post(`/webhooks/${hook.id}/deliveries/${ids[0]}/retry`), {
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    await shop.change(hook.id, { status: 'ACTIVE' });
  });
});

describe('how an endpoint is doing', () => {
  it('shows in its record: since when it fails, when it was last tried, when and why it was switched off', async () => {
    const { company: branch, hook: bad } = await shop.openBranch((_request, response) =>
      response.writeHead(bad.receiver.requests.length > 1 ? 410 : 500).end(),
    );
    const read = async () => (await shop.get(`/webhooks/${bad.id}`)).body;
    await createPayment(shop, branch, 1_000);
    await eventually(async () => expect((await read()).failing_since).toMatch(ISO_UTC));
    expect(await read()).toMatchObject({
      status: 'ACTIVE',
      last_attempt_at: expect.stringMatching(ISO_UTC),
      disabled_at: null,
      disabled_reason: null,
    });
    await createPayment(shop, branch, 1_000);
    await eventually(async () => expect((await read()).status).toBe('DISABLED'));
    expect(await read()).toMatchObject({ disabled_at: expect.stringMatching(ISO_UTC), disabled_reason: 'GONE' });
    const logged = async () => (await shop.get('/audit-log?action=webhook.disabled')).body.data;
    await eventually(async () =>
      expect(await logged()).toMatchObject([
        { actor: { kind: 'job' }, object: { kind: 'webhook', id: String(bad.id) }, details: { reason: 'GONE' } },
      ]),
    );
    await shop.change(bad.id, { status: 'ACTIVE' });
    expect(await read()).toMatchObject({ failing_since: null, disabled_at: null, disabled_reason: null });
  });
});
