import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS, type EventKind } from '../../src/events/events.rules.ts';
import { eventually, expectError, ISO_UTC, setAcquirerStatus } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import {
  BOLETO,
  createPaid,
  createPayment,
  expectRefunded,
  openCompany,
  order,
  readPayment,
  refundPix,
  reverse,
  sandbox,
  type TestCompany,
} from '../support/money.ts';
import { eventOf, type Hook, logOf, newestDelivery, openHook, registerHook, testHook, untilReceived } from './hooks.ts';
import { type ReceivedRequest, startReceiver, startTcpReceiver } from './receivers.ts';

/** Longer than a poll for due deliveries takes: what was going to arrive has arrived. */
const QUIET_MS = 800;
/** Far above what a healthy endpoint waits, far below the 5 s after which a hanging one is given up. */
const PROMPT_MS = 3_000;
/** The second attempt is due 5 to 5.5 s after the event; a busy machine makes the first one late, and then the second too. */
const SECOND_BEFORE_MS = 9_000;
const DAY_MS = 86_400_000;

let gateway: TestGateway;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(async () => {
  // Receivers that hang let go first, or the gateway would wait for them.
  for (const close of closers) await close();
  await gateway.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A receiver for the events of a company of its own, so that tests do not see each other's. */
async function openShop(...[listener, changes]: [listener?: Parameters<typeof openHook>[2], changes?: Record<string, unknown>]) {
  const company = await openCompany(gateway);
  const hook = await openHook(gateway, { company_id: company.id, ...changes }, listener);
  closers.push(() => hook.receiver.close());
  return { company, hook };
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
const checks = new Map(Object.entries(EVENT_SCHEMAS).map(([kind, schema]) => [kind, ajv.compile(schema)]));

/** Checks signature and schema of all that came, and answers the events in the order of their transaction and sequence. */
function verified(hook: Hook) {
  const events = hook.receiver.requests.map((request) => {
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': eventOf(request).id });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
    const event = new Webhook(hook.secret).verify(request.body, request.headers as Record<string, string>) as any;
    const check = checks.get(event.event as EventKind);
    expect(check?.(event), ajv.errorsText(check?.errors)).toBe(true);
    return event;
  });
  return events.sort((a, b) => (a.transaction_id ?? 0) - (b.transaction_id ?? 0) || a.sequence - b.sequence);
}

const added = (company: TestCompany, sequence: number) => ({
  id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
  created_at: expect.stringMatching(ISO_UTC),
  company_id: company.id,
  sequence,
});

describe('[interface: Events] in the quiet case each event arrives once', () => {
  it('created, approved, refunded in part and in whole, failed: exact fields, signed, rising sequence', async () => {
    const { company, hook } = await openShop();
    const paid_at = new Date(Date.now() - 3_600_000).toISOString();
    const paidId = await createPaid(gateway, company, 10_000, {}, { paid_at });
    const first = await refundPix(gateway, company, paidId, 30);
    const second = await refundPix(gateway, company, paidId, 70);
    for (const answer of [first, second]) expectRefunded(answer);
    const failedId = await createPayment(gateway, company, 2_000);
    await sandbox(gateway, company, failedId, 'fail');
    const boletoId = await createPaid(gateway, company, 3_000, BOLETO);
    expectRefunded(await reverse(gateway, company, boletoId));
    const paid = await readPayment(gateway, company, paidId);
    const failed = await readPayment(gateway, company, failedId);
    const boleto = await readPayment(gateway, company, boletoId);

    await untilReceived(hook.receiver, 9);
    await pause(QUIET_MS);
    const fields = (payment: typeof paid) => ({
      transaction_id: payment.id,
      order_number: payment.order_number,
      amount: payment.amount,
      payment_type: payment.payment_type,
    });
    const refunded = { event: 'payment.refunded', status: 'REFUNDED', refund_id: expect.any(Number) };
    expect(verified(hook)).toEqual([
      { event: 'payment.created', ...fields(paid), status: 'PENDING', ...added(company, 1) },
      { event: 'payment.approved', ...fields(paid), status: 'APPROVED', paid_at, ...added(company, 2) },
      {
        ...refunded,
        transaction_id: paidId,
        refund_id: first.body.refund.id,
        refund_amount: 3_000,
        total_refunded_amount: 3_000,
        refunded_at: first.body.transaction.refunded_at,
        ...added(company, 3),
      },
      {
        ...refunded,
        transaction_id: paidId,
        refund_id: second.body.refund.id,
        refund_amount: 7_000,
        total_refunded_amount: 10_000,
        refunded_at: second.body.transaction.refunded_at,
        ...added(company, 4),
      },
      { event: 'payment.created', ...fields(failed), status: 'PENDING', ...added(company, 1) },
      { event: 'payment.failed', ...fields(failed), status: 'FAILED', ...added(company, 2) },
      { event: 'payment.created', ...fields(boleto), status: 'PENDING', ...added(company, 1) },
      { event: 'payment.approved', ...fields(boleto), status: 'APPROVED', paid_at: boleto.paid_at, ...added(company, 2) },
      {
        ...refunded,
        transaction_id: boletoId,
        refund_amount: 3_000,
        total_refunded_amount: 3_000,
        refunded_at: boleto.refunded_at,
        ...added(company, 3),
      },
    ]);
    expect(new Set(verified(hook).map(({ id }) => id)).size).toBe(9);
    await eventually(async () => {
      for (const { status, attempts } of await logOf(gateway, hook.id)) {
        expect({ status, attempts }).toMatchObject({ status: 'DELIVERED', attempts: [{ status_code: 200 }] });
      }
    });
  });

  it('webhook.test belongs to the endpoint', async () => {
    const { company, hook } = await openShop();
    await testHook(gateway, hook.id);
    await untilReceived(hook.receiver, 1);
    await pause(QUIET_MS);
    const { sequence: _, ...rest } = added(company, 0);
    expect(verified(hook)).toEqual([{ event: 'webhook.test', webhook_id: hook.id, sequence: null, ...rest }]);
  });

  it('an order that the acquirer refuses is created, then failed', async () => {
    const { company, hook } = await openShop();
    expect((await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'refuse', times: 1 })).status).toBe(201);
    expect(await order(gateway, company, 1_000)).toMatchObject({ status: 200, body: { success: false } });
    await untilReceived(hook.receiver, 2);
    expect(verified(hook).map(({ event, sequence }) => [event, sequence])).toEqual([
      ['payment.created', 1],
      ['payment.failed', 2],
    ]);
  });

  it('a payment found refunded by synchronisation is told as refunded only', async () => {
    const { company, hook } = await openShop();
    const id = await createPayment(gateway, company, 4_000);
    await setAcquirerStatus(gateway, id, 'REFUNDED');
    const payment = await readPayment(gateway, company, id, '?payment_type=PIX');
    expect(payment.status).toBe(4);
    await untilReceived(hook.receiver, 2);
    await pause(QUIET_MS);
    expect(verified(hook)).toEqual([
      expect.objectContaining({ event: 'payment.created', sequence: 1 }),
      {
        event: 'payment.refunded',
        transaction_id: id,
        status: 'REFUNDED',
        refund_amount: 4_000,
        total_refunded_amount: 4_000,
        refunded_at: payment.refunded_at,
        refund_id: expect.any(Number),
        ...added(company, 2),
      },
    ]);
  });

  it('asking again about what is final tells nothing new', async () => {
    const { company, hook } = await openShop();
    const id = await createPaid(gateway, company, 1_000);
    for (let turn = 0; turn < 3; turn++) await readPayment(gateway, company, id, '?payment_type=PIX');
    await sandbox(gateway, company, id, 'pay');
    await untilReceived(hook.receiver, 2);
    await pause(QUIET_MS);
    expect(verified(hook).map(({ event }) => event)).toEqual(['payment.created', 'payment.approved']);
  });
});

describe('[webhooks] signatures', () => {
  const verifies = (secret: string, request: ReceivedRequest | undefined) => {
    try {
      new Webhook(secret).verify(request?.body ?? '', (request?.headers ?? {}) as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };

  it('both secrets verify while a rotation lasts, the new one alone afterwards, and a third never', async () => {
    const { hook } = await openShop();
    await testHook(gateway, hook.id);
    await untilReceived(hook.receiver, 1);
    const rotated = (await gateway.post(`/webhooks/${hook.id}/rotate-secret`)).body.secret;
    await testHook(gateway, hook.id);
    await untilReceived(hook.receiver, 2);
    const [row] = await gateway.database.db.query<{ hours: number }>(
      'SELECT extract(epoch FROM previous_secrets_until[1] - now())::float8 / 3600 AS hours FROM webhook_endpoints WHERE id = $1',
      [hook.id],
    );
    expect(row?.hours).toBeGreaterThan(23.9);
    expect(row?.hours).toBeLessThanOrEqual(24);
    await gateway.database.db.query('UPDATE webhook_endpoints SET previous_secrets_until = ARRAY[now()] WHERE id = $1', [hook.id]);
    await testHook(gateway, hook.id);
    const [before, during, after] = await untilReceived(hook.receiver, 3);
    expect([before, during, after].map((request) => verifies(hook.secret, request))).toEqual([true, true, false]);
    expect([before, during, after].map((request) => verifies(rotated, request))).toEqual([false, true, true]);
    expect([before, during, after].map((request) => verifies(`whsec_${'A'.repeat(43)}=`, request))).toEqual([false, false, false]);
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('every secret of the last 24 hours verifies, however often it was rotated, up to a bound', async () => {
    const { hook } = await openShop();
    const rotate = () => gateway.post(`/webhooks/${hook.id}/rotate-secret`);
    // As two clicks, or a repeat after a time-out, would do it.
    const twice = await Promise.all([rotate(), rotate()]);
    const secrets = [hook.secret, ...twice.map(({ body }) => body.secret), (await rotate()).body.secret, (await rotate()).body.secret];
    await testHook(gateway, hook.id);
    const [request] = await untilReceived(hook.receiver, 1);
    expect(secrets.map((secret) => verifies(secret, request))).toEqual([true, true, true, true, true]);
    expectError(await rotate(), { status: 400, code: 'VALIDATION_ERROR' });
    await gateway.database.db.query(
      'UPDATE webhook_endpoints SET previous_secrets_until = previous_secrets_until[1:2] || ARRAY[now(), now()] WHERE id = $1',
      [hook.id],
    );
    const last = (await rotate()).body.secret;
    await testHook(gateway, hook.id);
    const [, later] = await untilReceived(hook.receiver, 2);
    expect([...secrets, last].filter((secret) => verifies(secret, later))).toHaveLength(4);
    expect(verifies(hook.secret, later)).toBe(false);
    expect(verifies(last, later)).toBe(true);
  });

  it('a body changed by one byte does not verify', async () => {
    const { hook } = await openShop();
    await testHook(gateway, hook.id);
    const [request] = (await untilReceived(hook.receiver, 1)) as [ReceivedRequest];
    expect(verifies(hook.secret, request)).toBe(true);
    expect(verifies(hook.secret, { ...request, body: request.body.replace('webhook.test', 'webhook.best') })).toBe(false);
  });
});

const sinceEvent = (delivery: { created_at: string }, time: string | null | undefined) =>
  Date.parse(time ?? '') - Date.parse(delivery.created_at);

/** Side by side: most of the time of each is waiting. */
describe.concurrent('[webhooks] receivers that misbehave', () => {
  it('500, then 200: tried again after 5 seconds, under the same id', async () => {
    let answers = 0;
    const { hook } = await openShop((_request, response) => {
      answers++;
      response.writeHead(answers === 1 ? 500 : 200).end(answers === 1 ? 'falhou' : 'ok');
    });
    await testHook(gateway, hook.id);
    const waiting = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 500 }] });
    expect(waiting.attempts).toMatchObject([{ response_body: 'falhou', error: null }]);
    expect(sinceEvent(waiting, waiting.next_attempt_at)).toBeGreaterThanOrEqual(5_000);
    expect(sinceEvent(waiting, waiting.next_attempt_at)).toBeLessThan(SECOND_BEFORE_MS);
    const done = await newestDelivery(gateway, hook.id, { status: 'DELIVERED' }, 15_000);
    expect(done).toMatchObject({ next_attempt_at: null, attempts: [{ status_code: 500 }, { status_code: 200, response_body: 'ok' }] });
    expect(sinceEvent(done, done.attempts[1]?.attempted_at)).toBeGreaterThanOrEqual(5_000);
    const [first, second] = hook.receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(Number(first?.headers['webhook-timestamp']));
    verified(hook);
    expect(await failingSince(hook)).toBeNull();
  });

  it('hangs: cut after 5 seconds', async () => {
    const { hook } = await openShop(() => {});
    await testHook(gateway, hook.id);
    const attempt = { status_code: null, error: 'timeout', response_body: null };
    const delivery = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [attempt] }, 15_000);
    expect(delivery.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(4_950);
    expect(delivery.attempts[0]?.duration_ms).toBeLessThan(8_000);
    expect(hook.receiver.open).toBe(0);
  });

  it('drips an answer that never ends: cut after 5 seconds, though the status was 200', async () => {
    const { hook } = await openShop((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(drip));
    });
    await testHook(gateway, hook.id);
    await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: null, error: 'timeout' }] }, 15_000);
  });

  it.each([301, 302, 303, 307, 308])('redirects with %i: a failure, and not followed', async (status) => {
    const target = await startReceiver((_request, response) => response.end('reached'));
    closers.push(() => target.close());
    const { hook } = await openShop((_request, response) => response.writeHead(status, { location: target.url }).end());
    await testHook(gateway, hook.id);
    await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: status, error: null }] });
    expect(target.opened).toBe(0);
  });

  it('resets the connection: a failure', async () => {
    const company = await openCompany(gateway);
    const receiver = await startTcpReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()));
    closers.push(() => receiver.close());
    const hook = await registerHook(gateway, receiver, { company_id: company.id });
    await testHook(gateway, hook.id);
    await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: null, error: 'connection_reset' }] });
  });

  it('refuses the connection: a failure', async () => {
    const { hook } = await openShop();
    await hook.receiver.close();
    await testHook(gateway, hook.id);
    await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: null, error: 'connection_refused' }] });
  });

  it.each([200, 500])('answers %i with a body that has no end: 1 KiB of it is kept', async (status) => {
    const { hook } = await openShop((_request, response) => {
      response.writeHead(status);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      };
      response.on('drain', more);
      more();
    });
    await testHook(gateway, hook.id);
    const delivery = await newestDelivery(gateway, hook.id, { attempts: [{ status_code: status }] });
    expect(delivery.status).toBe(status === 200 ? 'DELIVERED' : 'PENDING');
    const [row] = await gateway.database.db.query<{ response_body: string }>(
      'SELECT response_body FROM webhook_attempts WHERE delivery_id = $1',
      [delivery.id],
    );
    expect(row?.response_body).toBe('x'.repeat(1024));
    await eventually(() => expect(hook.receiver.open).toBe(0));
  });

  it('answers 410: disabled at once, and what was waiting is given up', async () => {
    let status = 503;
    const { company, hook } = await openShop((_request, response) => response.writeHead(status).end());
    await createPayment(gateway, company, 1_000);
    await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    status = 410;
    await testHook(gateway, hook.id);
    await eventually(async () => expect((await gateway.get(`/webhooks/${hook.id}`)).body.status).toBe('DISABLED'));
    await eventually(async () => {
      expect(await logOf(gateway, hook.id)).toMatchObject([
        { status: 'FAILED', next_attempt_at: null, attempts: [{ status_code: 410 }] },
        { status: 'FAILED', next_attempt_at: null, attempts: [{ status_code: 503 }] },
      ]);
    });
    await createPayment(gateway, company, 1_000);
    await pause(QUIET_MS);
    expect(hook.receiver.requests).toHaveLength(2);
  });

  it.each([
    ['120', 120],
    [new Date(Math.floor(Date.now() / 1000) * 1000 + 600_000).toUTCString(), 600],
    ['999999999', 86_400],
  ])('asks to be left alone with Retry-After %s: honoured, a day at most', async (header, seconds) => {
    const { hook } = await openShop((_request, response) => response.writeHead(503, { 'retry-after': header }).end());
    await testHook(gateway, hook.id);
    const delivery = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    const waitSeconds = sinceEvent(delivery, delivery.next_attempt_at) / 1000;
    expect(waitSeconds).toBeGreaterThanOrEqual(seconds - 60);
    expect(waitSeconds).toBeLessThan(seconds + 10);
  });

  it.each(['0', '-5', 'tomorrow', new Date(0).toUTCString()])('asks with Retry-After %s: the schedule stands', async (header) => {
    const { hook } = await openShop((_request, response) => response.writeHead(503, { 'retry-after': header }).end());
    await testHook(gateway, hook.id);
    const delivery = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    expect(sinceEvent(delivery, delivery.next_attempt_at)).toBeGreaterThanOrEqual(5_000);
    expect(sinceEvent(delivery, delivery.next_attempt_at)).toBeLessThan(SECOND_BEFORE_MS);
  });
});

