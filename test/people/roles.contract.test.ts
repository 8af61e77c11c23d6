import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../src/auth/passwords.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

/**
 * Every route of the interface × every role. Who may what is written down here once more, in words of its own: a route
 * that is not listed must be one that everybody may read.
 */
const ROLES = ['OWNER', 'FINANCE', 'SUPPORT', 'READER'] as const;
type Role = (typeof ROLES)[number];

const OWNERS: readonly Role[] = ['OWNER'];
const CHARGES: readonly Role[] = ['OWNER', 'SUPPORT'];
const REFUNDS: readonly Role[] = ['OWNER', 'FINANCE'];
const EVERYBODY: readonly Role[] = ROLES;

const ALLOWED: readonly [RegExp, readonly Role[]][] = [
  [/ \/users\/me(\/|$)/, EVERYBODY],
  [/ \/(users|invitations|api-keys|audit-log)(\/|$)/, OWNERS],
  [/ \/customers\/\{id\}\/(export|anonymise)$/, OWNERS],
  [/^(PATCH) \/merchant$/, OWNERS],
  [/^(POST|DELETE) \/companies\/\{id\}\/access-tokens/, OWNERS],
  [/^PUT \/companies\/\{id\}\/split$/, OWNERS],
  [/^(POST|PATCH|DELETE) \/webhooks/, OWNERS],
  [/^POST \/payments\/(pix\/refund|reversal)$/, REFUNDS],
  [/^POST \/divergences\//, REFUNDS],
  [/^POST \/payments\/refund\/simulate$/, EVERYBODY],
  [/\/split\/simulate$/, EVERYBODY],
  [/^POST \/balance\/list$/, EVERYBODY],
  [/^POST \/(payments|sandbox)\//, CHARGES],
  [/^POST \/companies\/\{id\}\/payments$/, CHARGES],
  [/^(POST|PATCH) \/payment-links/, CHARGES],
  [/^(POST|PATCH|PUT) \/customers/, CHARGES],
  [/^POST \/transactions\//, CHARGES],
  [/^GET /, EVERYBODY],
];

interface Operation {
  security?: unknown[];
}

let gateway: TestGateway;
let routes: string[];
const tokens = new Map<Role, string>();
beforeAll(async () => {
  // Nothing in the background changes what is stored.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', SANDBOX_CLOCK: 'on' });
  const { paths } = (await gateway.get('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const passwordHash = await hashPassword('jabuticaba madura no pé');
  for (const role of ROLES) {
    const email = `${role.toLowerCase()}@papeis.example`;
    await gateway.database.db.query(
      `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at)
       SELECT merchant_id, $1, $1, $2, $3, now() FROM users WHERE email = 'demo@vintem.dev'`,
      [email, passwordHash, role],
    );
    const login = await gateway.post('/auth', { email, password: 'jabuticaba madura no pé' });
    tokens.set(role, login.body.response.token);
  }
});
afterAll(() => gateway.close());

/** Asks about what nobody has, with nothing in the body: whoever may ask is told so, and nothing happens. */
async function ask(route: string, role: Role): Promise<{ status: number; code: string | undefined }> {
  const [method = '', path = ''] = route.split(' ');
  const url = gateway.url + path.replaceAll(/\{\w+\}/g, '987654321');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(role)}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  });
  if (response.ok) {
    // A stream would not end by itself.
    await response.body?.cancel();
    return { status: response.status, code: undefined };
  }
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

/** A hash of every row that is stored. */
async function everything(): Promise<Record<string, string>> {
  const { db } = gateway.database;
  const tables = await db.query<{ name: string }>(
    "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'sandbox_acquirer')",
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ hash: string }>(
      `SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${name} t`,
    );
    hashes[name] = row?.hash ?? '';
  }
  return hashes;
}

const allowedTo = (route: string) => ALLOWED.find(([pattern]) => pattern.test(route))?.[1];

it('every route says who may use it', () => {
  expect(routes.length).toBeGreaterThan(60);
  expect(routes.filter((route) => !allowedTo(route))).toEqual([]);
});

it('whoever may not is told so before anything else, and nothing changes', async () => {
  const before = await everything();
  const refused = routes.flatMap((route) =>
    ROLES.filter((role) => !allowedTo(route)?.includes(role)).map((role) => ({ route, role })),
  );
  expect(refused.length).toBeGreaterThan(60);
  const wrong: object[] = [];
  for (const { route, role } of refused) {
    const answer = await ask(route, role);
    if (answer.status !== 403 || answer.code !== 'FORBIDDEN') wrong.push({ route, role, ...answer });
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
});

it('whoever may is let in', async () => {
  const wrong: object[] = [];
  for (const route of routes) {
    for (const role of allowedTo(route) ?? []) {
      const answer = await ask(route, role);
      const isLetIn = answer.status < 500 && answer.status !== 401 && answer.code !== 'FORBIDDEN';
      if (!isLetIn) wrong.push({ route, role, ...answer });
    }
  }
  expect(wrong).toEqual([]);
});
