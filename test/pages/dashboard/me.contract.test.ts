import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { callByCookie, DEMO, logInByCookie } from './browser-calls.ts';

const OTHER = { email: 'parceiro@vintem.dev', password: 'vintem-demo' };
const API = '/dashboard/api/users/me';

let gateway: TestGateway;
let me: ReturnType<typeof callByCookie>;
let other: ReturnType<typeof callByCookie>;
beforeAll(async () => {
  gateway = await startTestGateway();
  me = callByCookie(gateway, await logInByCookie(gateway));
  other = callByCookie(gateway, await logInByCookie(gateway, OTHER));
});
afterAll(() => gateway.close());

describe('a user’s own account', () => {
  it('reads and changes the profile', async () => {
    expect((await me('GET', API)).body).toMatchObject({ email: DEMO.email, merchant: { id: expect.any(Number) } });
    expect((await me('PATCH', API, { name: ' Maria ' })).body.name).toBe('Maria');
    expect((await me('GET', API)).body.name).toBe('Maria');
    expect((await other('GET', API)).body.name).not.toBe('Maria');
    expectError(await me('PATCH', API, { name: '  ' }), { status: 400, code: 'VALIDATION_ERROR', field: 'name' });
    const { data } = (await gateway.get('/audit-log?action=profile.changed')).body;
    expect(data).toMatchObject([{ actor: { kind: 'user' }, object: { kind: 'user' } }]);
  });

  it('has the same by a token', async () => {
    expect((await gateway.get('/users/me')).body.email).toBe(DEMO.email);
    expectError(await gateway.call('GET', '/users/me'), { status: 401, code: 'UNAUTHORIZED' });
  });

  it('lists where one is logged in, and ends what one does not know', async () => {
    const elsewhere = await logInByCookie(gateway, DEMO, { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/128' });
    const { data } = (await me('GET', `${API}/sessions`)).body;
    expect(data.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
    expect(data[0]).toMatchObject({ agent: expect.stringContaining('Firefox'), current: false, address: '127.0.0.1' });
    expect(JSON.stringify(data)).not.toContain(elsewhere.split('=')[1]);

    // Whose it is not, cannot end it.
    expect((await other('DELETE', `${API}/sessions/${data[0].id}`)).status).toBe(204);
    expect((await callByCookie(gateway, elsewhere)('GET', API)).status).toBe(200);
    expect((await me('DELETE', `${API}/sessions/${data[0].id}`)).status).toBe(204);
    expectError(await callByCookie(gateway, elsewhere)('GET', API), { status: 401, code: 'UNAUTHORIZED' });
  });

  it('logs out everywhere else', async () => {
    const elsewhere = await logInByCookie(gateway);
    expect((await me('DELETE', `${API}/sessions`)).status).toBe(204);
    expectError(await callByCookie(gateway, elsewhere)('GET', API), { status: 401, code: 'UNAUTHORIZED' });
    expect((await me('GET', API)).status).toBe(200);
    expect((await other('GET', API)).status).toBe(200);
  });

  it('changes the password: what was open elsewhere ends, this session goes on', async () => {
    const session = callByCookie(gateway, await logInByCookie(gateway, OTHER));
    const elsewhere = callByCookie(gateway, await logInByCookie(gateway, OTHER));
    const token = gateway.otherToken;
    const change = (current: string, next: string) =>
      session('PUT', `${API}/password`, { current_password: current, new_password: next });
    expectError(await change('not it', 'jabuticaba madura no pé'), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'current_password',
    });
    expectError(await change(OTHER.password, '123'), { status: 400, code: 'VALIDATION_ERROR', field: 'new_password' });
    expect((await change(OTHER.password, 'jabuticaba madura no pé')).status).toBe(204);
    expect((await session('GET', API)).status).toBe(200);
    expectError(await elsewhere('GET', API), { status: 401, code: 'UNAUTHORIZED' });
    // A process may keep what it knows of a user for five seconds.
    await eventually(async () => expect((await gateway.get('/users/me', token)).status).toBe(401));
    await logInByCookie(gateway, { ...OTHER, password: 'jabuticaba madura no pé' });
    await expect(logInByCookie(gateway, OTHER)).rejects.toThrow('401');
  });
});

describe('saved views', () => {
  const VIEWS = `${API}/views/transactions`;

  it('are kept for each user and page', async () => {
    const saved = await me('PUT', `${VIEWS}/Pagas%20hoje`, { query: 'status=2&createdAtStart=today' });
    expect(saved.body).toMatchObject({ name: 'Pagas hoje', query: 'status=2&createdAtStart=today' });
    await me('PUT', `${VIEWS}/Pagas%20hoje`, { query: 'status=2' });
    const views = (await me('GET', VIEWS)).body.data;
    expect(views.map(({ name, query }: { name: string; query: string }) => [name, query])).toEqual([
      ['Pagas hoje', 'status=2'],
    ]);
    expect((await me('GET', `${API}/views/customers`)).body.data).toEqual([]);
  });

  it('are removed by whom they belong to', async () => {
    await me('PUT', `${VIEWS}/Minha`, { query: '' });
    expectError(await gateway.call('GET', '/users/me/views/transactions'), { status: 401, code: 'UNAUTHORIZED' });
    const names = async () => (await me('GET', VIEWS)).body.data.map(({ name }: { name: string }) => name);
    const stranger = callByCookie(
      gateway,
      await logInByCookie(gateway, { ...OTHER, password: 'jabuticaba madura no pé' }),
    );
    await stranger('DELETE', `${VIEWS}/Minha`);
    expect(await names()).toContain('Minha');
    expect((await me('DELETE', `${VIEWS}/Minha`)).status).toBe(204);
    expect(await names()).not.toContain('Minha');
  });

  it('are few and small', async () => {
    for (let n = 0; n < 50; n++) await me('PUT', `${API}/views/refunds/v${n}`, { query: 'a=b' });
    expectError(await me('PUT', `${API}/views/refunds/v50`, { query: 'a=b' }), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'name',
    });
    expect((await me('PUT', `${API}/views/refunds/v49`, { query: 'a=c' })).status).toBe(200);
    expectError(await me('PUT', `${API}/views/refunds/v1`, { query: 'x'.repeat(2_001) }), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'query',
    });
    expectError(await me('PUT', `${API}/views/refunds/${'n'.repeat(61)}`, { query: '' }), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'name',
    });
    expectError(await me('PUT', `${API}/views/NO/x`, { query: '' }), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'page',
    });
  });

  it('are bounded for a person, whatever the pages are called and however many come at once', async () => {
    const save = (page: string, n: number) => me('PUT', `${API}/views/${page}/n${n}`, { query: 'a=b' });
    const stored = async (where = '') =>
      (await gateway.database.db.query<{ count: number }>(`SELECT count(*) AS count FROM saved_views ${where}`))[0]
        ?.count;
    await Promise.all(Array.from({ length: 60 }, (_, n) => save('race', n)));
    expect(await stored("WHERE page = 'race'")).toBe(50);
    for (const page of ['one', 'two', 'three', 'four'])
      await Promise.all(Array.from({ length: 40 }, (_, n) => save(page, n)));
    expect(await stored()).toBe(200);
    expectError(await save('five', 1), { status: 400, code: 'VALIDATION_ERROR', field: 'name' });
  });
});