async function failingSince(hook: Hook): Promise<Date | null> {
  const [row] = await gateway.database.db.query<{ failing_since: Date | null }>(
    'SELECT failing_since FROM webhook_endpoints WHERE id = $1',
    [hook.id],
  );
  return row?.failing_since ?? null;
}

/** As if the endpoint had failed for this long already. */
async function makeFailingFor(hook: Hook, ms: number): Promise<void> {
  await gateway.database.db.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [hook.id, new Date(Date.now() - ms)]);
}

/** As if the time of the next attempt had come. */
async function makeDue(deliveryId: number): Promise<void> {
  await gateway.database.db.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [deliveryId]);
}

describe('[webhooks] the schedule', () => {
  it('ten attempts, each a row, then the delivery has failed', async () => {
    const { hook } = await openShop((_request, response) => response.writeHead(500).end());
    await testHook(gateway, hook.id);
    for (let made = 1; made < 10; made++) {
      const { id, attempts } = await newestDelivery(gateway, hook.id, {
        status: 'PENDING',
        attempts: Array(made).fill({ status_code: 500 }),
      });
      expect(attempts).toHaveLength(made);
      await makeDue(id);
    }
    const failed = await newestDelivery(gateway, hook.id, { status: 'FAILED', next_attempt_at: null });
    expect(failed.attempts).toHaveLength(10);
    expect(hook.receiver.requests).toHaveLength(10);
    expect((await gateway.get(`/webhooks/${hook.id}`)).body.status).toBe('ACTIVE');
  });

  it('attempts 3 to 10 are due at their times after the event', async () => {
    const { hook } = await openShop((_request, response) => response.writeHead(500).end());
    await testHook(gateway, hook.id);
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440];
    for (const [made, offset] of minutes.entries()) {
      const gap = offset - (minutes[made - 1] ?? 0);
      const delivery = await newestDelivery(gateway, hook.id, { attempts: Array(made + 1).fill({ status_code: 500 }) });
      const waited = sinceEvent(delivery, delivery.next_attempt_at) / 60_000;
      expect(waited).toBeGreaterThanOrEqual(offset);
      expect(waited).toBeLessThanOrEqual(offset + 0.1 * gap + 1 / 6);
      await makeDue(delivery.id);
    }
  });

  it('failing for five days disables; a day less, or a success in between, does not', async () => {
    let status = 500;
    const { company, hook } = await openShop((_request, response) => response.writeHead(status).end());
    const statusOf = async () => (await gateway.get(`/webhooks/${hook.id}`)).body.status;
    const failOnce = async () => {
      await testHook(gateway, hook.id);
      await newestDelivery(gateway, hook.id, { attempts: [{ status_code: 500 }] });
    };
    await failOnce();
    expect(await failingSince(hook)).toBeInstanceOf(Date);
    await makeFailingFor(hook, 5 * DAY_MS - 60_000);
    await failOnce();
    expect(await statusOf()).toBe('ACTIVE');

    await makeFailingFor(hook, 6 * DAY_MS);
    status = 200;
    await testHook(gateway, hook.id);
    await newestDelivery(gateway, hook.id, { status: 'DELIVERED' });
    expect(await failingSince(hook)).toBeNull();
    expect(await statusOf()).toBe('ACTIVE');

    status = 500;
    await failOnce();
    await makeFailingFor(hook, 5 * DAY_MS + 1_000);
    await failOnce();
    expect(await statusOf()).toBe('DISABLED');
    await eventually(async () => {
      for (const delivery of await logOf(gateway, hook.id)) expect(delivery.status).not.toBe('PENDING');
    });
    const sent = hook.receiver.requests.length;
    await createPayment(gateway, company, 1_000);
    await pause(QUIET_MS);
    expect(hook.receiver.requests).toHaveLength(sent);

    await gateway.call('PATCH', `/webhooks/${hook.id}`, { token: gateway.token, body: { status: 'ACTIVE' } });
    await failOnce();
    expect(await statusOf()).toBe('ACTIVE');
  });
});

