import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldLinks } from '../../../src/parties/people/forget-old-links.ts';
import { cliJson, runCli } from '../../doors/cli/run-cli.ts';
import { callByCookie, cookieOf, DEMO, logInByCookie, OWN } from '../../pages/dashboard/browser-calls.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type SmtpServer, startSmtpServer } from '../../support/processes/smtp-server.ts';

const PASSWORD = 'jabuticaba madura no pé';
const COMPANY = {
  name: 'Padaria Sol',
  document: '11.222.333/0001-81',
  address: 'Rua das Flores, 10',
  city: 'Recife',
  state: 'pe',
  zip: '50010-000',
};

let gateway: TestGateway;
let smtp: SmtpServer;
let owner: ReturnType<typeof callByCookie>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  gateway = await startTestGateway({ SMTP_URL: smtp.url, SMTP_FROM: 'Vintém <avisos@vintem.dev>' });
  owner = callByCookie(gateway, await logInByCookie(gateway));
});
afterAll(async () => {
  await gateway.close();
  await smtp.close();
});

const API = '/dashboard/api';
const tokenOf = (url: string) => url.split('#')[1] ?? '';
/** What a page that nobody is logged in at sends. */
const visit = (method: string, path: string, body?: unknown) =>
  gateway.call(method, `/dashboard/${path}`, { body, headers: OWN });
/** Where mails are sent, the link is in the mailbox and nowhere else. */
async function linkMailedTo(email: string, count: number): Promise<string> {
  const links = () => smtp.mailsTo(email).flatMap(({ text }) => /http\S+\/invitation#[\w-]{43}/.exec(text)?.[0] ?? []);
  return eventually(() => {
    expect(links()).toHaveLength(count);
    return links().at(-1) ?? '';
  });
}
const asked = new Map<string, number>();
const invite = async (body: { email?: string; [name: string]: unknown }) => {
  const answer = await owner('POST', `${API}/invitations`, body);
  if (answer.status !== 201) return answer;
  expect(answer.body).toMatchObject({ url: null, mailed: true });
  const { email } = answer.body;
  asked.set(email, (asked.get(email) ?? 0) + 1);
  const url = await linkMailedTo(email, asked.get(email) ?? 0);
  return { ...answer, body: { ...answer.body, url } };
};
const accept = (url: string, more: object = {}) =>
  visit('POST', 'invitation', { token: tokenOf(url), name: 'Bia Nova', password: PASSWORD, ...more });

/** Invites and accepts; answers who came in. */
async function addUser(email: string, role: string): Promise<{ id: number; cookie: string }> {
  const { url } = (await invite({ email, role })).body;
  const answer = await accept(url);
  expect(answer.status).toBe(200);
  return { id: answer.body.user.id, cookie: cookieOf(answer) };
}

const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status).sort();

