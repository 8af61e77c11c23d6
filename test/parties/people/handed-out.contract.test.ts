import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResetLink } from '../../../src/parties/accounts/passwords/make-reset-link.ts';
import { callByCookie, cookieOf, logInByCookie, OWN } from '../../pages/dashboard/browser-calls.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

const PASSWORD = 'jabuticaba madura no pé';
const API = '/dashboard/api';

let gateway: TestGateway;
let owner: ReturnType<typeof callByCookie>;
let ownerId: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  owner = callByCookie(gateway, await logInByCookie(gateway));
  ownerId = (await owner('GET', `${API}/users/me`)).body.id;
});
afterAll(() => gateway.close());

const tokenOf = (url: string) => url.split('#')[1] ?? '';
const accept = (url: string) =>
  gateway.call('POST', '/dashboard/invitation', {
    body: { token: tokenOf(url), name: 'Bia Nova', password: PASSWORD },
    headers: OWN,
  });

interface Colleague {
  id: number;
  email: string;
  call: ReturnType<typeof callByCookie>;
}

let count = 0;
/** A second owner of the demo merchant. */
async function addOwner(): Promise<Colleague> {
  const email = `dona${++count}@loja.example`;
  const { url } = (await owner('POST', `${API}/invitations`, { email, role: 'OWNER' })).body;
  const answer = await accept(url);
  return { id: answer.body.user.id, email, call: callByCookie(gateway, cookieOf(answer)) };
}

async function makeKey({ call }: Colleague, name: string): Promise<{ id: number; key: string }> {
  const { status, body } = await call('POST', `${API}/api-keys`, { name, scopes: ['read', 'refund'] });
  expect(status).toBe(201);
  return body;
}

const change = (id: number, body: object) => owner('PATCH', `${API}/users/${id}`, body);
const answers = (key: string, status: number) =>
  eventually(async () => expect((await gateway.get('/transactions', key)).status).toBe(status), 10_000);
const logOf = async (action: string) =>
  (await owner('GET', `${API}/audit-log?action=${action}&limit=100`)).body.data as {
    object: { id: string };
    details: Record<string, unknown>;
  }[];

