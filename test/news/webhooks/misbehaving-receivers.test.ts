import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { createPayment, openCompany } from '../../support/money.ts';
import {
  expectSecondAttempt,
  failingSince,
  logOf,
  newestDelivery,
  pause,
  QUIET_MS,
  registerHook,
  sinceEvent,
  testHook,
} from './hooks.ts';
import { startReceiver, startTcpReceiver } from './receivers.ts';
import { useShop } from './shop.ts';
import { verified } from './verified-events.ts';

const shop = useShop();

/** These run side by side, because each of them mostly waits. */
describe.concurrent('[webhooks] receivers that misbehave', () => {
  it('500, then 200: tried again after 5 seconds, under the same id', async () => {
    let answers = 0;
    const { hook } = await shop.openBranch((_request, response) => {
      answers++;
      response.writeHead(answers === 1 ? 500 : 200).end(answers === 1 ? 'falhou' : 'ok');
    });
    await testHook(shop, hook.id);
    const waiting = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 500 }] });
    expect(waiting.attempts).toMatchObject([{ response_body: 'falhou', error: null }]);
    expectSecondAttempt(waiting);
    const done = await newestDelivery(shop, hook.id, { status: 'DELIVERED' });
    expect(done).toMatchObject({
      next_attempt_at: null,
      attempts: [{ status_code: 500 }, { status_code: 200, response_body: 'ok' }],
    });
    expect(sinceEvent(done, done.attempts[1]?.attempted_at)).toBeGreaterThanOrEqual(5_000);
    const [first, second] = hook.receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(Number(first?.headers['webhook-timestamp']));
    verified(hook);
    expect(await failingSince(shop, hook)).toBeNull();
  });

  it('hangs: cut after 5 seconds', async () => {
    const { hook } = await shop.openBranch(() => {});
    await testHook(shop, hook.id);
    const attempt = { status_code: null, error: 'timeout', response_body: null };
    const delivery = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [attempt] });
    expect(delivery.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(4_950);
    expect(hook.receiver.open).toBe(0);
  });

  it('drips an answer that never ends: cut after 5 seconds, though the status was 200', async () => {
    const { hook } = await shop.openBranch((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.once('close', () => clearInterval(drip));
    });
    await testHook(shop, hook.id);
    await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: null, error: 'timeout' }] });
  });

  it.each([301, 302, 303, 307, 308])('redirects with %i: a failure, and not followed', async (status) => {
    const target = await startReceiver((_request, response) => response.end('reached'));
    shop.closeLater(target);
    const { hook } = await shop.openBranch((_request, response) =>
      response.writeHead(status, { location: target.url }).end(),
    );
    await testHook(shop, hook.id);
    await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: status, error: null }] });
    expect(target.opened).toBe(0);
  });

  it('resets the connection: a failure', async () => {
    const company = await openCompany(shop);
    const receiver = await startTcpReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()));
    shop.closeLater(receiver);
    const hook = await registerHook(shop, receiver, { company_id: company.id });
    await testHook(shop, hook.id);
    await newestDelivery(shop, hook.id, {
      status: 'PENDING',
      attempts: [{ status_code: null, error: 'connection_reset' }],
    });
  });

  it('refuses the connection: a failure', async () => {
    const { hook } = await shop.openBranch();
    await hook.receiver.close();
    await testHook(shop, hook.id);
    await newestDelivery(shop, hook.id, {
      status: 'PENDING',
      attempts: [{ status_code: null, error: 'connection_refused' }],
    });
  });

  it.each([200, 500])('answers %i with a body that has no end: 1 KiB of it is kept', async (status) => {
    const { hook } = await shop.openBranch((_request, response) => {
      response.writeHead(status);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      };
      response.on('drain', more);
      more();
    });
    await testHook(shop, hook.id);
    const delivery = await newestDelivery(shop, hook.id, { attempts: [{ status_code: status }] });
    expect(delivery.status).toBe(status === 200 ? 'DELIVERED' : 'PENDING');
    const [row] = await shop.database.db.query<{ response_body: string }>(
      'SELECT response_body FROM webhook_attempts WHERE delivery_id = $1',
      [delivery.id],
    );
    expect(row?.response_body).toBe('x'.repeat(1024));
    await eventually(() => expect(hook.receiver.open).toBe(0));
  });

  it('answers 410: disabled at once, and what was waiting is given up', async () => {
    let status = 503;
    const { company, hook } = await shop.openBranch((_request, response) => response.writeHead(status).end());
    await createPayment(shop, company, 1_000);
    await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    status = 410;
    await testHook(shop, hook.id);
    await eventually(async () => expect((await shop.get(`/webhooks/${hook.id}`)).body.status).toBe('DISABLED'));
    await eventually(async () => {
      expect(await logOf(shop, hook.id)).toMatchObject([
        { status: 'FAILED', next_attempt_at: null, attempts: [{ status_code: 410 }] },
        { status: 'FAILED', next_attempt_at: null, attempts: [{ status_code: 503 }] },
      ]);
    });
    await createPayment(shop, company, 1_000);
    await pause(QUIET_MS);
    expect(hook.receiver.requests).toHaveLength(2);
  });

  it.each([
    ['120', () => '120', 120],
    ['of a time in ten minutes', () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 600_000).toUTCString(), 600],
    ['999999999', () => '999999999', 86_400],
  ])('asks to be left alone with Retry-After %s: honoured, a day at most', async (_, header, seconds) => {
    const { hook } = await shop.openBranch((_request, response) =>
      response.writeHead(503, { 'retry-after': header() }).end(),
    );
    await testHook(shop, hook.id);
    const delivery = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
    // Counted from the answer, which came after the event and before now; a date has whole seconds.
    const nextAttempt = Date.parse(delivery.next_attempt_at ?? '');
    expect(nextAttempt).toBeGreaterThanOrEqual(Date.parse(delivery.created_at) + seconds * 1_000);
    expect(nextAttempt).toBeLessThanOrEqual(Date.now() + (seconds + 1) * 1_000);
  });

  it.each(['0', '-5', 'tomorrow', new Date(0).toUTCString()])(
    'asks with Retry-After %s: the schedule stands',
    async (header) => {
      const { hook } = await shop.openBranch((_request, response) =>
        response.writeHead(503, { 'retry-after': header }).end(),
      );
      await testHook(shop, hook.id);
      const delivery = await newestDelivery(shop, hook.id, { status: 'PENDING', attempts: [{ status_code: 503 }] });
      expectSecondAttempt(delivery);
    },
  );
});