describe('[interface: Webhook management] resending by hand', () => {
  it('keeps the event id and leaves the scheduled delivery as it is', async () => {
    let status = 503;
    const { company, hook } = await openShop((_request, response) => response.writeHead(status, { 'retry-after': '3600' }).end());
    const paymentId = await createPayment(gateway, company, 1_000);
    const scheduled = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    const resend = async () => {
      const { status: answered, body } = await gateway.post(`/webhooks/${paymentId}/retry`);
      expect(answered).toBe(202);
      return body.deliveries[0].id as number;
    };
    const stored = async () => (await logOf(gateway, hook.id)).find(({ id }) => id === scheduled.id);

    const failing = await resend();
    await newestDelivery(gateway, hook.id, { id: failing, resend: true, status: 'PENDING', attempts: [{ status_code: 503 }] });
    expect(await stored()).toEqual(scheduled);
    status = 200;
    const arriving = await resend();
    const delivered = await newestDelivery(gateway, hook.id, { id: arriving, resend: true, status: 'DELIVERED' });
    expect(await stored()).toEqual(scheduled);
    expect(delivered.event_id).toBe(scheduled.event_id);
    const { requests } = hook.receiver;
    expect(new Set(requests.map((request) => request.headers['webhook-id']))).toEqual(new Set([scheduled.event_id]));
    expect(new Set(requests.map((request) => request.body)).size).toBe(1);
    verified(hook);
  });

  it('works for a delivery that has failed for good', async () => {
    let status = 500;
    const { company, hook } = await openShop((_request, response) => response.writeHead(status).end());
    const paymentId = await createPayment(gateway, company, 1_000);
    const { id, event_id } = await newestDelivery(gateway, hook.id, { status: 'PENDING', attempts: [{ status_code: 500 }] });
    await gateway.database.db.query(`UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE id = $1`, [id]);
    status = 200;
    await gateway.post(`/webhooks/${paymentId}/retry`);
    await newestDelivery(gateway, hook.id, { event_id, resend: true, status: 'DELIVERED' });
  });

  it('has a schedule of its own, counted from the resend', async () => {
    const { company, hook } = await openShop((_request, response) => response.writeHead(500).end());
    const paymentId = await createPayment(gateway, company, 1_000);
    await untilReceived(hook.receiver, 1);
    await gateway.post(`/webhooks/${paymentId}/retry`);
    const delivery = await newestDelivery(gateway, hook.id, { resend: true, status: 'PENDING', attempts: [{ status_code: 500 }] });
    expect(sinceEvent(delivery, delivery.next_attempt_at)).toBeGreaterThanOrEqual(5_000);
    expect(sinceEvent(delivery, delivery.next_attempt_at)).toBeLessThan(SECOND_BEFORE_MS);
  });
});

