import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../../../src/news/events/event-kinds.rules.ts';
import { expectError, ISO_UTC, invalid } from '../../../support/contract.ts';
import { openCompany } from '../../../support/money.ts';
import { registerHook } from '../hooks.ts';
import { UNKNOWN_ID, useShop, withoutId } from '../shop.ts';

/** Nothing is ever sent there: merchants without payments register it, or it is refused. */
const PUBLIC_URL = 'https://200.160.2.3/hook';

const shop = useShop();

describe('POST /webhooks', () => {
  it('answers 201 with the record, the defaults and the secret', async () => {
    const answer = await shop.register({ url: shop.at('/hook') });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      url: shop.at('/hook'),
      events: [...EVENT_KINDS],
      company_id: null,
      description: null,
      status: 'ACTIVE',
      created_at: expect.stringMatching(ISO_UTC),
      updated_at: answer.body.created_at,
      failing_since: null,
      last_attempt_at: null,
      disabled_at: null,
      disabled_reason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await shop.remove(answer.body.id);
  });

  it('keeps what it is given', async () => {
    const given = {
      url: shop.at('/hook?a=b'),
      events: ['payment.refunded', 'payment.approved'],
      company_id: shop.company.id,
      description: 'Loja',
    };
    await shop.withWebhook(given, async (record) => {
      expect(record).toMatchObject(given);
      expect((await shop.get(`/webhooks/${record.id}`)).body).toMatchObject(given);
    });
  });

  it('takes null for what may be left out, and ignores fields it does not know', async () => {
    const nulls = { events: null, company_id: null, description: null };
    await shop.withWebhook({ ...nulls, status: 'DISABLED', secret: 'whsec_mine', id: 1 }, async (record) => {
      expect(record).toMatchObject({ events: [...EVENT_KINDS], company_id: null, description: null, status: 'ACTIVE' });
      expect(record.secret).not.toBe('whsec_mine');
    });
  });

  it('draws a secret of its own for each', async () => {
    const secrets = new Set<string>();
    for (let turn = 0; turn < 5; turn++) await shop.withWebhook({}, async ({ secret }) => void secrets.add(secret));
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
    const before = (await shop.get('/webhooks')).body.total;
    expectError(await shop.register(body), invalid(field));
    expect((await shop.get('/webhooks')).body.total).toBe(before);
  });

  it.each(['\0', 'a\ud800'])('takes no text that the database would not: %j', async (text) => {
    expectError(await shop.register({ url: PUBLIC_URL, description: text }), invalid('description'));
  });

  it('refuses what is no object, and what is not JSON', async () => {
    for (const body of [[], 'text', 5, null])
      expectError(await shop.register(body), { status: 400, code: 'VALIDATION_ERROR' });
    const form = await shop.call('POST', '/webhooks', {
      token: shop.token,
      rawBody: `url=${PUBLIC_URL}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expectError(form, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('takes a company of one’s own only; another’s is as unknown', async () => {
    const foreign = await openCompany(shop, { of: 'partner' });
    const ask = (company_id: number) => shop.register({ url: shop.at('/hook'), company_id });
    const unknown = await ask(UNKNOWN_ID);
    expectError(unknown, { status: 404, code: 'COMPANY_NOT_FOUND' });
    expect(withoutId(await ask(foreign.id), foreign.id)).toEqual(withoutId(unknown, UNKNOWN_ID));
  });

  it('refuses the hundred and first of a merchant', async () => {
    const { db } = shop.database;
    const hook = await registerHook(shop, shop.receiver, {}, shop.otherToken);
    await db.query(
      `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, status, created_at, updated_at)
       SELECT merchant_id, url, events, secret_sealed, 'DISABLED', created_at, updated_at FROM webhook_endpoints,
         generate_series(1, 99)
       WHERE id = $1`,
      [hook.id],
    );
    expectError(await shop.register({ url: shop.at('/hook') }, shop.otherToken), {
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    expect((await shop.register({ url: shop.at('/hook') })).status).toBe(201);
    await shop.remove(hook.id, shop.otherToken);
    // One place is left, and many want it at once.
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.register({ url: shop.at('/hook') }, shop.otherToken)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    await db.query(`UPDATE webhook_endpoints SET deleted_at = created_at, status = 'DISABLED'`);
  });
});
