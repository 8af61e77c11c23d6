import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import { MAX_STALE_MS } from '../../../src/ground/db/recent.ts';
import { authenticateWith, callerOf } from '../../../src/parties/accounts/authenticate.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { hashAccessToken } from '../../../src/parties/companies/access-tokens.ts';
import { createSellers } from '../../../src/parties/companies/sellers.ts';
import { secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { fixSplit, openCompany, participant, type TestCompany } from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';

/**
 * What a login and a token say may be used for five seconds, and not for a millisecond more. Real time is
 * the test's own.
 */

let gateway: TestGateway;
let app: FastifyInstance;
let aheadMs = 0;
let shop: TestCompany;
let partner: TestCompany;

beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  const { deps } = gateway.vintem;
  const startedAt = Date.now();
  // Stands still unless a test lets it pass.
  const realNow = () => new Date(startedAt + aheadMs);
  app = await buildServer(
    { ...deps, clock: { ...deps.clock, realNow }, sellers: createSellers(deps.db, realNow) },
    {
      tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
      sandbox: null,
      isMigrated: async () => true,
      isStopping: () => false,
    },
  );
});
beforeEach(async () => {
  aheadMs += MAX_STALE_MS;
  [shop, partner] = [await openCompany(gateway), await openCompany(gateway, { of: 'partner' })];
});
afterAll(async () => {
  await app.close();
  await gateway.close();
});

const change = (sql: string, params: unknown[]) => gateway.database.db.query(sql, params);

async function order(changes: Record<string, unknown> = {}, token = gateway.token, url = '/payments/order') {
  const payload = orderOf(10_000, { access_token: shop.token, ...changes });
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
  return { status: answer.statusCode, code: answer.json().code ?? null };
}

const fine = { status: 200, code: null };

/** Still as before just before five seconds are over, and as it should be when they are. */
async function takesHold(ask: () => Promise<unknown>, before: unknown, after: unknown): Promise<void> {
  aheadMs += MAX_STALE_MS - 1;
  expect(await ask()).toEqual(before);
  aheadMs += 1;
  expect(await ask()).toEqual(after);
}

describe('a login', () => {
  const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
  const restore = async () => {
    await change("UPDATE users SET status = 'ACTIVE', version = 1 WHERE email = 'demo@vintem.dev'", []);
    await change("UPDATE merchants SET status = 'ACTIVE'", []);
  };

  it.each([
    ['the password changes', "UPDATE users SET version = version + 1 WHERE email = 'demo@vintem.dev'"],
    ['the user is deactivated', "UPDATE users SET status = 'INACTIVE' WHERE email = 'demo@vintem.dev'"],
    [
      'the merchant is deactivated',
      `UPDATE merchants SET status = 'INACTIVE'
       WHERE id = (SELECT merchant_id FROM users WHERE email = 'demo@vintem.dev')`,
    ],
  ])('ends within five seconds once %s', async (_, sql) => {
    expect(await order()).toEqual(fine);
    await change(sql, []);
    try {
      await takesHold(order, fine, unauthorized);
    } finally {
      await restore();
    }
    // A refusal is not kept.
    expect(await order()).toEqual(fine);
  });
});

