import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { forgetAuditLog } from '../../../src/parties/audit-log/forget-audit-log.ts';
import { callByCookie, DEMO, logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { expectError, ISO_UTC } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linkBody } from '../../support/links.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let owner: number;
const WRONG = { ...DEMO, password: 'not-this-one' };

beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', TRUST_PROXY: '1', WEBHOOK_ALLOW_LOOPBACK: 'true' });
  owner = (await gateway.get('/users/me')).body.id;
});
afterAll(() => gateway.close());

const entries = async (query = '', token = gateway.token) =>
  (await gateway.get(`/audit-log?limit=100${query}`, token)).body.data;
const db = () => gateway.database.db;

describe('[audit-log] who did what', () => {
  it('holds what a person and a key changed, with whom, what and from where', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Loja/1\u00e7' };
    const call = (method: string, path: string, body?: unknown, token = gateway.token) =>
      gateway.call(method, path, { body, token, headers });
    const made = (await call('POST', '/api-keys', { name: 'ERP', scopes: ['charge', 'refund', 'read'] })).body;
    const order = (await call('POST', '/payments/order', orderBody(), made.key)).body.transaction;
    await call('POST', `/sandbox/transactions/${order.id}/pay`, { notify: false }, made.key);
    await call('GET', `/transactions/${order.id}?payment_type=PIX`, undefined, made.key);
    const refund = (await call('POST', '/payments/pix/refund', { transaction_id: order.id, amount: 1 }, made.key)).body
      .refund;
    const other = (await call('POST', '/payments/order', orderBody(), made.key)).body.transaction;
    expect((await call('POST', `/transactions/${other.id}/cancel`, undefined, made.key)).status).toBe(200);
    const tokens = `/companies/${order.company_id}/access-tokens`;
    const token = (await call('POST', tokens)).body;
    await call('DELETE', `${tokens}/${token.id}`);
    const link = (await call('POST', '/payment-links', linkBody({ company_id: order.company_id }))).body;
    await call('PATCH', `/payment-links/${link.id}`, { title: 'Outro' });
    const webhook = (await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook?secret=1' })).body;
    await call('DELETE', `/webhooks/${webhook.id}`);
    await call('PUT', `/companies/${order.company_id}/split`, { splitParticipants: [] });
    await call('GET', `/companies/${order.company_id}/statement?format=ofx`);
    await call('GET', '/transactions?format=csv');
    await call('DELETE', `/api-keys/${made.id}`);

    const logged = await entries('&direction=ASC&createdAtStart=2026-01-01');
    const told = logged
      .filter(({ address }: { address: string }) => address === '203.0.113.7')
      .map((entry: { action: string; actor: { kind: string }; object: { kind: string; id: string } | null }) => [
        entry.action,
        entry.actor.kind,
        entry.object && `${entry.object.kind} ${entry.object.id}`,
      ]);
    const company = `company ${order.company_id}`;
    expect(told).toEqual([
      ['api_key.created', 'user', `api_key ${made.id}`],
      ['refund.requested', 'key', `refund ${refund.id}`],
      ['transaction.canceled', 'key', `transaction ${other.id}`],
      ['access_token.created', 'user', `access_token ${token.id}`],
      ['access_token.revoked', 'user', `access_token ${token.id}`],
      ['payment_link.created', 'user', `payment_link ${link.id}`],
      ['payment_link.changed', 'user', `payment_link ${link.id}`],
      ['webhook.created', 'user', `webhook ${webhook.id}`],
      ['webhook.removed', 'user', `webhook ${webhook.id}`],
      ['split.changed', 'user', company],
      ['statement.exported', 'user', company],
      ['transactions.exported', 'user', null],
      ['api_key.revoked', 'user', `api_key ${made.id}`],
    ]);
    const [refunded] = await entries(`&object=refund&object_id=${refund.id}`);
    expect(refunded).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(ISO_UTC),
      action: 'refund.requested',
      actor: { kind: 'key', id: made.id, name: 'ERP' },
      object: { kind: 'refund', id: String(refund.id) },
      details: { transaction_id: order.id, amount: 100 },
      address: '203.0.113.7',
      agent: 'Loja/1',
      times: 1,
    });
    const text = JSON.stringify(logged);
    for (const secret of ['vk_', token.token, 'secret=1', 'Maria', '52998224725', DEMO.email])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('says nothing of what was refused', async () => {
    const before = await entries();
    await gateway.post('/api-keys', { name: 'x', scopes: [] });
    await gateway.post('/payments/pix/refund', { transaction_id: 987_654_321 });
    expect(await entries()).toEqual(before);
  });

  it('tells of logins, sessions and passwords', async () => {
    const call = callByCookie(gateway, await logInByCookie(gateway));
    await logInByCookie(gateway);
    await call('DELETE', '/dashboard/api/users/me/sessions');
    const passwords = { current_password: DEMO.password, new_password: 'outra-senha-bem-longa-7' };
    expect((await call('PUT', '/dashboard/api/users/me/password', passwords)).status).toBe(204);
    expect((await call('DELETE', '/dashboard/session')).status).toBe(204);
    const back = { email: DEMO.email, password: passwords.new_password };
    gateway.token = (await gateway.post('/auth', back)).body.response.token;
    const actions = (await entries('&actor=user')).map(({ action }: { action: string }) => action);
    for (const action of ['login.succeeded', 'sessions.ended', 'password.changed', 'session.ended'])
      expect(actions).toContain(action);
    const [ended] = await entries('&action=session.ended');
    expect(ended.actor).toMatchObject({ kind: 'user', id: owner, name: expect.stringMatching(/\S/) });
  });
});