describe('[webhooks] one slow endpoint does not delay another', () => {
  afterEach(() => gateway.database.db.query(`UPDATE webhook_endpoints SET status = 'DISABLED'`));

  it('with a tenth of the endpoints hanging, every healthy one gets its first attempt promptly', async () => {
    const company = await openCompany(gateway);
    const hanging = await startReceiver(() => {});
    const healthy = await startReceiver((_request, response) => response.end('ok'));
    closers.push(
      () => hanging.close(),
      () => healthy.close(),
    );
    const hooks: Hook[] = [];
    for (let index = 0; index < 20; index++) {
      hooks.push(await registerHook(gateway, index % 10 === 3 ? hanging : healthy, { company_id: company.id }));
    }
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 5 }, () => createPayment(gateway, company, 1_000)));
      await pause(300);
    }
    const healthyIds = hooks.filter(({ receiver }) => receiver === healthy).map(({ id }) => id);
    expect(healthyIds).toHaveLength(18);
    await untilReceived(healthy, 18 * 20, 10_000);
    const waits = await eventually(async () => {
      const rows = await gateway.database.db.query<{ wait_ms: number }>(
        `SELECT extract(epoch FROM min(a.attempted_at) - e.occurred_at)::float8 * 1000 AS wait_ms
         FROM webhook_deliveries d JOIN events e ON e.id = d.event_id JOIN webhook_attempts a ON a.delivery_id = d.id
         WHERE d.endpoint_id = ANY ($1::bigint[]) GROUP BY d.id, e.occurred_at`,
        [healthyIds],
      );
      expect(rows).toHaveLength(18 * 20);
      return rows.map(({ wait_ms }) => wait_ms);
    });
    expect(Math.max(...waits)).toBeLessThan(PROMPT_MS);
    expect(hanging.requests.length).toBeGreaterThan(0);
  });
});
