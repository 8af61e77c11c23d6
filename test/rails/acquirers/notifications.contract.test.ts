import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_SIZE } from '../../../src/ground/queues/chunks.ts';
import { forgetNotifications } from '../../../src/rails/acquirers/forget-notifications.ts';
import {
  eventually,
  expectError,
  expectRefusal,
  referenceOf,
  secretOf,
  setAcquirerStatus,
} from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
let secret: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  secret = await secretOf(gateway, 'sandbox-acquirer-notifications');
});
afterAll(() => gateway.close());
afterEach(() => gateway.acquirer('DELETE', '/control/faults'));

const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);
const sign = (body: string, timestamp: string, key = secret) =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
const post = (rawBody: string, headers: Record<string, string>, path = '/acquirer/notifications') =>
  gateway.call('POST', path, { rawBody, headers });

/** Sends a notification as the acquirer does. */
function notify(body: object | string, timestamp = seconds(), path?: string) {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
  return post(rawBody, { 'x-acquirer-timestamp': timestamp, 'x-acquirer-signature': sign(rawBody, timestamp) }, path);
}
const about = async (id: number, status: string) => ({
  reference: await referenceOf(gateway, id),
  transactionId: 'sbx_x',
  status,
});

async function create(body: unknown = orderBody()): Promise<number> {
  return (await gateway.post('/payments/order', body)).body.transaction.id;
}
const details = async (id: number) => (await gateway.get(`/transactions/${id}`)).body;
/** Settles it at the acquirer without any notification. */
const silently = (id: number, action: string) =>
  gateway.post(`/sandbox/transactions/${id}/${action}`, { notify: false });

/** Waits until every notification so far was processed. */
const allWorked = () =>
  eventually(async () =>
    expect(
      await gateway.database.db.query('SELECT reference FROM acquirer_notifications WHERE worked_at IS NULL'),
    ).toEqual([]),
  );

