import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { acquirerStatusOf, eventually, expectError, ISO_UTC, invalid, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
afterEach(() => gateway.acquirer('DELETE', '/control/faults'));

async function create(body: unknown = orderBody()) {
  return (await gateway.post('/payments/order', body)).body.transaction as { id: number; created_at: string };
}
const details = async (id: number) => (await gateway.get(`/transactions/${id}`)).body;
const act = (id: number, action: string, body?: object) => gateway.post(`/sandbox/transactions/${id}/${action}`, body);
const divergencesOf = (id: number) =>
  gateway.database.db.query('SELECT kind, local_status, acquirer_status FROM divergences WHERE payment_id = $1', [id]);
const advance = (seconds: unknown) => gateway.post('/sandbox/clock', { advance_seconds: seconds });

const ACTIONS = [
  { action: 'pay', acquirerStatus: 'PAID', status: 2 },
  { action: 'fail', acquirerStatus: 'FAILED', status: 3 },
  { action: 'cancel', acquirerStatus: 'CANCELLED', status: 3 },
  { action: 'expire', acquirerStatus: 'CANCELLED', status: 3 },
  { action: 'refund', acquirerStatus: 'REFUNDED', status: 4 },
];

describe('[sandbox] what the payer or the bank does', () => {
  it.each(ACTIONS)(
    '$action makes it $acquirerStatus there and $status here',
    async ({ action, acquirerStatus, status }) => {
      for (const body of [orderBody(), boletoBody()]) {
        const { id } = await create(body);
        const answer = await act(id, action);
        expect(answer).toMatchObject({ status: 200 });
        expect(answer.body).toEqual({ success: true, transaction_id: id, acquirer_status: acquirerStatus });
        await eventually(async () => expect((await details(id)).status).toBe(status));
        expect(await acquirerStatusOf(gateway, id)).toBe(acquirerStatus);
      }
    },
  );

  it.each(ACTIONS)('$action with notify false waits for a query', async ({ action, acquirerStatus, status }) => {
    const { id } = await create();
    const answer = await act(id, action, { notify: false });
    expect(answer.body).toEqual({ success: true, transaction_id: id, acquirer_status: acquirerStatus });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await details(id)).status).toBe(1);
    expect((await gateway.get(`/transactions/${id}?payment_type=PIX`)).body.status).toBe(status);
  });

  it('works in any state of the acquirer, and again', async () => {
    const { id } = await create();
    for (const { action, acquirerStatus } of [
      ...ACTIONS,
      ...ACTIONS.toReversed(),
      ...ACTIONS.slice(0, 1),
      ...ACTIONS.slice(0, 1),
    ]) {
      expect((await act(id, action, { notify: false })).body).toMatchObject({
        success: true,
        acquirer_status: acquirerStatus,
      });
    }
  });

  it('is paid now unless told when', async () => {
    const { id } = await create();
    const before = Date.now();
    await act(id, 'pay');
    const paidAt = Date.parse((await details(id)).paid_at);
    expect(paidAt).toBeGreaterThanOrEqual(before);
    expect(paidAt).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['2026-03-04T05:06:07.089Z', '2026-03-04T05:06:07.089Z'],
    ['2026-03-04T05:06:07-03:00', '2026-03-04T08:06:07.000Z'],
    ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00.000Z'],
  ])('takes any past paid_at, also before it was created: %s', async (paid_at, stored) => {
    const { id } = await create();
    expect((await act(id, 'pay', { paid_at })).status).toBe(200);
    await eventually(async () => expect(await details(id)).toMatchObject({ status: 2, paid_at: stored }));
  });

  it('answers a paid_at without seconds one way or the other, not as a failure of the acquirer', async () => {
    const { id } = await create();
    expect((await act(id, 'pay', { paid_at: '2026-03-04T05:06Z' })).status).toBeLessThan(500);
  });

  const WRONG_TIMES = [
    new Date(Date.now() + 3_600_000).toISOString(),
    '9999-12-31T23:59:59Z',
    'yesterday',
    '2026-02-30T25:00:00Z',
    '2026-02-30T00:00:00Z',
    '',
  ];
  it.each([...WRONG_TIMES, 5, true, [], {}].map((paid_at) => ({ paid_at })))(
    'refuses the paid_at $paid_at',
    async ({ paid_at }) => {
      const { id } = await create();
      expectError(await act(id, 'pay', { paid_at }), invalid('paid_at'));
      expect(await acquirerStatusOf(gateway, id)).toBe('WAITING_PAYMENT');
    },
  );

  it.each(['false', 0, 'no', [], {}].map((notify) => ({ notify })))(
    'refuses the notify $notify',
    async ({ notify }) => {
      const { id } = await create();
      for (const { action } of ACTIONS) expectError(await act(id, action, { notify }), invalid('notify'));
      expect(await acquirerStatusOf(gateway, id)).toBe('WAITING_PAYMENT');
    },
  );

  it.each(ACTIONS)('[unknown fields] $action ignores what it does not know', async ({ action, acquirerStatus }) => {
    const { id } = await create();
    expect(await act(id, action, { note: 'x', amount: 5 })).toMatchObject({
      status: 200,
      body: { acquirer_status: acquirerStatus },
    });
  });

  it('answers for what does not exist and for what is no id', async () => {
    for (const { action } of ACTIONS) {
      expectError(await act(999_999, action), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
      for (const id of ['0', '-1', '1.5', 'abc', '%00']) {
        expectError(await gateway.post(`/sandbox/transactions/${id}/${action}`), invalid('id'));
      }
    }
    expectError(await act(1, 'chargeback'), { status: 404, code: 'ROUTE_NOT_FOUND' });
  });
});

