import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/parties/accounts/permissions.rules.ts';
import { callByCookie, DEMO, logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { eventually, expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
const SECOND_MS = 1_000;
const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
const forbidden = { status: 403, code: 'FORBIDDEN' };
const body = (changes: object = {}) => ({ name: 'Loja virtual', scopes: ['read'], ...changes });
const create = (changes: object = {}, token = gateway.token) => gateway.post('/api-keys', body(changes), token);
const revoke = (id: number, token = gateway.token) => gateway.call('DELETE', `/api-keys/${id}`, { token });
const stored = () => gateway.database.db.query('SELECT * FROM api_keys ORDER BY id');

async function keyOf(...scopes: Scope[]): Promise<{ id: number; key: string }> {
  const answer = await create({ scopes });
  expect(answer.status).toBe(201);
  return answer.body;
}

beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', TRUST_PROXY: '1' });
});
afterAll(() => gateway.close());

describe('[api-keys] making one', () => {
  it('shows the key this once, and stores its hash', async () => {
    const expires_at = new Date(Date.now() + 3_600 * SECOND_MS).toISOString();
    const made = await create({ scopes: ['charge', 'read', 'read'], expires_at, addresses: ['127.0.0.0/8', '::1'] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Loja virtual',
        scopes: ['read', 'charge'],
        key: expect.stringMatching(/^vk_[0-9a-f]{64}$/),
        hint: `…${made.body.key.slice(-4)}`,
        status: 'ACTIVE',
        created_at: expect.stringMatching(ISO_UTC),
        created_by: { id: expect.any(Number), name: expect.any(String) },
        expires_at,
        revoked_at: null,
        last_used_at: null,
        addresses: ['127.0.0.0/8', '::1'],
      },
    });
    const { key, ...listed } = made.body;
    expect(JSON.stringify(listed)).not.toContain('vk_');
    const list = await gateway.get('/api-keys');
    expect(list.body.data[0]).toEqual(listed);
    expect(JSON.stringify(list.body)).not.toContain('vk_');
    expect(JSON.stringify(await stored())).not.toContain(key);
    await revoke(made.body.id);
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: '' }],
    ['name', { name: ' \t' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'linha\nlinha' }],
    ['name', { name: 'colada: vk_0123' }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: 'read' }],
    ['scopes[1]', { scopes: ['read', 'manage'] }],
    ['scopes[0]', { scopes: ['own'] }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: '2020-01-01' }],
    ['expires_at', { expires_at: 'amanhã' }],
    ['addresses', { addresses: [] }],
    ['addresses', { addresses: Array(21).fill('203.0.113.7') }],
    ['addresses[1]', { addresses: ['203.0.113.7', '203.0.113.0/33'] }],
    ['addresses[0]', { addresses: ['exemplo.com.br'] }],
  ])('refuses a wrong %s: %j', async (field, changes) => {
    const before = await stored();
    const answer = await create(changes);
    expectError(answer, invalid(field));
    expect(JSON.stringify(answer.body)).not.toContain('vk_');
    expect(await stored()).toEqual(before);
  });

  it('asks for the password again at the dashboard, where a key opens nothing', async () => {
    const call = callByCookie(gateway, await logInByCookie(gateway));
    const made = await call('POST', '/dashboard/api/api-keys', body());
    expect(made.status).toBe(201);
    await gateway.database.db.query("UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '1 hour'");
    expectError(await call('POST', '/dashboard/api/api-keys', body()), { status: 403, code: 'PASSWORD_NEEDED' });
    const byKey = await gateway.call('GET', '/dashboard/api/transactions', {
      token: made.body.key,
      headers: { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' },
    });
    expectError(byKey, unauthorized);
    const end = () => call('DELETE', `/dashboard/api/api-keys/${made.body.id}`);
    expectError(await end(), { status: 403, code: 'PASSWORD_NEEDED' });
    await call('PUT', '/dashboard/session', { password: DEMO.password });
    expect((await end()).status).toBe(204);
  });

  it('stops at 20 that are live, however many ask at once; one that ended makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => create({}, gateway.otherToken)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expectError(refused, { status: 400, code: 'API_KEY_LIMIT' });
      expect(refused.body.details).toEqual({ maximum: 20 });
    }
    expect((await revoke(made[0]?.body.id, gateway.otherToken)).status).toBe(204);
    expect((await create({}, gateway.otherToken)).status).toBe(201);
    expectError(await create({}, gateway.otherToken), { status: 400, code: 'API_KEY_LIMIT' });
    await gateway.database.db.query("UPDATE api_keys SET expires_at = created_at - interval '1 second' WHERE id = $1", [
      made[1]?.body.id,
    ]);
    expect((await create({}, gateway.otherToken)).status).toBe(201);
    const states = (await gateway.get('/api-keys', gateway.otherToken)).body.data.map(
      ({ status }: { status: string }) => status,
    );
    expect([...states].sort()).toEqual([...Array(20).fill('ACTIVE'), 'EXPIRED', 'REVOKED']);
  });
});

