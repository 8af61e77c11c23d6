import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/parties/accounts/passwords/passwords.ts';
import { callByCookie, logInByCookie, OWN } from '../../pages/dashboard/browser-calls.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linkBody } from '../../support/links.ts';
import { orderBody } from '../../support/orders.ts';
import { payoutRail, useRail } from '../../support/payouts.ts';
import { type Access, HIDDEN, type Permission, PUBLIC, TABLE, type Things } from './access-table.ts';

/**
 * Every operation of the description × role × scope × session × other merchant. The operations come from the document
 * that the server gives out, and who may what from `access-table.ts`: a new one that nobody has put there fails.
 */
const ROLES: Readonly<Record<string, readonly Permission[]>> = {
  OWNER: ['read', 'charge', 'refund', 'payout', 'webhooks', 'manage', 'own'],
  FINANCE: ['read', 'refund', 'payout', 'own'],
  SUPPORT: ['read', 'charge', 'own'],
  READER: ['read', 'own'],
};
const SCOPES: readonly Permission[] = ['read', 'charge', 'refund', 'payout', 'webhooks'];
const PASSWORD = 'jabuticaba madura no pé';
/** An id that nobody has: what another merchant has must look the same. */
const NOBODYS = 987_654_321;
const PATIENCE_MS = 300_000;

const EVERYTHING = Object.entries(TABLE).map(([route, access]) => ({ route, access }));
const nobodys = Object.fromEntries(
  (
    'apiKey company accessToken customer destination divergence invitation link payout refund transaction session ' +
    'user webhook delivery'
  )
    .split(' ')
    .map((thing) => [thing, thing === 'link' ? 'pl_nobody' : NOBODYS]),
) as unknown as Things;

let gateway: TestGateway;
let described: string[];
/** Every route of each server that started, as it knows them itself: the gateway's and its sandbox acquirer's. */
const servers: RouteOptions[][] = [];
const CREATED = 'fastify.initialization';
function listenToRoutes(message: unknown): void {
  const routes: RouteOptions[] = [];
  servers.push(routes);
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
}
let demos: Things;
beforeAll(async () => {
  // Nothing in the background changes what is stored.
  subscribe(CREATED, listenToRoutes);
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', SANDBOX_CLOCK: 'on' });
  unsubscribe(CREATED, listenToRoutes);
  const { paths } = (await gateway.get('/openapi.json')).body as { paths: Record<string, object> };
  described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  demos = await makeThings();
});
afterAll(() => gateway.close());