describe('[late money] what is final here stays, and becomes a divergence', () => {
  it.each(['fail', 'cancel', 'expire'])('paid after %s', async (ending) => {
    const { id } = await create();
    await act(id, ending);
    await eventually(async () => expect((await details(id)).status).toBe(3));
    for (let again = 0; again < 2; again++) expect((await act(id, 'pay')).body.acquirer_status).toBe('PAID');
    await eventually(async () =>
      expect(await divergencesOf(id)).toEqual([{ kind: 'LATE_PAYMENT', local_status: 3, acquirer_status: 'PAID' }]),
    );
    expect(await details(id)).toMatchObject({ status: 3, paid_at: null });
  });

  it('refunded by the bank though nobody here asked', async () => {
    const { id } = await create();
    await act(id, 'pay');
    await act(id, 'refund');
    await eventually(async () => expect(await divergencesOf(id)).toHaveLength(1));
    expect(await details(id)).toMatchObject({ status: 2, refunded_amount: 0, refunded_at: null });
  });

  it('nothing of the kind while all is in order', async () => {
    const { id } = await create();
    await act(id, 'pay');
    await act(id, 'pay');
    await eventually(async () => expect((await details(id)).status).toBe(2));
    expect(await divergencesOf(id)).toEqual([]);
  });
});

describe('[sandbox: clock]', () => {
  it('moves business time forward and says what time it is now', async () => {
    const before = await create();
    const { status, body } = await advance(7200);
    expect(status).toBe(200);
    expect(body).toEqual({ now: expect.stringMatching(ISO_UTC) });
    expect(Date.parse(body.now) - Date.parse(before.created_at)).toBeGreaterThanOrEqual(7_200_000);
    const after = await create();
    expect(Date.parse(after.created_at)).toBeGreaterThanOrEqual(Date.parse(body.now));
    await act(after.id, 'pay');
    expect(Date.parse((await details(after.id)).paid_at)).toBeGreaterThanOrEqual(Date.parse(after.created_at));
    // Logins follow real time: the token stays valid, whatever the clock says.
    expect((await gateway.get('/auth')).status).toBe(200);
  });

  const WRONG = [-1, -0.5, 0.5, '60', '', true, [], {}, null, undefined, 1e21];
  it.each(WRONG.map((seconds) => ({ seconds })))('refuses to move by $seconds', async ({ seconds }) => {
    const { db } = gateway.database;
    const before = await db.query('SELECT * FROM sandbox_clock');
    expectError(await advance(seconds), invalid('advance_seconds'));
    expect(await db.query('SELECT * FROM sandbox_clock')).toEqual(before);
  });

  it('has no way back', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const answer = await gateway.call(method, '/sandbox/clock', {
        token: gateway.token,
        body: { advance_seconds: 0 },
      });
      expectError(answer, { status: 404, code: 'ROUTE_NOT_FOUND' });
    }
  });
});