describe('an API key', () => {
  const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
  const make = async () => (await gateway.post('/api-keys', { name: 'ERP', scopes: ['charge'] })).body;

  it.each([
    ['it is revoked', 'UPDATE api_keys SET revoked_at = now() WHERE id = $1'],
    ['it has another end', "UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE id = $1"],
    [
      'its merchant is deactivated',
      "UPDATE merchants SET status = 'INACTIVE' WHERE id = (SELECT merchant_id FROM api_keys WHERE id = $1)",
    ],
  ])('ends within five seconds once %s', async (_, sql) => {
    const { id, key } = await make();
    const ask = () => order({}, key);
    expect(await ask()).toEqual(fine);
    await change(sql, [id]);
    try {
      await takesHold(ask, fine, unauthorized);
    } finally {
      await change("UPDATE merchants SET status = 'ACTIVE'", []);
    }
  });

  it('expires at its instant, however recently it was looked up', async () => {
    const { id, key } = await make();
    const ask = () => order({}, key);
    const [now] = await gateway.database.db.query<{ at: Date }>('SELECT created_at AS at FROM api_keys WHERE id = $1', [
      id,
    ]);
    const end = new Date((now as { at: Date }).at.getTime() + aheadMs + 600_000);
    await change('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [id, end]);
    expect(await ask()).toEqual(fine);
    aheadMs += 599_000 - 60_000;
    expect(await ask()).toEqual(fine);
    aheadMs += 120_000;
    expect(await ask()).toEqual(unauthorized);
  });
});

describe('what stays open', () => {
  it('can ask again whether its login holds', async () => {
    const { deps } = gateway.vintem;
    const realNow = () => new Date(Date.now() + aheadMs);
    const tokens = createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600);
    const request = {
      headers: { authorization: `Bearer ${gateway.token}` },
      routeOptions: { method: 'GET', config: {} },
      ip: '127.0.0.1',
    } as unknown as FastifyRequest;
    const noDoor = { isEntered: () => false, findUser: async () => null, refuseOldPassword: () => {} };
    const noKeys = { find: async () => null };
    const authenticate = authenticateWith({ ...deps, clock: { ...deps.clock, realNow } }, tokens, noDoor, noKeys);
    await authenticate(request, {} as FastifyReply);
    const { isStillIn } = callerOf(request);
    expect(await isStillIn()).toBe(true);
    await change("UPDATE users SET version = version + 1 WHERE email = 'demo@vintem.dev'", []);
    aheadMs += MAX_STALE_MS;
    expect(await isStillIn()).toBe(false);
    await change("UPDATE users SET version = 1 WHERE email = 'demo@vintem.dev'", []);
    expect(await isStillIn()).toBe(true);
    aheadMs += 3_600_000;
    expect(await isStillIn()).toBe(false);
    aheadMs -= 3_600_000;
  });
});

describe('an establishment', () => {
  const invalid = { status: 403, code: 'ACCESS_TOKEN_INVALID' };

  it.each([
    ['its token is revoked', "UPDATE company_access_tokens SET status = 'REVOKED' WHERE company_id = $1", invalid],
    ['it is deactivated', "UPDATE companies SET status = 'INACTIVE' WHERE id = $1", invalid],
    [
      'its type is switched off',
      'UPDATE company_payment_plans SET enabled = false WHERE company_id = $1',
      { status: 400, code: 'PAYMENT_TYPE_NOT_ENABLED' },
    ],
  ])('is refused within five seconds once %s', async (_, sql, refusal) => {
    expect(await order()).toEqual(fine);
    await change(sql, [shop.id]);
    await takesHold(order, fine, refusal);
  });

  it('is refused within five seconds once it is deactivated, where the address names it', async () => {
    const ask = () => order({}, gateway.token, `/companies/${shop.id}/payments`);
    expect(await ask()).toEqual(fine);
    await change("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [shop.id]);
    await takesHold(ask, fine, invalid);
  });

  it('has a new token at once, and it ends within five seconds when its merchant revokes it', async () => {
    const tokens = `/companies/${shop.id}/access-tokens`;
    const { id, token } = (await gateway.post(tokens)).body;
    const ask = () => order({ access_token: token });
    expect(await ask()).toEqual(fine);
    expect((await gateway.call('DELETE', `${tokens}/${id}`, { token: gateway.token })).status).toBe(204);
    await takesHold(ask, fine, invalid);
  });

  it('has its new fixed split within five seconds', async () => {
    expect(await order()).toEqual(fine);
    await fixSplit(gateway, shop, [[partner, { amountSplit: 1_000 }]]);
    await change("UPDATE companies SET status = 'INACTIVE' WHERE id = $1", [partner.id]);
    await takesHold(order, fine, { status: 400, code: 'SPLIT_PARTICIPANT_INVALID' });
  });

  it('is known at once: what was not found is not kept', async () => {
    const token = `est_later_${shop.id}`;
    const ask = () => order({ access_token: token });
    expect(await ask()).toEqual(invalid);
    await change(
      "INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at) VALUES ($1, $2, 'test', now())",
      [shop.id, hashAccessToken(token)],
    );
    expect(await ask()).toEqual(fine);
  });
});

it('a participant is refused within five seconds once its token is revoked', async () => {
  const ask = () => order({ splitParticipants: [participant(partner)] });
  expect(await ask()).toEqual(fine);
  await change("UPDATE company_access_tokens SET status = 'REVOKED' WHERE company_id = $1", [partner.id]);
  await takesHold(ask, fine, { status: 400, code: 'SPLIT_PARTICIPANT_INVALID' });
});

it("another merchant's token stays foreign, however recently its own used it", async () => {
  expect(await order()).toEqual(fine);
  expect(await order({}, gateway.otherToken)).toEqual({ status: 403, code: 'ACCESS_TOKEN_INVALID' });
});
