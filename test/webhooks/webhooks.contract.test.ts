import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../src/events/events.rules.ts';
import { eventually, expectError, ISO_UTC, invalid } from '../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createPayment, openCompany, order, refundPix, sandbox, type TestCompany } from '../support/money.ts';
import { orderOf } from '../support/orders.ts';
import { eventOf, type Hook, logOf, openHook, registerHook, untilReceived } from './hooks.ts';
import { type Receiver, startReceiver } from './receivers.ts';

const UNKNOWN_ID = 987_654_321;
/** Nothing is ever sent there: it is registered by merchants without payments, or refused. */
const PUBLIC_URL = 'https://200.160.2.3/hook';
const RECORD_FIELDS = ['id', 'url', 'events', 'company_id', 'description', 'status', 'created_at', 'updated_at'];

let gateway: TestGateway;
let receiver: Receiver;
let company: TestCompany;

beforeAll(async () => {
  gateway = await startTestGateway();
  receiver = await startReceiver((_request, response) => response.end('ok'));
  company = await openCompany(gateway);
});
afterAll(async () => {
  await gateway.close();
  await receiver.close();
});

const register = (body: unknown, token = gateway.token) => gateway.post('/webhooks', body, token);
const patch = (id: number | string, body: unknown, token = gateway.token) => gateway.call('PATCH', `/webhooks/${id}`, { token, body });
const remove = (id: number, token = gateway.token) => gateway.call('DELETE', `/webhooks/${id}`, { token });
const at = (path: string) => `http://localhost:${receiver.port}${path}`;
const requestsTo = (path: string) => receiver.requests.filter((request) => request.path === path);

/** Registered, and gone again when the test is over: a merchant may have a hundred. */
async function withWebhook(body: Record<string, unknown>, work: (record: { id: number; secret: string }) => Promise<void>): Promise<void> {
  const answer = await register({ url: at('/hook'), ...body });
  expect(answer.status).toBe(201);
  await work(answer.body).finally(() => remove(answer.body.id));
}