/** What the server answers to and the document does not describe. */
function hiddenRoutes(): string[] {
  const ofGateway = servers.find((routes) => routes.some(({ url }) => url === '/openapi.json')) ?? [];
  const named = ofGateway.flatMap(({ method, url }) =>
    [method].flat().map((one) => `${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const isFile = (route: string) => /^(HEAD|GET) \S+\/assets\/\*$/.test(route);
  return [...new Set(named)]
    .filter((route) => !route.startsWith('HEAD ') && !isFile(route) && !described.includes(route))
    .sort();
}

/** One of everything that the demo merchant can have. */
async function makeThings(): Promise<Things> {
  const made = async (path: string, body: object) => (await gateway.post(path, body)).body;
  const webhook = (await made('/webhooks', { url: 'http://localhost:1/x' })).id;
  const order = async () => (await made('/payments/order', orderBody())).transaction;
  const { id: transaction, company_id: company } = await order();
  await made(`/sandbox/transactions/${transaction}/pay`, { notify: false });
  await gateway.get(`/transactions/${transaction}?payment_type=PIX`);
  const refund = (await made('/payments/pix/refund', { transaction_id: transaction, amount: 1 })).refund.id;
  // Paid after it was cancelled: a divergence.
  const { id: late } = await order();
  await made(`/transactions/${late}/cancel`, {});
  await made(`/sandbox/transactions/${late}/pay`, { notify: false });
  await gateway.get(`/transactions/${late}?payment_type=PIX`);
  useRail(gateway, payoutRail());
  const email = { type: 'pix_key', key_type: 'email', key: 'a@b.example' };
  const destination = (await made(`/companies/${company}/destinations`, email)).id;
  await made('/sandbox/clock', { advance_seconds: 40 * 86_400 });
  const payout = (await made('/payouts', { company_id: company, amount: 1, destination_id: destination })).id;
  await logInByCookie(gateway);
  const first = async (path: string) => (await gateway.get(path)).body.data[0];
  return {
    apiKey: (await made('/api-keys', { name: 'x', scopes: ['read'] })).id,
    company,
    accessToken: (await made(`/companies/${company}/access-tokens`, {})).id,
    customer: (await first('/customers')).id,
    destination,
    divergence: (await first('/divergences')).id,
    invitation: (await made('/invitations', { email: 'x@y.example', role: 'READER' })).id,
    link: (await made('/payment-links', linkBody({ company_id: company }))).id,
    payout,
    refund,
    transaction,
    session: (await first('/users/me/sessions')).id,
    user: (await first('/users')).id,
    webhook,
    delivery: (await first(`/webhooks/${webhook}/deliveries`)).id,
  };
}

const pathOf = (route: string, { names = {} }: Pick<Access, 'names'>, things: Things) =>
  (route.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const name = names[part];
    if (name === undefined) throw new Error(`${route}: nobody has said what {${part}} is`);
    return name.startsWith("'") ? name.slice(1, -1) : String(things[name as keyof Things]);
  });

interface Asked {
  headers?: Record<string, string>;
  things?: Things;
  door?: '/dashboard/api';
  query?: string;
}

/** Asks about what nobody has, unless told otherwise: whoever may is told so, and nothing happens. */
async function ask(route: string, access: Access, asked: Asked): Promise<Pick<ApiAnswer, 'status' | 'body'>> {
  const { things = nobodys, door = '', query = '', headers = {} } = asked;
  const [method = ''] = route.split(' ');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return gateway.call(method, door + pathOf(route, access, things) + query, {
    headers,
    isStreamLeft: true,
    ...(hasBody ? { body: access.body?.(things) ?? {} } : {}),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isIn = ({ status, body }: Pick<ApiAnswer, 'status' | 'body'>) =>
  status < 500 && status !== 401 && body.code !== 'FORBIDDEN' && body.code !== 'PASSWORD_NEEDED';
const isAllowed = ({ needs }: Access, permissions: readonly Permission[]) =>
  needs.every((needed) => permissions.includes(needed));

/** Holds every operation against what is expected of it, and names all that answer otherwise. */
async function expectOfAll(
  expected: (access: Access, route: string) => 'in' | string,
  answer: (route: string, access: Access) => Promise<Pick<ApiAnswer, 'status' | 'body'>>,
  operations = EVERYTHING,
): Promise<void> {
  expect(operations.length).toBeGreaterThan(0);
  const wrong: object[] = [];
  for (const { route, access } of operations) {
    const { status, body } = await answer(route, access);
    const seen = isIn({ status, body }) ? 'in' : body.code;
    if (seen !== expected(access, route)) wrong.push({ route, status, seen, expected: expected(access, route) });
  }
  expect(wrong).toEqual([]);
}

/** A user of the demo merchant with that role; each has sessions that no other test ends. */
async function addUser(role: string, n: string): Promise<{ email: string; password: string }> {
  const email = `${role.toLowerCase()}.${n}@papeis.example`;
  await gateway.database.db.query(
    `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
     SELECT merchant_id, $1, $1, $2, $3, now() FROM users WHERE email = 'demo@vintem.dev'`,
    [email, await hashPassword(PASSWORD), role],
  );
  return { email, password: PASSWORD };
}

describe('[access] the description and the table', () => {
  it('name the same operations: a new one needs a line', () => {
    expect([...Object.keys(TABLE), ...PUBLIC].sort()).toEqual([...described].sort());
    expect(hiddenRoutes()).toEqual(HIDDEN);
  });

  it('agree on what is public: everything else is refused to nobody, and to a wrong token', {
    timeout: PATIENCE_MS,
  }, async () => {
    for (const headers of [{}, bearer('x.y.z'), bearer(`vk_${'0'.repeat(64)}`)])
      await expectOfAll(
        () => 'UNAUTHORIZED',
        (route, access) => ask(route, access, { headers }),
      );
    const names = { id: "'1'", name: "'x'", secret: "'x'", reminder: "'x'", slug: "'x'", token: "'x'" } as const;
    for (const route of PUBLIC) {
      const open = await ask(route, { needs: [], names }, {});
      expect([route, open.body.code === 'FORBIDDEN', open.status === 401 && route.startsWith('GET')]).toEqual([
        route,
        false,
        false,
      ]);
      const behind = await ask(route, { needs: [], names }, { door: '/dashboard/api', headers: OWN });
      expect([route, behind.status]).toEqual([route, 404]);
    }
  });
});

describe.each(Object.entries(ROLES))('[access] %s', (role, permissions) => {
  const outcome = (access: Access) => (isAllowed(access, permissions) ? 'in' : 'FORBIDDEN');

  it('by a token: nothing but what the role may', { timeout: PATIENCE_MS }, async () => {
    const login = await gateway.post('/auth', await addUser(role, 'token'));
    const headers = bearer(login.body.response.token);
    await expectOfAll(outcome, (route, access) => ask(route, access, { headers }));
  });

  it('at the dashboard: the same, and sensitive acts with a fresh password only', {
    timeout: PATIENCE_MS,
  }, async () => {
    const fresh = { ...OWN, cookie: await logInByCookie(gateway, await addUser(role, 'fresh')) };
    await expectOfAll(outcome, (route, access) => ask(route, access, { headers: fresh, door: '/dashboard/api' }));
    const stale = { ...OWN, cookie: await logInByCookie(gateway, await addUser(role, 'stale')) };
    await gateway.database.db.query(
      `UPDATE dashboard_sessions SET confirmed_at = now() - interval '11 minutes'
       WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [`${role.toLowerCase()}.stale@papeis.example`],
    );
    const asked = (when: Access['sensitive']) => (access: Access) =>
      isAllowed(access, permissions) && (access.sensitive === 'always' || access.sensitive === when)
        ? 'PASSWORD_NEEDED'
        : outcome(access);
    const door = '/dashboard/api';
    await expectOfAll(asked('always'), (route, access) => ask(route, access, { headers: stale, door }));
    const isFile = ({ access }: { access: Access }) => access.sensitive === 'as a file';
    const asFile = (route: string, access: Access) =>
      ask(route, access, { headers: stale, door, query: '?format=csv' });
    await expectOfAll(asked('as a file'), asFile, EVERYTHING.filter(isFile));
  });
});