describe('[api-keys] using one', () => {
  it('makes an order as a login does, and is seen used', async () => {
    const { id, key } = await keyOf('charge', 'read');
    const order = await gateway.post('/payments/order', orderBody(), key);
    expect(order.status).toBe(200);
    expect((await gateway.get(`/transactions/${order.body.transaction.id}`, key)).status).toBe(200);
    const used = await eventually(async () => {
      const { data } = (await gateway.get('/api-keys')).body;
      const one = data.find((listed: { id: number }) => listed.id === id);
      expect(one.last_used_at).toMatch(ISO_UTC);
      return one.last_used_at;
    });
    await gateway.get('/transactions', key);
    const { data } = (await gateway.get('/api-keys')).body;
    expect(data.find((listed: { id: number }) => listed.id === id).last_used_at).toBe(used);
    await revoke(id);
  });

  it('is refused like a wrong token, whatever is wrong with it', async () => {
    const { id, key } = await keyOf('read');
    await revoke(id);
    const wrong = [key, `vk_${'0'.repeat(64)}`, key.toUpperCase(), `${key}0`, 'vk_', `${key} x`, `x${key}`];
    for (const token of wrong) {
      const answer = await gateway.get('/transactions', token);
      expectError(answer, unauthorized);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expectError(await revoke(id), { status: 404, code: 'API_KEY_NOT_FOUND' });
  });

  it('never asks the database about what cannot be a key', async () => {
    const { db } = gateway.vintem.deps;
    // The work in the background asks about other things.
    const asked: string[] = [];
    const query = db.query;
    db.query = (sql, params) => {
      const text = typeof sql === 'string' ? sql : sql.text;
      if (text.includes('api_keys')) asked.push(text);
      return query.call(db, sql, params) as never;
    };
    try {
      for (const token of ['vk_', 'vk_zz', `vk_${'0'.repeat(63)}`, `vk_${'A'.repeat(64)}`])
        expectError(await gateway.get('/transactions', token), unauthorized);
      expect(asked).toEqual([]);
      expectError(await gateway.get('/transactions', `vk_${'0'.repeat(64)}`), unauthorized);
      expect(asked).toHaveLength(1);
    } finally {
      db.query = query;
    }
  });

  it('is accepted from its addresses alone, by the real address of the caller; others are in the audit log', async () => {
    const { body: made } = await create({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) =>
      gateway.call('GET', '/transactions', { token: made.key, headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.9')).status).toBe(200);
    expect((await from('2001:db8::9')).status).toBe(200);
    expectError(await from('198.51.100.9'), unauthorized);
    // Only the last hop is believed.
    expectError(await from('203.0.113.9, 198.51.100.9'), unauthorized);
    expectError(await gateway.get('/transactions', made.key), unauthorized);
    await eventually(async () => {
      const { data } = (await gateway.get(`/audit-log?action=api_key.refused&object_id=${made.id}`)).body;
      expect(data.map(({ address }: { address: string }) => address)).toContain('198.51.100.9');
      expect(data[0]).toMatchObject({ actor: { kind: 'anonymous' }, object: { kind: 'api_key', id: String(made.id) } });
    });
    await revoke(made.id);
  });

  it('says what is missing before it looks at the request', async () => {
    const { id, key } = await keyOf('read');
    const answer = await gateway.post('/payments/order', { nothing: 'right' }, key);
    expectError(answer, forbidden);
    expect(answer.body.details).toEqual({ permission: 'charge' });
    expectError(await gateway.call('GET', '/users/me', { token: key }), forbidden);
    await revoke(id);
  });
});