describe('[sandbox] a clock that strangers share', () => {
  it('can be read, and moved by nobody: 403', async () => {
    const shared = await startTestGateway({ PUBLIC_URL: 'https://sandbox.example.com' }, gateway.database);
    try {
      const before = await gateway.database.db.query('SELECT * FROM sandbox_clock');
      for (const advance_seconds of [0, 60]) {
        expectError(await shared.post('/sandbox/clock', { advance_seconds }), {
          status: 403,
          code: 'SANDBOX_CLOCK_OFF',
        });
      }
      // A body that cannot be understood is refused first, as everywhere.
      expectError(await shared.post('/sandbox/clock', { advance_seconds: -1 }), invalid('advance_seconds'));
      expect(await gateway.database.db.query('SELECT * FROM sandbox_clock')).toEqual(before);
      expect((await shared.get('/sandbox/clock')).status).toBe(200);
    } finally {
      await shared.close();
    }
  });

  it('reads as business time, for whoever is logged in', async () => {
    const before = (await gateway.get('/sandbox/clock')).body.offset_seconds;
    const moved = Date.parse((await advance(3_600)).body.now);
    const askedAt = Date.now();
    const read = await gateway.get('/sandbox/clock');
    expect(read.status).toBe(200);
    expect(read.body).toEqual({
      now: expect.stringMatching(ISO_UTC),
      offset_seconds: before + 3_600,
      next_business_day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T11:00:00\.000Z$/),
    });
    const realMs = Date.parse(read.body.now) - read.body.offset_seconds * 1_000;
    expect(realMs).toBeGreaterThanOrEqual(askedAt);
    expect(realMs).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(read.body.now) - moved).toBeGreaterThanOrEqual(0);
    expectError(await gateway.call('GET', '/sandbox/clock'), { status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('[sandbox] absent in live', () => {
  it('as if no such route had ever been', async () => {
    const { deps } = gateway.vintem;
    const app = await buildServer(
      { ...deps, config: { ...deps.config, mode: 'live' } },
      {
        tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
        sandbox: null,
        isMigrated: async () => true,
        isStopping: () => false,
      },
    );
    try {
      const { id } = await create();
      const headers = { authorization: `Bearer ${gateway.token}` };
      const paths = [
        ...ACTIONS.map(({ action }) => `/sandbox/transactions/${id}/${action}`),
        '/sandbox/clock',
        '/sandbox',
      ];
      for (const url of paths) {
        const answer = await app.inject({ method: 'POST', url, headers, payload: { advance_seconds: 60 } });
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ success: false, statusCode: 404, code: 'ROUTE_NOT_FOUND' });
      }
      expect(await acquirerStatusOf(gateway, id)).toBe('WAITING_PAYMENT');
      const { paths: documented } = (await app.inject({ method: 'GET', url: '/openapi.json' })).json();
      expect(Object.keys(documented).filter((path) => path.startsWith('/sandbox'))).toEqual([]);
      // The other routes exist.
      expect((await app.inject({ method: 'GET', url: `/transactions/${id}`, headers })).statusCode).toBe(200);
    } finally {
      await app.close();
    }
  });
});