describe('[sub-acquirer: inbound] a signed notification', () => {
  it('is taken without a JWT, and the status follows what a query then says', async () => {
    for (const [body, path] of [
      [orderBody(), '/acquirer/notifications'],
      [boletoBody(), '/acquirer/sandbox/notifications'],
    ] as const) {
      const id = await create(body);
      await silently(id, 'pay');
      const answer = await notify(await about(id, 'PAID'), seconds(), path);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      await eventually(async () => expect((await details(id)).status).toBe(2));
    }
  });

  it.each([
    ['WAITING_CONFIRMATION', 1],
    ['WAITING_PAYMENT', 1],
    ['PAID', 2],
    ['APPROVED', 2],
    ['FAILED', 3],
    ['CANCELLED', 3],
    ['REFUNDED', 4],
  ])('brings %s in as %i', async (status, code) => {
    const id = await create();
    await setAcquirerStatus(gateway, id, status);
    await notify(await about(id, status));
    await allWorked();
    expect((await details(id)).status).toBe(code);
  });

  it('is never believed for what it says itself: the acquirer is asked', async () => {
    const pending = await create();
    for (const claim of ['PAID', 'APPROVED', 'FAILED', 'CANCELLED', 'REFUNDED', 'NONSENSE'])
      await notify(await about(pending, claim));
    await notify({
      ...(await about(pending, 'PAID')),
      operation: { status: 'PAID', value: 10_000 },
      paidAt: new Date().toISOString(),
    });
    await allWorked();
    expect(await details(pending)).toMatchObject({ status: 1, paid_at: null });

    const paid = await create();
    await silently(paid, 'pay');
    await notify(await about(paid, 'FAILED'));
    await allWorked();
    expect((await details(paid)).status).toBe(2);
  });

  it('changes nothing when it comes again and again', async () => {
    const id = await create();
    await silently(id, 'pay');
    const hint = await about(id, 'PAID');
    const answers = await Promise.all(Array.from({ length: 100 }, () => notify(hint)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    await allWorked();
    const settled = await details(id);
    expect(settled.status).toBe(2);
    for (let again = 0; again < 5; again++) await notify(hint);
    await allWorked();
    expect(await details(id)).toEqual(settled);
    expect(await gateway.database.db.query('SELECT 1 FROM divergences WHERE payment_id = $1', [id])).toEqual([]);
  });

  it('may come out of order', async () => {
    const id = await create();
    await silently(id, 'pay');
    await silently(id, 'refund');
    for (const claim of ['REFUNDED', 'PAID', 'WAITING_PAYMENT']) await notify(await about(id, claim));
    await allWorked();
    const settled = await details(id);
    expect(settled).toMatchObject({ status: 4, refunded_amount: 10_000 });
    await notify(await about(id, 'PAID'));
    await allWorked();
    expect(await details(id)).toEqual(settled);
  });

  it.each(['duplicate', 'reorder'])('may be a %s of the acquirer’s own making', async (kind) => {
    const id = await create();
    await gateway.acquirer('POST', '/control/faults', { operation: 'notification', kind, delay_ms: 300 });
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    await eventually(async () => expect((await details(id)).status).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 400));
    await allWorked();
    expect((await details(id)).status).toBe(2);
  });

  it('is worked until a query succeeds', async () => {
    const id = await create();
    await silently(id, 'pay');
    const reference = await referenceOf(gateway, id);
    await gateway.acquirer('POST', '/control/faults', { operation: 'query', kind: 'error_500', reference });
    expect((await notify(await about(id, 'PAID'))).status).toBe(200);
    await eventually(async () =>
      expect((await gateway.acquirer('GET', '/control/faults')).body.faults).not.toContainEqual(
        expect.objectContaining({ reference, remaining: 1 }),
      ),
    );
    expect((await details(id)).status).toBe(1);
    // The next attempt is due later; it is brought forward rather than waited for.
    await eventually(async () => {
      await gateway.database.db.query(
        'UPDATE acquirer_notifications SET next_attempt_at = received_at WHERE worked_at IS NULL',
      );
      expect((await details(id)).status).toBe(2);
    });
  });

  it('about a settled payment that the acquirer does not know is not asked about for ever', async () => {
    const id = await create();
    await silently(id, 'fail');
    await notify(await about(id, 'FAILED'));
    await eventually(async () => expect((await details(id)).status).toBe(3));
    const told = await about(id, 'PAID');
    await gateway.database.db.query('UPDATE sandbox_acquirer.charges SET reference = $2 WHERE reference = $1', [
      told.reference,
      `lost-${id}`,
    ]);
    expect((await notify(told)).status).toBe(200);
    await allWorked();
    expect((await details(id)).status).toBe(3);
  });

  it('about an unknown reference is taken and harmless', async () => {
    const id = await create();
    await silently(id, 'pay');
    for (const reference of ['nobody', 'f'.repeat(32), "' OR 1=1 --", 'é😀', 'x'.repeat(200)]) {
      expect((await notify({ reference, transactionId: 'x', status: 'PAID' })).status).toBe(200);
    }
    await allWorked();
    expect((await details(id)).status).toBe(1);
    await notify(await about(id, 'PAID'));
    await eventually(async () => expect((await details(id)).status).toBe(2));
  });

  it('that came before the creation’s second write settles the payment, transactionId included', async () => {
    await gateway.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'timeout_after_accepting' });
    const creating = gateway.post('/payments/order', orderOf(77_777));
    const reference = await eventually(async () => {
      const [charge] = await gateway.database.db.query<{ reference: string }>(
        'SELECT reference FROM sandbox_acquirer.charges WHERE amount_cents = 77777',
      );
      return (charge as { reference: string }).reference;
    });
    expect((await gateway.acquirer('POST', `/control/charges/${reference}/pay`, { notify: true })).status).toBe(200);
    const { id } = await eventually(async () => {
      const { data } = (await gateway.get('/transactions?amountStart=77777&amountEnd=77777')).body;
      expect(data).toMatchObject([{ status: 2 }]);
      return data[0];
    });
    // The creation was still waiting for its answer: it does not know of the payment, and does not undo it.
    expectError(await creating, { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    expect((await creating).body.details.transaction_id).toBe(id);
    expect(await details(id)).toMatchObject({
      status: 2,
      paid_at: expect.any(String),
      pix_qr_code: expect.stringMatching(/^000201/),
    });
    expect((await gateway.get(`/transactions/${id}?payment_type=PIX`)).body.acquirer_status).toMatchObject({
      operation: { status: 'PAID' },
    });
  });
});

describe('[sub-acquirer: inbound] what is kept of it', () => {
  const stored = async (id: number): Promise<{ id: number; worked_at: Date | null }[]> =>
    gateway.database.db.query('SELECT id, worked_at FROM acquirer_notifications WHERE reference = $1 ORDER BY id', [
      await referenceOf(gateway, id),
    ]);

  it('sent again word for word it is stored once, and not worked again', async () => {
    const id = await create();
    await silently(id, 'pay');
    const [body, timestamp] = [JSON.stringify(await about(id, 'PAID')), seconds()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(body, timestamp)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    await allWorked();
    const [first, ...rest] = await stored(id);
    expect(rest).toEqual([]);
    expect((await notify(body, timestamp)).status).toBe(200);
    expect(await stored(id)).toEqual([first]);
  });

  it('signed at another time it is another one, though its body is the same: it may be about the next change', async () => {
    const id = await create();
    const body = JSON.stringify(await about(id, 'PAID'));
    await notify(body, seconds(-2));
    await allWorked();
    await silently(id, 'pay');
    await notify(body, seconds(-1));
    await eventually(async () => expect((await details(id)).status).toBe(2));
    expect(await stored(id)).toHaveLength(2);
  });

  it('what was worked off long ago leaves; what is still open and what is younger stays', async () => {
    await allWorked();
    const { db } = gateway.database;
    await db.query('DELETE FROM acquirer_notifications');
    const add = (reference: string, daysAgo: number, isWorked: boolean) =>
      db.query(
        `INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at, worked_at)
         SELECT 'sandbox', $1::text, sha256($1::text::bytea), at, at + interval '100 days', CASE WHEN $3 THEN at END
         FROM (SELECT now() - $2 * interval '1 day' AS at) t`,
        [reference, daysAgo, isWorked],
      );
    await db.query(
      `INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at, worked_at)
       SELECT 'sandbox', 'many', sha256(n::text::bytea), now() - interval '40 days', now(), now() - interval '40 days'
       FROM generate_series(1, $1::integer) n`,
      [CHUNK_SIZE + 10],
    );
    await add('old and open', 40, false);
    await add('old', 30.1, true);
    await add('young', 29.9, true);
    while (await forgetNotifications(gateway.vintem.deps));
    const left = await db.query<{ reference: string }>('SELECT reference FROM acquirer_notifications ORDER BY id');
    expect(left.map(({ reference }) => reference)).toEqual(['old and open', 'young']);
    await db.query('DELETE FROM acquirer_notifications');
  });
});

describe('[sub-acquirer: inbound] what is not signed as it should be is refused and has no effect', () => {
  it.each(['/acquirer/notifications', '/acquirer/sandbox/notifications'])('%s reads 64 KiB at most', async (path) => {
    const send = (length: number) => gateway.call('POST', path, { rawBody: `"${'x'.repeat(length)}"` });
    expectError(await send(64 * 1024), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect((await send(63 * 1024)).status).toBe(401);
  });

  type Forgery = (body: string) => Record<string, string>;
  const signed = (body: string, timestamp = seconds(), key?: string) => ({
    'x-acquirer-timestamp': timestamp,
    'x-acquirer-signature': sign(body, timestamp, key),
  });
  const FORGERIES: [string, Forgery][] = [
    ['no signature at all', () => ({})],
    ['no signature', () => ({ 'x-acquirer-timestamp': seconds() })],
    ['no timestamp', (body) => ({ 'x-acquirer-signature': sign(body, seconds()) })],
    ['an empty signature', (body) => ({ ...signed(body), 'x-acquirer-signature': '' })],
    ['another secret', (body) => signed(body, seconds(), 'another secret')],
    ['an empty secret', (body) => signed(body, seconds(), '')],
    ['a signature of another body', () => signed('{"reference":"other"}')],
    [
      'a signature of the body alone',
      (body) => ({ ...signed(body), 'x-acquirer-signature': createHmac('sha256', secret).update(body).digest('hex') }),
    ],
    ['another timestamp', (body) => ({ ...signed(body), 'x-acquirer-timestamp': seconds(-1) })],
    [
      'one bit off',
      (body) => ({
        ...signed(body),
        'x-acquirer-signature': sign(body, seconds()).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      }),
    ],
    ['cut short', (body) => ({ ...signed(body), 'x-acquirer-signature': sign(body, seconds()).slice(0, 62) })],
    ['no hexadecimal', (body) => ({ ...signed(body), 'x-acquirer-signature': 'z'.repeat(64) })],
    ['too old', (body) => signed(body, seconds(-400))],
    ['far too old', (body) => signed(body, '1')],
    ['from the future', (body) => signed(body, seconds(400))],
    ['no number as timestamp', (body) => signed(body, 'now')],
    ['a JWT instead', () => ({ authorization: `Bearer ${gateway.token}` })],
  ];

  it.each(FORGERIES)('%s', async (_, headersOf) => {
    const id = await create();
    await silently(id, 'pay');
    const rawBody = JSON.stringify(await about(id, 'PAID'));
    const count = async () => (await gateway.database.db.query('SELECT 1 FROM acquirer_notifications')).length;
    const before = await count();
    expectError(await post(rawBody, headersOf(rawBody)), { status: 401, code: 'UNAUTHORIZED' });
    expect(await count()).toBe(before);
    expect((await details(id)).status).toBe(1);
  });

  it('altered by one byte, a blank or a key on its way', async () => {
    const id = await create();
    await silently(id, 'pay');
    const rawBody = JSON.stringify(await about(id, 'PAID'));
    const headers = signed(rawBody);
    for (const altered of [
      `${rawBody} `,
      rawBody.replace('PAID', 'PAIE'),
      rawBody.replace('{', '{"a":1,'),
      rawBody.slice(0, -1),
      '',
    ]) {
      expectError(await post(altered, headers), { status: 401, code: 'UNAUTHORIZED' });
    }
    expect((await details(id)).status).toBe(1);
    expect((await post(rawBody, headers)).status).toBe(200);
  });

  it('a forged one of the acquirer’s own making', async () => {
    const id = await create();
    await gateway.acquirer('POST', '/control/faults', { operation: 'notification', kind: 'forge' });
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    expect((await details(id)).status).toBe(1);
    expect((await gateway.get(`/transactions/${id}?payment_type=PIX`)).body.status).toBe(2);
  });

  const NONSENSE = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{}',
    '{"reference":5}',
    '{"reference":null}',
    '{"reference":""}',
    '{"reference":["x"]}',
  ];
  it.each([...NONSENSE, '{"reference":"a\\u0000b"}', '{"reference":"\\u0000"}'])(
    'signed nonsense is refused, never a failure of ours: %j',
    async (rawBody) => expectRefusal(await notify(rawBody)),
  );

  it('a reference of 100,000 characters', async () => expectRefusal(await notify({ reference: 'x'.repeat(100_000) })));

  it('half a surrogate pair as a reference is no failure of ours', async () => {
    expect((await notify('{"reference":"a\\ud800"}')).status).toBeLessThan(500);
  });

  it('another type, or too much of it', async () => {
    expectError(await post('x', { 'content-type': 'text/plain' }), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expectError(await notify('x'.repeat(300_000)), { status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });
});