describe('[access] keys', () => {
  it.each([...SCOPES.map((scope) => [scope]), ['webhooks', 'read'], [...SCOPES]])(
    'of %s: nothing but what the scopes say',
    { timeout: PATIENCE_MS },
    async (...scopes) => {
      const { key } = (await gateway.post('/api-keys', { name: scopes.join(' '), scopes })).body;
      await expectOfAll(
        (access) => (isAllowed(access, scopes as Permission[]) ? 'in' : 'FORBIDDEN'),
        (route, access) => ask(route, access, { headers: bearer(key) }),
      );
    },
  );
});

describe('[access] another merchant', () => {
  const isNaming = ({ names, body }: Access) => names !== undefined || body !== undefined;
  /** With what was asked about blotted out, and the times of the moment. */
  const plain = ({ status, body }: Pick<ApiAnswer, 'status' | 'body'>, things: Things) => ({
    status,
    text: Object.values(things).reduce(
      (text: string, id) => text.replaceAll(new RegExp(`(?<![\\w.:-])${id}(?![\\w.:-])`, 'g'), '<id>'),
      JSON.stringify(body).replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>'),
    ),
  });
  /** A hash of every row of every table. */
  const everything = async () => {
    const { db } = gateway.database;
    const tables = await db.query<{ name: string }>(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'sandbox_acquirer')",
    );
    const rows = tables.map(async ({ name }) => [
      name,
      await db.query(`SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${name} t`),
    ]);
    return Object.fromEntries(await Promise.all(rows)) as object;
  };

  it('meets what this one has as what nobody has, and changes nothing', { timeout: PATIENCE_MS }, async () => {
    const headers = bearer(gateway.otherToken);
    const before = await everything();
    const wrong: object[] = [];
    for (const { route, access } of EVERYTHING.filter(({ access }) => isNaming(access))) {
      const theirs = plain(await ask(route, access, { headers, things: demos }), demos);
      const none = plain(await ask(route, access, { headers }), nobodys);
      if (JSON.stringify(theirs) !== JSON.stringify(none)) wrong.push({ route, theirs, none });
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it('would have met it: whose it is reads all of it', { timeout: PATIENCE_MS }, async () => {
    const call = callByCookie(gateway, await logInByCookie(gateway));
    for (const { route, access } of EVERYTHING.filter(({ route }) => /^GET .*\{/.test(route)))
      expect([route, (await call('GET', `/dashboard/api${pathOf(route, access, demos)}`)).status]).toEqual([
        route,
        200,
      ]);
  });
});