describe('invitations', () => {
  it('become a user with a role, logged in; the link is shown once and works once', async () => {
    const answer = await invite({ email: ' Bia@Loja.example ', name: 'Bia', role: 'SUPPORT' });
    expect(answer).toMatchObject({ status: 201, body: { email: 'bia@loja.example', role: 'SUPPORT', mailed: true } });
    const { url, id } = answer.body;
    expect(url).toMatch(/^http:\/\/localhost:\d+\/dashboard\/invitation#[\w-]{43}$/);
    const days = (Date.parse(answer.body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    const listed = (await owner('GET', `${API}/invitations`)).body.data;
    expect(listed).toEqual([expect.objectContaining({ id, email: 'bia@loja.example', name: 'Bia' })]);
    expect(JSON.stringify(listed)).not.toContain(tokenOf(url));
    const rows = await gateway.database.db.query('SELECT * FROM invitations');
    expect(JSON.stringify(rows)).not.toContain(tokenOf(url));

    const opened = await visit('POST', 'invitation/open', { token: tokenOf(url) });
    expect(opened.body).toMatchObject({
      kind: 'user',
      email: 'bia@loja.example',
      name: 'Bia',
      merchant: { name: 'Demo' },
    });
    // What is refused does not use the link up.
    expectError(await accept(url, { password: '12345678' }), invalid('password'));
    expectError(await accept(url, { name: ' ' }), invalid('name'));
    const joined = await accept(url);
    expect(joined).toMatchObject({ status: 200, body: { role: 'SUPPORT', can: ['read', 'charge', 'own'] } });
    const bia = callByCookie(gateway, cookieOf(joined));
    expect((await bia('GET', `${API}/users/me`)).body).toMatchObject({
      email: 'bia@loja.example',
      role: 'SUPPORT',
      permissions: ['read', 'charge', 'own'],
      second_factor: false,
    });
    expectError(await bia('GET', `${API}/users`), { status: 403, code: 'FORBIDDEN' });
    expectError(await accept(url), { status: 404, code: 'LINK_INVALID' });
    expectError(await invite({ email: 'bia@loja.example', role: 'READER' }), invalid('email'));
  });

  it('are accepted by one of two who try at the same moment', async () => {
    const { url } = (await invite({ email: 'corrida@loja.example', role: 'READER' })).body;
    const answers = await Promise.all([accept(url), accept(url)]);
    expect(statuses(answers)).toEqual([200, 404]);
    const rows = await gateway.database.db.query("SELECT 1 FROM users WHERE email = 'corrida@loja.example'");
    expect(rows).toHaveLength(1);
  });

  it('end when they are withdrawn, replaced or too old; a job deletes them', async () => {
    const first = (await invite({ email: 'fim@loja.example', role: 'READER' })).body;
    const second = (await invite({ email: 'fim@loja.example', role: 'FINANCE' })).body;
    expectError(await accept(first.url), { status: 404, code: 'LINK_INVALID' });
    expect((await owner('DELETE', `${API}/invitations/${second.id}`)).status).toBe(204);
    expectError(await owner('DELETE', `${API}/invitations/${second.id}`), {
      status: 404,
      code: 'INVITATION_NOT_FOUND',
    });
    expectError(await accept(second.url), { status: 404, code: 'LINK_INVALID' });
    const old = (await invite({ email: 'fim@loja.example', role: 'READER' })).body;
    await gateway.database.db.query("UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [
      old.id,
    ]);
    expectError(await accept(old.url), { status: 404, code: 'LINK_INVALID' });
    expect((await owner('GET', `${API}/invitations`)).body.data).toEqual([]);
    await forgetOldLinks(gateway.vintem.deps);
    expect(await gateway.database.db.query('SELECT 1 FROM invitations WHERE id = $1', [old.id])).toEqual([]);
  });

  it('tell nothing of other merchants until they are accepted', async () => {
    const { url, status } = await invite({ email: 'parceiro@vintem.dev', role: 'READER' }).then(({ status, body }) => ({
      status,
      url: body.url,
    }));
    expect(status).toBe(201);
    expectError(await accept(url), { status: 400, code: 'EMAIL_TAKEN', field: 'email' });
  });

  it('are at most twenty, and people at most a hundred', async () => {
    const { db } = gateway.database;
    const pending = (await db.query('SELECT 1 FROM invitations')).length;
    for (let n = pending; n < 20; n++)
      expect((await invite({ email: `convite${n}@loja.example`, role: 'READER' })).status).toBe(201);
    expectError(await invite({ email: 'demais@loja.example', role: 'READER' }), {
      status: 400,
      code: 'INVITATION_LIMIT',
    });
    expect((await invite({ email: 'convite19@loja.example', role: 'FINANCE' })).status).toBe(201);
    await db.query("DELETE FROM invitations WHERE email LIKE 'convite%'");
    const { url } = (await invite({ email: 'lotado@loja.example', role: 'READER' })).body;
    await db.query(
      `INSERT INTO users (merchant_id, name, email, password_hash, role, status, created_at)
       SELECT u.merchant_id, 'x', 'cheio' || n || '@loja.example', 'x', 'READER', 'INACTIVE', now()
       FROM users u, generate_series(1, 100) n WHERE u.email = $1`,
      [DEMO.email],
    );
    expectError(await accept(url), { status: 400, code: 'USER_LIMIT' });
    expectError(await invite({ email: 'outro@loja.example', role: 'READER' }), { status: 400, code: 'USER_LIMIT' });
    await db.query("DELETE FROM users WHERE email LIKE 'cheio%'");
  });

  it.each([
    [{ email: 'x', role: 'READER' }, 'email'],
    [{ email: 'x@y.example', role: 'BOSS' }, 'role'],
    [{ email: 'x@y.example', role: 'READER', name: 'a\nb' }, 'name'],
  ])('%j is refused', async (body, field) => {
    expectError(await invite(body), invalid(field));
  });
});

describe('people', () => {
  it('change roles; what was open before ends', async () => {
    const { id, cookie } = await addUser('caio@loja.example', 'READER');
    const { token } = (await gateway.post('/auth', { email: 'caio@loja.example', password: PASSWORD })).body.response;
    const caio = callByCookie(gateway, cookie);
    expect((await caio('GET', `${API}/users/me`)).status).toBe(200);
    const changed = await owner('PATCH', `${API}/users/${id}`, { role: 'FINANCE' });
    expect(changed).toMatchObject({
      status: 200,
      body: { id, role: 'FINANCE', status: 'ACTIVE', second_factor: false },
    });
    expectError(await caio('GET', `${API}/users/me`), { status: 401, code: 'UNAUTHORIZED' });
    await eventually(async () => expect((await gateway.get('/users/me', token)).status).toBe(401));

    expect((await owner('PATCH', `${API}/users/${id}`, { status: 'INACTIVE' })).body.status).toBe('INACTIVE');
    expectError(await gateway.post('/auth', { email: 'caio@loja.example', password: PASSWORD }), {
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    const { data } = (await owner('GET', `${API}/users`)).body;
    expect(data.find((user: { id: number }) => user.id === id)).toMatchObject({ role: 'FINANCE', status: 'INACTIVE' });
    for (const body of [{}, { role: 'BOSS' }, { status: 'DELETED' }])
      expectError(await owner('PATCH', `${API}/users/${id}`, body), { status: 400, code: 'VALIDATION_ERROR' });
    expectError(await owner('PATCH', `${API}/users/987654321`, { role: 'READER' }), {
      status: 404,
      code: 'USER_NOT_FOUND',
    });
  });

  it('are logged out everywhere by the owner', async () => {
    const { id, cookie } = await addUser('dora@loja.example', 'READER');
    expect((await owner('DELETE', `${API}/users/${id}/sessions`)).status).toBe(204);
    expectError(await callByCookie(gateway, cookie)('GET', `${API}/users/me`), { status: 401, code: 'UNAUTHORIZED' });
    await logInByCookie(gateway, { email: 'dora@loja.example', password: PASSWORD });
  });

  it('always have an owner, also when two owners leave at the same moment', async () => {
    const partner = callByCookie(gateway, await logInByCookie(gateway, { ...DEMO, email: 'parceiro@vintem.dev' }));
    const { id } = (await partner('GET', `${API}/users/me`)).body;
    for (const change of [{ role: 'READER' }, { status: 'INACTIVE' }])
      expectError(await partner('PATCH', `${API}/users/${id}`, change), { status: 400, code: 'LAST_OWNER' });

    for (const change of [{ role: 'FINANCE' }, { status: 'INACTIVE' }] as const) {
      const two = await addUser(`dono-${Object.keys(change)[0]}@loja.example`, 'OWNER');
      const second = callByCookie(gateway, two.cookie);
      const { data } = (await owner('GET', `${API}/users`)).body;
      const owners = data.filter((user: { role: string; status: string }) => isActiveOwner(user));
      expect(owners).toHaveLength(2);
      const ids = owners.map((user: { id: number }) => user.id);
      const answers = await Promise.all([
        owner('PATCH', `${API}/users/${ids[0]}`, change),
        second('PATCH', `${API}/users/${ids[1]}`, change),
      ]);
      expect(statuses(answers)).toEqual([200, 400]);
      // Whoever is left is made the first one again, for the next round.
      await gateway.database.db.query("UPDATE users SET role = 'OWNER', status = 'ACTIVE' WHERE id = $1", [ids[0]]);
      await gateway.database.db.query("UPDATE users SET role = 'READER' WHERE id = $1", [ids[1]]);
      owner = callByCookie(gateway, await logInByCookie(gateway));
    }
  });
});

const isActiveOwner = ({ role, status }: { role: string; status: string }) => role === 'OWNER' && status === 'ACTIVE';

describe('a merchant begins', () => {
  const env = () => ({ DATABASE_URL: gateway.database.url, PUBLIC_URL: gateway.vintem.deps.config.publicUrl });

  it('by a link of the operator, and is finished in the browser', async () => {
    const { url } = await cliJson(env(), 'merchant', 'invite', '--name', 'Padarias Sol', '--email', 'rui@sol.example');
    const opened = await visit('POST', 'invitation/open', { token: tokenOf(url) });
    expect(opened.body).toMatchObject({ kind: 'merchant', role: 'OWNER', merchant: { name: 'Padarias Sol' } });
    expectError(await accept(url), invalid('company'));
    expectError(await accept(url, { company: { ...COMPANY, document: '123' } }), invalid('company.document'));
    expectError(await accept(url, { company: { ...COMPANY, name: '' } }), invalid('company.name'));
    expectError(await accept(url, { company: { ...COMPANY, zip: 'x' } }), invalid('company.zip'));
    const answers = await Promise.all([accept(url, { company: COMPANY }), accept(url, { company: COMPANY })]);
    expect(statuses(answers)).toEqual([200, 404]);
    const begun = answers.find(({ status }) => status === 200) as ApiAnswer;
    expect(begun.body).toMatchObject({
      role: 'OWNER',
      merchant: { name: 'Padarias Sol' },
      companies: [{ name: 'Padaria Sol', status: 'ACTIVE' }],
    });
    const rui = callByCookie(gateway, cookieOf(begun));
    const company = (await rui('GET', `${API}/companies/${begun.body.companies[0].id}`)).body;
    expect(company).toMatchObject({ document: '11222333000181', address: { city: 'Recife', state: 'PE' } });
    expect(company.plans.map((plan: { payment_type: string }) => plan.payment_type).sort()).toEqual(['invoice', 'pix']);
    const again = await runCli(env(), 'merchant', 'invite', '--name', 'Outra', '--email', 'rui@sol.example');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is taken by another user') });
  });

  it.each([
    ['GET', 'config', undefined],
    ['POST', 'invitation/open', { token: 'x' }],
    ['POST', 'invitation', { token: 'x', name: 'x', password: PASSWORD }],
    ['POST', 'sign-up', { email: 'x@y.example' }],
    ['POST', 'password-reset', { email: DEMO.email }],
    ['POST', 'password-reset/open', { token: 'x' }],
    ['PUT', 'password-reset', { token: 'x', password: PASSWORD }],
  ])('%s /dashboard/%s is for pages of ours', async (method, path, body) => {
    const headers = { ...OWN, 'sec-fetch-site': 'cross-site' };
    const foreign = await gateway.call(method, `/dashboard/${path}`, { body, headers });
    expectError(foreign, { status: 403, code: 'FORBIDDEN_ORIGIN' });
    const large = await gateway.call(method, `/dashboard/${path}`, {
      ...(method === 'GET' ? {} : { rawBody: JSON.stringify({ x: 'x'.repeat(5_000) }) }),
      headers: { ...OWN, 'content-type': 'application/json' },
    });
    if (method !== 'GET') expectError(large, { status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect((await owner(method, `${API}/dashboard/${path}`, body)).status).toBe(404);
  });
});

describe('another password', () => {
  const reset = (url: string, password = 'graviola com gelo e sal') =>
    visit('PUT', 'password-reset', { token: tokenOf(url), password });
  const linkIn = async (count: number) => {
    const mail = await eventually(() => {
      const mails = smtp.mailsTo('eva@loja.example').filter(({ text }) => text.includes('/dashboard/reset#'));
      expect(mails).toHaveLength(count);
      return mails.at(-1);
    });
    return /http\S+#[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
  };

  it('comes by a link, whose use ends everything else, once', async () => {
    const { cookie } = await addUser('eva@loja.example', 'READER');
    const ask = (email: string) => visit('POST', 'password-reset', { email });
    const answers = [await ask('eva@loja.example'), await ask('ninguem@loja.example')];
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 202, body: {} });
    const first = await linkIn(1);
    await ask('EVA@loja.example');
    const second = await linkIn(2);
    const rows = await gateway.database.db.query('SELECT * FROM password_resets');
    expect(JSON.stringify(rows)).not.toContain(tokenOf(first));
    expect((await visit('POST', 'password-reset/open', { token: tokenOf(first) })).body).toMatchObject({
      email: 'eva@loja.example',
    });
    expectError(await reset(first, '123'), invalid('password'));
    const uses = await Promise.all([reset(first), reset(first)]);
    expect(statuses(uses)).toEqual([204, 404]);
    expect(uses.find(({ status }) => status === 204)?.headers.get('set-cookie')).toBeNull();
    expectError(await reset(second), { status: 404, code: 'LINK_INVALID' });
    expectError(await callByCookie(gateway, cookie)('GET', `${API}/users/me`), { status: 401, code: 'UNAUTHORIZED' });
    await logInByCookie(gateway, { email: 'eva@loja.example', password: 'graviola com gelo e sal' });
    expect(smtp.mailsTo('ninguem@loja.example')).toEqual([]);
  });

  it('is mailed three times an hour at most', async () => {
    const ask = () => visit('POST', 'password-reset', { email: 'eva@loja.example' });
    expect(statuses(await Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]))).toEqual(Array(6).fill(202));
    await linkIn(5);
    const rows = await gateway.database.db.query('SELECT 1 FROM password_resets');
    expect(rows).toHaveLength(3);
  });

  it('comes from the operator, too; it ends with its hour and with any other change', async () => {
    const env = { DATABASE_URL: gateway.database.url, PUBLIC_URL: 'https://pay.example' };
    const link = async () => (await cliJson(env, 'user', 'reset-link', 'eva@loja.example')).url as string;
    const late = await link();
    expect(late).toMatch(/^https:\/\/pay\.example\/dashboard\/reset#[\w-]{43}$/);
    await gateway.database.db.query("UPDATE password_resets SET expires_at = now() - interval '1 second'");
    expectError(await reset(late), { status: 404, code: 'LINK_INVALID' });
    await forgetOldLinks(gateway.vintem.deps);
    expect(await gateway.database.db.query('SELECT 1 FROM password_resets')).toEqual([]);
    const overtaken = await link();
    await gateway.database.db.query("UPDATE users SET version = version + 1 WHERE email = 'eva@loja.example'");
    expectError(await reset(overtaken), { status: 404, code: 'LINK_INVALID' });
    expect((await reset(await link(), PASSWORD)).status).toBe(204);
    expect(await runCli(env, 'user', 'reset-link', 'ninguem@loja.example')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not belong to any active user'),
    });
    expect(await runCli({ ...env, VINTEM_MODE: 'live', PUBLIC_URL: '' }, 'user', 'reset-link', 'x@y.zz')).toMatchObject(
      {
        code: 1,
        err: expect.stringContaining('PUBLIC_URL is missing'),
      },
    );
  });
});