describe('[interface: Webhook management] POST /webhooks', () => {
  it('answers 201 with the record, the defaults and the secret', async () => {
    const answer = await register({ url: at('/hook') });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      url: at('/hook'),
      events: [...EVENT_KINDS],
      company_id: null,
      description: null,
      status: 'ACTIVE',
      created_at: expect.stringMatching(ISO_UTC),
      updated_at: answer.body.created_at,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await remove(answer.body.id);
  });

  it('keeps what it is given', async () => {
    const given = { url: at('/hook?a=b'), events: ['payment.refunded', 'payment.approved'], company_id: company.id, description: 'Loja' };
    await withWebhook(given, async (record) => {
      expect(record).toMatchObject(given);
      expect((await gateway.get(`/webhooks/${record.id}`)).body).toMatchObject(given);
    });
  });

  it('takes null for what may be left out, and ignores fields it does not know', async () => {
    const nulls = { events: null, company_id: null, description: null };
    await withWebhook({ ...nulls, status: 'DISABLED', secret: 'whsec_mine', id: 1 }, async (record) => {
      expect(record).toMatchObject({ events: [...EVENT_KINDS], company_id: null, description: null, status: 'ACTIVE' });
      expect(record.secret).not.toBe('whsec_mine');
    });
  });

  it('draws a secret of its own for each', async () => {
    const secrets = new Set<string>();
    for (let turn = 0; turn < 5; turn++) await withWebhook({}, async ({ secret }) => void secrets.add(secret));
    expect(secrets.size).toBe(5);
  });

  it.each([
    ['url', {}],
    ['url', { url: null }],
    ['url', { url: 5 }],
    ['url', { url: '' }],
    ['url', { url: `https://loja.com.br/${'a'.repeat(2_048)}` }],
    ['url', { url: '/hook' }],
    ['url', { url: 'loja.com.br/hook' }],
    ['url', { url: 'ftp://loja.com.br/hook' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'https://usuario:senha@200.160.2.3/hook' }],
    ['url', { url: 'https://200.160.2.3/ho ok' }],
    ['url', { url: 'https://200.160.2.3:0/hook' }],
    ['url', { url: 'https://200.160.2.3:25/hook' }],
    ['url', { url: 'http://200.160.2.3/hook' }],
    ['url', { url: 'https://10.0.0.1/hook' }],
    ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['url', { url: 'https://metadata.google.internal/' }],
    ['events', { url: PUBLIC_URL, events: [] }],
    ['events', { url: PUBLIC_URL, events: 'payment.approved' }],
    ['events', { url: PUBLIC_URL, events: {} }],
    ['events', { url: PUBLIC_URL, events: ['payment.approved', 'payment.approved'] }],
    ['events[1]', { url: PUBLIC_URL, events: ['payment.approved', 'payment.other'] }],
    ['events[0]', { url: PUBLIC_URL, events: [1] }],
    ['events', { url: PUBLIC_URL, events: [...EVENT_KINDS, 'payment.created'] }],
    ['company_id', { url: PUBLIC_URL, company_id: '1' }],
    ['company_id', { url: PUBLIC_URL, company_id: 0 }],
    ['company_id', { url: PUBLIC_URL, company_id: 1.5 }],
    ['company_id', { url: PUBLIC_URL, company_id: 2 ** 53 }],
    ['description', { url: PUBLIC_URL, description: 5 }],
    ['description', { url: PUBLIC_URL, description: 'a'.repeat(501) }],
  ])('names %s in the refusal of %j', async (field, body) => {
    const before = (await gateway.get('/webhooks')).body.total;
    expectError(await register(body), invalid(field));
    expect((await gateway.get('/webhooks')).body.total).toBe(before);
  });

  it.each(['\0', 'a\ud800'])('takes no text that the database would not: %j', async (text) => {
    expectError(await register({ url: PUBLIC_URL, description: text }), invalid('description'));
  });

  it('refuses what is no object, and what is not JSON', async () => {
    for (const body of [[], 'text', 5, null]) expectError(await register(body), { status: 400, code: 'VALIDATION_ERROR' });
    const form = await gateway.call('POST', '/webhooks', {
      token: gateway.token,
      rawBody: `url=${PUBLIC_URL}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expectError(form, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('takes a company of one’s own only; another’s is as unknown', async () => {
    const foreign = await openCompany(gateway, { of: 'partner' });
    const ask = (company_id: number) => register({ url: at('/hook'), company_id });
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'COMPANY_NOT_FOUND' });
    expect(withoutId(await ask(foreign.id), foreign.id)).toEqual(withoutId(unknown, UNKNOWN_ID));
  });

  it('refuses the hundred and first of a merchant', async () => {
    const { db } = gateway.database;
    const hook = await registerHook(gateway, receiver, {}, gateway.otherToken);
    await db.query(
      `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, status, created_at, updated_at)
       SELECT merchant_id, url, events, secret_sealed, 'DISABLED', created_at, updated_at FROM webhook_endpoints, generate_series(1, 99)
       WHERE id = $1`,
      [hook.id],
    );
    expectError(await register({ url: at('/hook') }, gateway.otherToken), { status: 400, code: 'VALIDATION_ERROR' });
    expect((await register({ url: at('/hook') })).status).toBe(201);
    await remove(hook.id, gateway.otherToken);
    // One place, and many who come for it at once.
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ url: at('/hook') }, gateway.otherToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    await db.query(`UPDATE webhook_endpoints SET deleted_at = created_at, status = 'DISABLED'`);
  });
});

describe('[interface: Webhook management] GET /webhooks', () => {
  const ids: number[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 12; index++) ids.push((await register({ url: at(`/listed/${index}`) })).body.id);
  });
  afterAll(async () => {
    for (const id of ids) await remove(id);
  });
  const list = async (query: string) => {
    const { status, body } = await gateway.get(`/webhooks${query}`);
    expect(status).toBe(200);
    return { ...body, data: body.data.map(({ id }: { id: number }) => id) };
  };

  it('lists the newest first, ten to a page, records without secrets', async () => {
    const { body } = await gateway.get('/webhooks');
    expect(body).toMatchObject({ total: 12, page: 1, lastPage: 2, itemsPerPage: 10 });
    expect(Object.keys(body).sort()).toEqual(['data', 'itemsPerPage', 'lastPage', 'page', 'total']);
    for (const record of body.data) {
      expect(Object.keys(record).sort()).toEqual(RECORD_FIELDS.toSorted());
      expect(record).toEqual((await gateway.get(`/webhooks/${record.id}`)).body);
    }
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 10));
  });

  it('pages, in both directions', async () => {
    expect(await list('?page=2')).toEqual({ data: [ids[1], ids[0]], total: 12, page: 2, lastPage: 2, itemsPerPage: 10 });
    expect(await list('?direction=ASC&limit=5&page=3')).toEqual({
      data: ids.slice(10),
      total: 12,
      page: 3,
      lastPage: 3,
      itemsPerPage: 5,
    });
    expect(await list('?limit=100')).toMatchObject({ data: ids.toReversed(), lastPage: 1 });
    expect(await list('?page=99')).toEqual({ data: [], total: 12, page: 99, lastPage: 2, itemsPerPage: 10 });
    expect((await gateway.get('/webhooks?page=1000000000000', gateway.otherToken)).body).toMatchObject({ data: [], total: 0, lastPage: 1 });
  });

  it.each([
    ['page', '?page=0'],
    ['page', '?page=-1'],
    ['page', '?page=1.5'],
    ['page', '?page=um'],
    ['page', '?page='],
    ['page', '?page=1&page=2'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
    ['direction', '?direction=UP'],
    ['direction', '?direction=asc'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await gateway.get(`/webhooks${query}`), invalid(field));
  });
});

describe('[interface: Webhook management] PATCH /webhooks/{id}', () => {
  it.each([{ url: 'http://localhost:1/other' }, { events: ['payment.failed'] }, { description: 'Outra' }, { status: 'DISABLED' }])(
    'changes %j and leaves the rest',
    async (change) => {
      await withWebhook({ description: 'Loja', events: ['payment.approved'] }, async ({ id, secret: _, ...record }) => {
        const answer = await patch(id, change);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ id, ...record, ...change, updated_at: expect.stringMatching(ISO_UTC) });
        expect(answer.body.updated_at > answer.body.created_at).toBe(true);
        expect((await gateway.get(`/webhooks/${id}`)).body).toEqual(answer.body);
      });
    },
  );

  it('takes null as left out and ignores what cannot be changed', async () => {
    await withWebhook({ description: 'Loja' }, async ({ id, secret: _, ...record }) => {
      const ignored = { company_id: company.id, id: 1, secret: 'whsec_mine', created_at: '2020-01-01T00:00:00Z' };
      const answer = await patch(id, { url: null, events: null, status: null, ...ignored });
      expect(answer.body).toEqual({ id, ...record, updated_at: expect.any(String) });
    });
  });

  it('takes a description away with null', async () => {
    await withWebhook({ description: 'Loja' }, async ({ id }) => {
      expect((await patch(id, { description: null })).body.description).toBeNull();
      expect((await gateway.get(`/webhooks/${id}`)).body.description).toBeNull();
    });
  });

  it.each([
    ['url', { url: 'http://200.160.2.3/hook' }],
    ['url', { url: 'https://192.168.0.1/hook' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/hook' }],
    ['url', { url: 'hook' }],
    ['url', { url: '' }],
    ['events', { events: [] }],
    ['events[0]', { events: ['payment.other'] }],
    ['description', { description: 5 }],
    ['status', { status: 'active' }],
    ['status', { status: 1 }],
  ])('names %s in the refusal of %j, and changes nothing', async (field, change) => {
    await withWebhook({}, async ({ id, secret: _, ...record }) => {
      expectError(await patch(id, { description: 'Nova', status: 'DISABLED', ...change }), invalid(field));
      expect((await gateway.get(`/webhooks/${id}`)).body).toEqual({ id, ...record });
    });
  });
});

describe('[interface: Webhook management] DELETE /webhooks/{id}', () => {
  it('answers 204 without a body, and from then on the webhook is unknown', async () => {
    const { id } = (await register({ url: at('/deleted') })).body;
    const answer = await remove(id);
    expect(answer).toMatchObject({ status: 204, body: '' });
    const unknown = { status: 404, code: 'WEBHOOK_NOT_FOUND' };
    expectError(await remove(id), unknown);
    expectError(await gateway.get(`/webhooks/${id}`), unknown);
    expectError(await patch(id, { status: 'ACTIVE' }), unknown);
    expectError(await gateway.get(`/webhooks/${id}/deliveries`), unknown);
    expectError(await gateway.post(`/webhooks/${id}/test`), unknown);
    expectError(await gateway.post(`/webhooks/${id}/rotate-secret`), unknown);
    const list = await gateway.get('/webhooks?limit=100');
    expect(list.body.data.map((record: { id: number }) => record.id)).not.toContain(id);
  });

  it('stops what was still to be sent', async () => {
    const hook = await openHook(gateway, { company_id: company.id }, (_request, response) => response.writeHead(500).end());
    await createPayment(gateway, company, 1_000);
    await untilReceived(hook.receiver, 1);
    await remove(hook.id);
    await eventually(async () => {
      const rows = await gateway.database.db.query('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1', [hook.id]);
      expect(rows).toEqual([]);
    });
    await hook.receiver.close();
  });
});

describe('[interface: Webhook management] ids in paths', () => {
  it.each(['0', '-1', '1.5', 'abc', '1e3', '%00'])('%s is no id of a webhook', async (id) => {
    const answers = [
      await gateway.get(`/webhooks/${id}`),
      await patch(id, {}),
      await gateway.call('DELETE', `/webhooks/${id}`, { token: gateway.token }),
      await gateway.get(`/webhooks/${id}/deliveries`),
      await gateway.post(`/webhooks/${id}/test`),
      await gateway.post(`/webhooks/${id}/rotate-secret`),
    ];
    for (const answer of answers) expectError(answer, invalid('id'));
  });
});

describe('[interface: Webhook management] an id beyond all ids', () => {
  it('is nobody’s', async () => {
    expectError(await gateway.get('/webhooks/99999999999999999999'), { status: 404, code: 'WEBHOOK_NOT_FOUND' });
  });
});

describe('[authentication] every route needs the JWT', () => {
  it.each([
    'POST /webhooks',
    'GET /webhooks',
    'GET /webhooks/1',
    'PATCH /webhooks/1',
    'DELETE /webhooks/1',
    'POST /webhooks/1/rotate-secret',
    'POST /webhooks/1/test',
    'GET /webhooks/1/deliveries',
    'POST /webhooks/1/retry',
    'GET /events',
  ])('%s', async (route) => {
    const [method, path] = route.split(' ') as [string, string];
    const answer = await gateway.call(method, path);
    expectError(answer, { status: 401, code: 'UNAUTHORIZED' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('[webhooks] secrets', () => {
  it('rotate-secret answers 200 with the record and a new secret, which no other answer shows', async () => {
    await withWebhook({ description: 'Loja' }, async ({ id, secret, ...record }) => {
      const rotated = await gateway.post(`/webhooks/${id}/rotate-secret`);
      expect(rotated.status).toBe(200);
      const newSecret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(rotated.body).toEqual({ id, ...record, updated_at: expect.stringMatching(ISO_UTC), secret: newSecret });
      expect(rotated.body.secret).not.toBe(secret);
      await gateway.post(`/webhooks/${id}/test`);
      const answers = [
        await gateway.get('/webhooks?limit=100'),
        await gateway.get(`/webhooks/${id}`),
        await patch(id, { description: 'Outra' }),
        await gateway.get(`/webhooks/${id}/deliveries`),
        await gateway.get('/events'),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(/whsec_|secret/);
      }
    });
  });

  it('lie encrypted in the database: no column of any table shows one', async () => {
    await withWebhook({}, async ({ id, secret }) => {
      const second = (await gateway.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
      await gateway.post(`/webhooks/${id}/test`);
      await untilReceived(receiver, 1);
      const tables = await gateway.database.db.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      expect(tables.length).toBeGreaterThan(10);
      const keys = [secret, second].map((text) => Buffer.from(text.slice('whsec_'.length), 'base64'));
      const forms = keys.flatMap((key) => [key.toString('base64'), key.toString('base64url'), key.toString('hex')]);
      for (const { name } of tables) {
        const [row] = await gateway.database.db.query<{ found: number }>(
          `SELECT count(*) AS found FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) form WHERE strpos(t::text, form) > 0)`,
          [['whsec_', ...forms]],
        );
        expect(row, name).toEqual({ found: 0 });
      }
    });
  });
});

describe('[webhooks] POST /webhooks/{id}/test', () => {
  it('answers 202 and sends a webhook.test to this one only, whatever it is subscribed to', async () => {
    const events = ['payment.refunded'];
    await withWebhook({ url: at('/tested'), events }, async ({ id }) => {
      await withWebhook({ url: at('/bystander') }, async () => {
        const answer = await gateway.post(`/webhooks/${id}/test`);
        expect(answer.status).toBe(202);
        expect(answer.body).toEqual({
          success: true,
          message: expect.stringMatching(/\S/),
          deliveries: [{ id: expect.any(Number), webhook_id: id, event: 'webhook.test', status: 'PENDING' }],
        });
        await eventually(() => expect(requestsTo('/tested')).toHaveLength(1));
        expect(eventOf(requestsTo('/tested')[0])).toMatchObject({ event: 'webhook.test', webhook_id: id });
        expect(requestsTo('/bystander')).toEqual([]);
      });
    });
  });

  it('refuses one that is disabled', async () => {
    await withWebhook({}, async ({ id }) => {
      await patch(id, { status: 'DISABLED' });
      expectError(await gateway.post(`/webhooks/${id}/test`), { status: 400, code: 'VALIDATION_ERROR' });
      expect(await logOf(gateway, id)).toEqual([]);
    });
  });
});

describe('[webhooks] who gets what', () => {
  const kindsAt = (path: string) => requestsTo(path).map((request) => eventOf(request).event as string);

  it('by events, company and status', async () => {
    const [one, other] = [await openCompany(gateway), await openCompany(gateway)];
    const foreign = await openCompany(gateway, { of: 'partner' });
    const hooks: Record<string, Record<string, unknown>> = {
      '/all': {},
      '/one': { company_id: one.id },
      '/other': { company_id: other.id },
      '/created': { events: ['payment.created'] },
      '/approved-of-one': { events: ['payment.approved', 'payment.refunded'], company_id: one.id },
      '/tests-only': { events: ['webhook.test'] },
      '/disabled': {},
      '/deleted': {},
    };
    const ids: Record<string, number> = {};
    for (const [path, body] of Object.entries(hooks)) ids[path] = (await register({ url: at(path), ...body })).body.id;
    const foreignHook = await registerHook(gateway, receiver, { url: at('/foreign') }, gateway.otherToken);
    await patch(ids['/disabled'] as number, { status: 'DISABLED' });
    await remove(ids['/deleted'] as number);

    const id = await createPayment(gateway, one, 1_000);
    await sandbox(gateway, one, id, 'pay');
    await createPayment(gateway, other, 1_000);
    await createPayment(gateway, foreign, 1_000);

    const [created, approved] = ['payment.created', 'payment.approved'];
    await eventually(() => expect(kindsAt('/all')).toHaveLength(3));
    await eventually(() => expect(kindsAt('/foreign')).toEqual([created]));
    await eventually(() => expect(kindsAt('/one')).toHaveLength(2));
    await eventually(() => expect(kindsAt('/approved-of-one')).toHaveLength(1));
    await eventually(() => expect(kindsAt('/created')).toHaveLength(2));
    await eventually(() => expect(kindsAt('/other')).toHaveLength(1));
    expect(kindsAt('/all').sort()).toEqual([approved, created, created]);
    expect(kindsAt('/one').sort()).toEqual([approved, created]);
    expect(kindsAt('/other')).toEqual([created]);
    expect(kindsAt('/created')).toEqual([created, created]);
    expect(kindsAt('/approved-of-one')).toEqual([approved]);
    for (const path of ['/tests-only', '/disabled', '/deleted']) expect(kindsAt(path)).toEqual([]);
    const rows = await gateway.database.db.query('SELECT FROM webhook_deliveries WHERE endpoint_id = ANY ($1::bigint[])', [
      [ids['/tests-only'], ids['/disabled'], ids['/deleted']],
    ]);
    expect(rows).toEqual([]);

    for (const [path, webhook] of Object.entries(ids)) if (path !== '/deleted') await remove(webhook);
    await remove(foreignHook.id, gateway.otherToken);
  });

  it('a payment split with another merchant is told to its owner only', async () => {
    const foreign = await openCompany(gateway, { of: 'partner' });
    const mine = await registerHook(gateway, receiver, { url: at('/owner'), company_id: company.id });
    const theirs = await registerHook(gateway, receiver, { url: at('/participant') }, gateway.otherToken);
    const share = { merchantType: 'SECONDARY', type: 'FIXED', chargeFee: false, discountGrossAmount: true, amountSplit: 100 };
    await createPayment(gateway, company, 1_000, { splitParticipants: [{ accessToken: foreign.token, ...share }] });
    await eventually(() => expect(kindsAt('/owner')).toEqual(['payment.created']));
    expect(await logOf(gateway, theirs.id, gateway.otherToken)).toEqual([]);
    await remove(mine.id);
    await remove(theirs.id, gateway.otherToken);
  });

  it('switched off, what was waiting is not sent; switched on again, only what happens from then on', async () => {
    const own = await openCompany(gateway);
    let status = 500;
    const hook = await openHook(gateway, { company_id: own.id }, (_request, response) => response.writeHead(status).end());
    await createPayment(gateway, own, 1_000);
    await untilReceived(hook.receiver, 1);
    await patch(hook.id, { status: 'DISABLED' });
    await eventually(async () => expect(await logOf(gateway, hook.id)).toMatchObject([{ status: 'FAILED', next_attempt_at: null }]));
    await createPayment(gateway, own, 2_000);
    status = 200;
    await patch(hook.id, { status: 'ACTIVE' });
    await createPayment(gateway, own, 3_000);
    await eventually(() => expect(hook.receiver.requests.map((request) => eventOf(request).amount)).toEqual([1_000, 3_000]));
    await eventually(async () => expect(await logOf(gateway, hook.id)).toMatchObject([{ status: 'DELIVERED' }, { status: 'FAILED' }]));
    await remove(hook.id);
    await hook.receiver.close();
  });
});

describe('[webhooks] GET /webhooks/{id}/deliveries', () => {
  let hook: Hook;
  let own: TestCompany;
  let paymentId: number;
  beforeAll(async () => {
    own = await openCompany(gateway);
    hook = await openHook(gateway, { company_id: own.id }, (_request, response) => response.writeHead(201).end('criado'));
    paymentId = await createPayment(gateway, own, 1_000);
    await sandbox(gateway, own, paymentId, 'pay');
    await gateway.post(`/webhooks/${paymentId}/retry`);
    await gateway.post(`/webhooks/${hook.id}/test`);
    await eventually(async () => {
      const log = await logOf(gateway, hook.id);
      expect(log.map(({ status }) => status)).toEqual(Array(4).fill('DELIVERED'));
    });
  });
  afterAll(async () => {
    await remove(hook.id);
    await hook.receiver.close();
  });

  it('tells each delivery with its attempts, the newest first', async () => {
    const log = await logOf(gateway, hook.id);
    const attempt = { attempted_at: expect.stringMatching(ISO_UTC), status_code: 201, error: null, response_body: 'criado' };
    const delivery = {
      id: expect.any(Number),
      event_id: expect.stringMatching(/^evt_/),
      transaction_id: paymentId,
      status: 'DELIVERED',
      resend: false,
      created_at: expect.stringMatching(ISO_UTC),
      next_attempt_at: null,
      attempts: [{ ...attempt, duration_ms: expect.any(Number) }],
    };
    expect(log).toEqual([
      { ...delivery, event: 'webhook.test', transaction_id: null },
      { ...delivery, event: 'payment.approved', resend: true },
      { ...delivery, event: 'payment.approved' },
      { ...delivery, event: 'payment.created' },
    ]);
    expect(log[1]?.event_id).toBe(log[2]?.event_id);
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  it('pages', async () => {
    const ids = (await logOf(gateway, hook.id)).map(({ id }) => id);
    const page = async (query: string) => {
      const { body } = await gateway.get(`/webhooks/${hook.id}/deliveries${query}`);
      return { ...body, data: body.data.map(({ id }: { id: number }) => id) };
    };
    expect(await page('')).toEqual({ data: ids, total: 4, page: 1, lastPage: 1, itemsPerPage: 10 });
    expect(await page('?limit=3&page=2')).toEqual({ data: ids.slice(3), total: 4, page: 2, lastPage: 2, itemsPerPage: 3 });
    expect(await page('?page=9')).toEqual({ data: [], total: 4, page: 9, lastPage: 1, itemsPerPage: 10 });
  });

  it.each([
    ['page', '?page=0'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await gateway.get(`/webhooks/${hook.id}/deliveries${query}`), invalid(field));
  });
});

describe('[interface: Webhook management] POST /webhooks/{paymentId}/retry', () => {
  let own: TestCompany;
  let hook: Hook;
  let other: Hook;
  let paymentId: number;
  beforeAll(async () => {
    own = await openCompany(gateway);
    const changes = { company_id: own.id, events: ['payment.approved'] };
    hook = await openHook(gateway, changes);
    other = await openHook(gateway, { company_id: own.id, events: ['payment.created'] });
    paymentId = await createPayment(gateway, own, 1_000);
    await sandbox(gateway, own, paymentId, 'pay');
    await untilReceived(hook.receiver, 1);
  });
  afterAll(async () => {
    for (const { id, receiver: used } of [hook, other]) {
      await remove(id);
      await used.close();
    }
  });
  const retry = (id: number | string, token = gateway.token) => gateway.post(`/webhooks/${id}/retry`, undefined, token);

  it('answers 202 and sends the latest event, under its id, to each that is subscribed to it', async () => {
    const before = hook.receiver.requests.length;
    const answer = await retry(paymentId);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      deliveries: [{ id: expect.any(Number), webhook_id: hook.id, event: 'payment.approved', status: 'PENDING' }],
    });
    const requests = await untilReceived(hook.receiver, before + 1);
    expect(requests.at(-1)?.headers['webhook-id']).toBe(requests[0]?.headers['webhook-id']);
    expect(requests.at(-1)?.body).toBe(requests[0]?.body);
    expect(await logOf(gateway, other.id)).toHaveLength(1);
  });

  it('finds a payment by the payment_id that a refund answers', async () => {
    const refunded = await createPayment(gateway, own, 1_000);
    await sandbox(gateway, own, refunded, 'pay');
    const { payment_id } = (await refundPix(gateway, own, refunded, 5)).body.transaction;
    expect(payment_id).toEqual(expect.any(String));
    const everything = await openHook(gateway, { company_id: own.id });
    const answer = await retry(payment_id);
    expect(answer).toMatchObject({ status: 202, body: { deliveries: [{ webhook_id: everything.id, event: 'payment.refunded' }] } });
    const [request] = await untilReceived(everything.receiver, 1);
    expect(eventOf(request)).toMatchObject({ event: 'payment.refunded', transaction_id: refunded, refund_amount: 500 });
    await remove(everything.id);
    await everything.receiver.close();
  });

  it('answers 202 with nothing when nobody is subscribed', async () => {
    const lonely = await createPayment(gateway, await openCompany(gateway), 1_000);
    expect(await retry(lonely)).toMatchObject({ status: 202, body: { success: true, deliveries: [] } });
  });

  it('does not send to one that is disabled or removed', async () => {
    const asleep = await openHook(gateway, { company_id: own.id });
    await patch(asleep.id, { status: 'DISABLED' });
    const gone = await openHook(gateway, { company_id: own.id });
    await remove(gone.id);
    const { body } = await retry(paymentId);
    expect(body.deliveries.map(({ webhook_id }: { webhook_id: number }) => webhook_id)).toEqual([hook.id]);
    await remove(asleep.id);
    for (const { receiver: used } of [asleep, gone]) await used.close();
  });

  it('answers 400 NO_EVENT_YET while nothing has happened', async () => {
    const fault = { operation: 'charge', kind: 'error_500', times: 1 };
    expect((await gateway.acquirer('POST', '/control/faults', fault)).status).toBe(201);
    const refused = await order(gateway, own, 1_000);
    expectError(refused, { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
    expectError(await retry(refused.body.details.transaction_id), { status: 400, code: 'NO_EVENT_YET' });
  });

  it.each(['987654321', '0', '9'.repeat(15), '9'.repeat(40), 'no-such-payment', 'a%27--', '%20'])(
    'answers 404 for %s, which nobody has',
    async (id) => {
      expectError(await retry(id), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    },
  );

  it.each(['%00', '%ED%A0%80'])('refuses %s, which is no text', async (id) => {
    expect((await retry(id)).status).toBe(400);
  });
});

/** Status and body, with the id asked for blotted out. */
function withoutId({ status, headers, body }: ApiAnswer, id: number | string): object {
  const names = [...headers.keys()].filter((name) => !['date', 'content-length', 'etag'].includes(name)).sort();
  return { status, names, body: JSON.stringify(body).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>') };
}

describe('[errors] another merchant’s webhook, delivery or event is unknown', () => {
  let hook: Hook;
  let paymentId: number;
  beforeAll(async () => {
    const own = await openCompany(gateway);
    hook = await openHook(gateway, { company_id: own.id });
    paymentId = await createPayment(gateway, own, 1_000);
    await untilReceived(hook.receiver, 1);
  });
  afterAll(() => hook.receiver.close());

  const stored = async () => [
    await gateway.database.db.query('SELECT * FROM webhook_endpoints WHERE id = $1', [hook.id]),
    await gateway.database.db.query('SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1', [hook.id]),
  ];

  it.each<[string, object?]>([
    ['GET /webhooks/{id}'],
    ['PATCH /webhooks/{id}', {}],
    ['PATCH /webhooks/{id}', { status: 'DISABLED', url: 'http://localhost:1/', events: ['webhook.test'] }],
    ['DELETE /webhooks/{id}'],
    ['POST /webhooks/{id}/rotate-secret'],
    ['POST /webhooks/{id}/test'],
    ['GET /webhooks/{id}/deliveries'],
  ])('%s with %j', async (route, body) => {
    const [method, path] = route.split(' ') as [string, string];
    const ask = (id: number) => gateway.call(method, path.replace('{id}', String(id)), { token: gateway.otherToken, body });
    const before = await stored();
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'WEBHOOK_NOT_FOUND' });
    expect(withoutId(await ask(hook.id), hook.id)).toEqual(withoutId(unknown, UNKNOWN_ID));
    expect(await stored()).toEqual(before);
  });

  it('POST /webhooks/{paymentId}/retry, by either id', async () => {
    const [row] = await gateway.database.db.query<{ id: string }>(
      `SELECT response_data_subacquirer_integration ->> 'transactionId' AS id FROM payments WHERE id = $1`,
      [paymentId],
    );
    const ask = (id: number | string) => gateway.post(`/webhooks/${id}/retry`, undefined, gateway.otherToken);
    const before = await stored();
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    for (const id of [paymentId, row?.id as string]) expect(withoutId(await ask(id), id)).toEqual(withoutId(unknown, UNKNOWN_ID));
    expect(await stored()).toEqual(before);
    expect((await gateway.post(`/webhooks/${row?.id}/retry`)).status).toBe(202);
  });

  it('GET /webhooks and GET /events show one’s own', async () => {
    expect((await gateway.get('/webhooks?limit=100', gateway.otherToken)).body.data).toEqual([]);
    const foreign = await openCompany(gateway, { of: 'partner' });
    const foreignPayment = await createPayment(gateway, foreign, 1_000);
    const feedOf = async (token: string) => JSON.stringify(await wholeFeed(undefined, token));
    await eventually(async () => expect(await feedOf(gateway.otherToken)).toContain(`"transaction_id":${foreignPayment},`));
    expect(await feedOf(gateway.otherToken)).not.toContain(`"transaction_id":${paymentId},`);
    expect(await feedOf(gateway.token)).toContain(`"transaction_id":${paymentId},`);
    expect(await feedOf(gateway.token)).not.toContain(`"transaction_id":${foreignPayment},`);
  });
});

interface FeedEvent {
  id: string;
  event: string;
  transaction_id?: number;
  sequence?: number;
}

/** Page after page, from a cursor to the end there is now. */
async function followFeed(after: string | undefined, token = gateway.token, limit = 100): Promise<{ events: FeedEvent[]; next: string }> {
  const events: FeedEvent[] = [];
  for (let cursor = after; ; ) {
    const { status, body } = await gateway.get(`/events?limit=${limit}${cursor === undefined ? '' : `&after=${cursor}`}`, token);
    expect(status).toBe(200);
    events.push(...body.data);
    cursor = body.next as string;
    if (!body.has_more) return { events, next: cursor };
  }
}
const wholeFeed = async (after?: string, token?: string) => (await followFeed(after, token)).events;

/** The end of the feed once everything written so far is in it. */
async function endOfFeed(): Promise<string> {
  return eventually(async () => {
    const { events, next } = await followFeed(undefined);
    const [row] = await gateway.database.db.query<{ count: number }>(
      `SELECT count(*) AS count FROM events WHERE merchant_id = (SELECT merchant_id FROM users WHERE email = 'demo@vintem.dev')`,
    );
    expect(events).toHaveLength(row?.count ?? -1);
    return next;
  });
}

describe('[webhooks] GET /events', () => {
  it('gives the events of one’s payments in order, as they are sent, and a cursor to read on', async () => {
    const start = await endOfFeed();
    expect((await gateway.get(`/events?after=${start}`)).body).toEqual({ data: [], next: start, has_more: false });
    const hook = await openHook(gateway, { company_id: company.id });
    const id = await createPayment(gateway, company, 1_000);
    await sandbox(gateway, company, id, 'pay');
    await refundPix(gateway, company, id, 10);
    const sent = (await untilReceived(hook.receiver, 3)).map(eventOf).sort((one, other) => one.sequence - other.sequence);
    await eventually(async () => expect(await wholeFeed(start)).toEqual(sent));

    const first = (await gateway.get(`/events?after=${start}&limit=2`)).body;
    expect(first).toEqual({ data: sent.slice(0, 2), next: expect.any(String), has_more: true });
    const second = (await gateway.get(`/events?after=${first.next}&limit=2`)).body;
    expect(second).toEqual({ data: sent.slice(2), next: expect.any(String), has_more: false });
    const third = (await gateway.get(`/events?after=${second.next}`)).body;
    expect(third).toEqual({ data: [], next: second.next, has_more: false });
    expect((await gateway.get(`/events?after=${start}&limit=3`)).body.has_more).toBe(false);
    await remove(hook.id);
    await hook.receiver.close();
  });

  it.each([
    ['after', '?after='],
    ['after', '?after=abc'],
    ['after', '?after=1'],
    ['after', '?after=-1-2'],
    ['after', '?after=1-2-3'],
    ['after', '?after=9999999999999999999-1'],
    ['after', '?after=1-1&after=2-2'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await gateway.get(`/events${query}`), invalid(field));
  });

  it('orders transactions by number, not by how their numbers are spelt', async () => {
    const numbers = ['8', '9', '10', '99', '100', '101'];
    for (const number of numbers.toReversed()) {
      await gateway.database.db.query(
        `INSERT INTO events (id, merchant_id, kind, payload, occurred_at, written_by)
         SELECT 'evt_of_' || $1, merchant_id, 'webhook.test', json_build_object('id', $1::text), now(), $1::text::xid8
         FROM users WHERE email = 'parceiro@vintem.dev'`,
        [number],
      );
    }
    for (const limit of [1, 2, 4, 100]) {
      const { events } = await followFeed(undefined, gateway.otherToken, limit);
      expect(events.slice(0, numbers.length).map(({ id }) => id)).toEqual(numbers);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }
  });

  it('waits for a transaction that began earlier: what it commits later is not skipped', async () => {
    const start = await endOfFeed();
    const slow = await gateway.database.db.pool.connect();
    try {
      // It has its number before the others have theirs, and commits after them.
      await slow.query('BEGIN');
      await slow.query(
        `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
         SELECT 'evt_slow', merchant_id, 'webhook.test', '{"id":"evt_slow","event":"webhook.test"}', now() FROM users WHERE email = 'demo@vintem.dev'`,
      );
      const ids = [await createPayment(gateway, company, 1_000), await createPayment(gateway, company, 1_000)];
      const meanwhile = await followFeed(start);
      expect(meanwhile.events).toEqual([]);
      await slow.query('COMMIT');
      const events = await eventually(async () => {
        const found = await wholeFeed(meanwhile.next);
        expect(found).toHaveLength(3);
        return found;
      });
      expect(events.map(({ id, transaction_id }) => transaction_id ?? id)).toEqual(['evt_slow', ...ids]);
    } finally {
      slow.release();
    }
  });

  it('gives a reader that follows it every event once, while many are written at once', async () => {
    const start = await endOfFeed();
    const seen: string[] = [];
    let cursor = start;
    let isWriting = true;
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        const { events, next } = await followFeed(cursor, gateway.token, 3);
        seen.push(...events.map(({ id }) => id));
        cursor = next;
      }
    })();
    const write = async () => {
      for (let turn = 0; turn < 8; turn++) await gateway.post('/payments/order', orderOf(1_000, { access_token: company.token }));
    };
    /** Transactions of uneven length around the writers, so that numbers are committed out of order. */
    const disturb = async (turn: number) => {
      const client = await gateway.database.db.pool.connect();
      for (let round = 0; round < 5; round++) {
        await client.query('BEGIN');
        await client.query(
          `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
           SELECT $1, merchant_id, 'webhook.test', json_build_object('id', $1::text), now() FROM users WHERE email = 'demo@vintem.dev'`,
          [`evt_disturb_${turn}_${round}`],
        );
        await new Promise((resolve) => setTimeout(resolve, 10 + 40 * turn));
        await client.query(round === 4 ? 'ROLLBACK' : 'COMMIT');
      }
      client.release();
    };
    await Promise.all([write(), write(), write(), disturb(0), disturb(1), disturb(2)]);
    const end = await endOfFeed();
    isWriting = false;
    await reading;
    const rows = (await wholeFeed(start)).map(({ id }) => id);
    expect(seen).toEqual(rows);
    expect(new Set(seen).size).toBe(24 + 12);
    expect(cursor).toBe(end);
  });
});