describe('whoever is deactivated or becomes less than an owner', () => {
  it.each([{ status: 'INACTIVE' }, { role: 'READER' }])(
    'does not come back by what they handed out: %j',
    async (less) => {
      const leaver = await addOwner();
      const back = `volta${count}@loja.example`;
      const { url, id: invitationId } = (
        await leaver.call('POST', `${API}/invitations`, { email: back, role: 'OWNER' })
      ).body;
      const ours = (await owner('POST', `${API}/invitations`, { email: `nossa${count}@loja.example`, role: 'READER' }))
        .body;
      const { deps } = gateway.vintem;
      const [user] = await gateway.database.db.query<Parameters<typeof makeResetLink>[2]>(
        'SELECT id, merchant_id, name, email, version, role FROM users WHERE id = $1',
        [leaver.id],
      );
      const reset = await makeResetLink(deps, deps.db, user as Parameters<typeof makeResetLink>[2]);
      const key = await makeKey(leaver, 'Planilha');

      expect(await change(leaver.id, less)).toMatchObject({
        status: 200,
        body: {
          ...less,
          handed_out: {
            invitations_withdrawn: 1,
            api_keys_revoked: [{ id: key.id, name: 'Planilha' }],
            api_keys_kept: [],
          },
        },
      });
      expectError(await accept(url), { status: 404, code: 'LINK_INVALID' });
      const opened = await gateway.call('PUT', '/dashboard/password-reset', {
        body: { token: tokenOf(reset.url), password: PASSWORD },
        headers: OWN,
      });
      expectError(opened, { status: 404, code: 'LINK_INVALID' });
      expect(await gateway.database.db.query('SELECT 1 FROM password_resets WHERE user_id = $1', [leaver.id])).toEqual(
        [],
      );
      await answers(key.key, 401);
      // Nobody else's invitations end.
      expect((await accept(ours.url)).status).toBe(200);

      expect((await logOf('invitation.revoked'))[0]).toMatchObject({
        object: { id: String(invitationId) },
        details: { email: back, role: 'OWNER', invited_by: leaver.id },
      });
      expect((await logOf('api_key.revoked'))[0]).toMatchObject({
        object: { id: String(key.id) },
        details: { name: 'Planilha', made_by: leaver.id },
      });
      expect((await logOf('password.reset_voided'))[0]).toMatchObject({
        object: { id: String(leaver.id) },
        details: { count: 1 },
      });
      const after = { role: 'OWNER', status: 'ACTIVE', ...less };
      expect((await logOf('user.changed'))[0]?.details).toEqual({
        role: after.role,
        role_before: 'OWNER',
        status: after.status,
        status_before: 'ACTIVE',
      });
    },
  );

  it('leaves keys behind that the one who does it keeps, and those are theirs from then on', async () => {
    const leaver = await addOwner();
    const [kept, dropped] = [await makeKey(leaver, 'Loja'), await makeKey(leaver, 'Teste')];
    const notTheirs = await makeKey({ id: ownerId, email: '', call: owner }, 'Nossa');
    for (const keep of [[notTheirs.id], [kept.id, 987_654], 'x', [0], Array(21).fill(kept.id)])
      expectError(await change(leaver.id, { status: 'INACTIVE', keep_api_keys: keep }), {
        status: 400,
        code: 'VALIDATION_ERROR',
      });
    const listed = async () => (await owner('GET', `${API}/api-keys`)).body.data as { id: number; status: string }[];
    expect((await listed()).filter(({ id }) => id === kept.id || id === dropped.id)).toMatchObject([
      { status: 'ACTIVE', created_by: { id: leaver.id } },
      { status: 'ACTIVE', created_by: { id: leaver.id } },
    ]);

    const done = await change(leaver.id, { status: 'INACTIVE', keep_api_keys: [kept.id] });
    expect(done.body.handed_out).toEqual({
      invitations_withdrawn: 0,
      api_keys_revoked: [{ id: dropped.id, name: 'Teste' }],
      api_keys_kept: [{ id: kept.id, name: 'Loja' }],
    });
    await answers(dropped.key, 401);
    await answers(kept.key, 200);
    await answers(notTheirs.key, 200);
    expect((await listed()).find(({ id }) => id === kept.id)).toMatchObject({
      status: 'ACTIVE',
      created_by: { id: ownerId },
    });
    expect((await logOf('api_key.taken_over'))[0]).toMatchObject({
      object: { id: String(kept.id) },
      details: { name: 'Loja', made_by: leaver.id },
    });
  });

  it('keeps no key of their own when they step down by themselves', async () => {
    const leaver = await addOwner();
    const key = await makeKey(leaver, 'Minha');
    const stepDown = (more: object) => leaver.call('PATCH', `${API}/users/${leaver.id}`, { role: 'READER', ...more });
    expectError(await stepDown({ keep_api_keys: [key.id] }), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'keep_api_keys',
    });
    expect((await stepDown({})).body.handed_out.api_keys_revoked).toEqual([{ id: key.id, name: 'Minha' }]);
  });

  it('hands nothing out any more in the seconds in which their token is still known', async () => {
    const leaver = await addOwner();
    const login = await gateway.post('/auth', { email: leaver.email, password: PASSWORD });
    const { token } = login.body.response;
    // Known to this process from now on, for five seconds.
    expect((await gateway.get('/users', token)).status).toBe(200);
    expect((await change(leaver.id, { status: 'INACTIVE' })).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/invitations', { email: 'tarde@loja.example', role: 'OWNER' }],
      ['POST', '/api-keys', { name: 'Tarde', scopes: ['read'] }],
      ['PATCH', `/users/${leaver.id}`, { status: 'ACTIVE' }],
    ] as const)
      expectError(await gateway.call(method, path, { token, body }), { status: 401, code: 'UNAUTHORIZED' });
  });
});