describe('[audit-log] failed logins', () => {
  const fail = (body: object, address: string) =>
    gateway.call('POST', '/auth', { body, headers: { 'x-forwarded-for': address } });

  it('are one entry for each address and minute, and name no stranger', async () => {
    for (let turn = 0; turn < 3; turn++) expect((await fail(WRONG, '198.51.100.1')).status).toBe(401);
    await fail({ email: 'ninguem@exemplo.com.br', password: 'x' }, '198.51.100.1');
    const own = (await entries('&action=login.failed')).filter(
      ({ address }: { address: string }) => address === '198.51.100.1',
    );
    // The minute may have turned meanwhile.
    expect(own.length).toBeLessThanOrEqual(2);
    expect(own.reduce((sum: number, { times }: { times: number }) => sum + times, 0)).toBe(3);
    expect(own[0]).toMatchObject({ actor: { kind: 'anonymous', id: null }, object: null, details: { users: [owner] } });
    const rows = await db().query("SELECT * FROM audit_log WHERE action = 'login.failed' AND merchant_id IS NULL");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('ninguem');
  });

  it('from many addresses share an entry, so that nobody can grow the log', async () => {
    await db().query('SELECT forget_audit_log(now(), 100)');
    const addresses = Array.from({ length: 24 }, (_, index) => `198.51.100.${index + 10}`);
    for (const address of addresses) await fail(WRONG, address);
    const minutes = await db().query<{ rows: number; times: number }>(
      `SELECT count(*) AS rows, sum(times)::int AS times FROM audit_log
       WHERE action = 'login.failed' AND merchant_id IS NOT NULL GROUP BY counted_minute`,
    );
    for (const { rows } of minutes) expect(rows).toBeLessThanOrEqual(21);
    expect(minutes.reduce((sum, { times }) => sum + times, 0)).toBe(3 + 24);
  });
});

describe('[audit-log] the list', () => {
  it('is narrowed by who, what, which and when', async () => {
    const all = await entries();
    expect(all.length).toBeGreaterThan(10);
    const [newest] = all;
    const only = async (query: string) => entries(query);
    for (const entry of await only('&actor=key')) expect(entry.actor.kind).toBe('key');
    for (const entry of await only(`&actor=user&actor_id=${owner}`)) expect(entry.actor.id).toBe(owner);
    for (const entry of await only('&object=webhook')) expect(entry.object.kind).toBe('webhook');
    expect(await only(`&createdAtStart=${newest.created_at}&createdAtEnd=${newest.created_at}`)).toContainEqual(newest);
    expect(await only('&createdAtEnd=2020-01-01')).toEqual([]);
    expect((await entries('&direction=ASC')).at(-1)).toEqual(newest);
    const page = (await gateway.get('/audit-log?limit=2&page=2', gateway.token)).body;
    expect(page).toMatchObject({ data: all.slice(2, 4), page: 2, itemsPerPage: 2, total: all.length });
  });

  it('is a file, too, which is told of', async () => {
    const file = await gateway.get('/audit-log?format=csv&action=split.changed', gateway.token);
    const lines = String(file.body).trim().split('\r\n');
    expect([file.headers.get('content-type'), lines.length]).toEqual(['text/csv; charset=utf-8', 2]);
    expect(lines[1]).toContain('split.changed,user,');
    expect((await entries('&action=audit_log.exported'))[0]).toMatchObject({ details: { format: 'csv' } });
  });

  it('holds one’s own alone', async () => {
    const other = await entries('', gateway.otherToken);
    expect(new Set(other.map(({ action }: { action: string }) => action))).toEqual(new Set(['login.succeeded']));
    expect(await entries(`&actor_id=${owner}`, gateway.otherToken)).toEqual([]);
    expectError(await gateway.call('GET', '/audit-log'), { status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('[audit-log] stays as it is', () => {
  const stopped = { code: '23514' };
  const entry = "(SELECT max(id) FROM audit_log WHERE action = 'split.changed')";
  const counted = "(SELECT max(id) FROM audit_log WHERE action = 'login.failed')";

  it.each([
    `UPDATE audit_log SET action = 'logout' WHERE id = ${entry}`,
    `UPDATE audit_log SET times = times + 1 WHERE id = ${entry}`,
    `UPDATE audit_log SET times = times + 2 WHERE id = ${counted}`,
    `UPDATE audit_log SET times = times - 1 WHERE id = ${counted}`,
    `UPDATE audit_log SET times = times + 1, address = '::1' WHERE id = ${counted}`,
    `UPDATE audit_log SET times = times + 1, details = '{}' WHERE id = (SELECT max(id) FROM audit_log
       WHERE action = 'login.failed' AND details <> '{}')`,
    `DELETE FROM audit_log WHERE id = ${entry}`,
    'TRUNCATE audit_log',
  ])('the owner cannot %s', async (sql) => {
    await expect(db().query(sql)).rejects.toMatchObject(stopped);
  });

  it('and is forgotten by age alone', async () => {
    const old = `INSERT INTO audit_log (created_at, actor_kind, action)
      SELECT now() - interval '1 day' * n, 'job', 'merchant.changed' FROM unnest(ARRAY[1, 29, 1800, 1830, 4000]) AS n`;
    await db().query(old);
    // Not even the service deletes by itself. In a transaction, whose end is waited for: PostgreSQL tells of an error
    // before it lets go of the row, and who forgets passes over rows that somebody holds.
    const byItself = "DELETE FROM audit_log WHERE created_at < now() - interval '5 years'";
    await expect(withTransaction(gateway.vintem.deps.db, (tx) => tx.query(byItself))).rejects.toMatchObject(stopped);
    expect(await forgetAuditLog(gateway.vintem.deps)).toBe(false);
    // Failed logins are counted a moment later than they happen: only these five are looked for.
    const left = "SELECT count(*) AS count FROM audit_log WHERE actor_kind = 'job' AND action = 'merchant.changed'";
    expect(await db().query(left)).toEqual([{ count: 3 }]);
  });
});
