import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSecret, sealSecret } from '../../../../src/ground/secret-box.ts';
import { runCli } from '../../../doors/cli/run-cli.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { newestDelivery, registerHook, testHook } from '../hooks.ts';
import { type Receiver, startReceiver } from '../receivers.ts';

/**
 * A new WEBHOOK_KEY replaces the old one while the service runs: until everything is encrypted again, every
 * process opens both.
 */

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const OTHER = randomBytes(32);

let gateway: TestGateway;
let receiver: Receiver;
beforeAll(async () => {
  gateway = await startTestGateway({ WEBHOOK_KEY: OLD.toString('hex') });
  receiver = await startReceiver((_request, response) => response.end('ok'));
});
afterAll(async () => {
  await receiver.close();
  await gateway.close();
});

const rekey = (env: Record<string, string>) =>
  runCli({ DATABASE_URL: gateway.database.url, ...env }, 'webhook', 'rekey');
const KEYS = { WEBHOOK_KEY: NEW.toString('hex'), WEBHOOK_KEY_PREVIOUS: OLD.toString('base64') };

const register = (at: TestGateway) => registerHook(at, receiver);

async function expectDelivered(at: TestGateway, id: number): Promise<void> {
  await testHook(at, id);
  await newestDelivery(at, id, { status: 'DELIVERED' });
}

const stored = () =>
  gateway.database.db.query<{ id: number; secret_sealed: string; previous_secrets_sealed: string[] }>(
    'SELECT id, secret_sealed, previous_secrets_sealed FROM webhook_endpoints ORDER BY id',
  );

it('seals every secret anew, rotated ones and those of deleted webhooks too, and can be repeated', async () => {
  const rotated = await register(gateway);
  const newest = (await gateway.post(`/webhooks/${rotated.id}/rotate-secret`)).body.secret as string;
  const removed = await register(gateway);
  await gateway.call('DELETE', `/webhooks/${removed.id}`, { token: gateway.token });

  const first = await rekey(KEYS);
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^2 webhooks were encrypted again/) });
  const [one, two] = await stored();
  expect(openSecret(NEW, one?.secret_sealed as string)).toBe(newest);
  expect(one?.previous_secrets_sealed.map((sealed) => openSecret(NEW, sealed))).toEqual([rotated.secret]);
  expect(openSecret(NEW, two?.secret_sealed as string)).toBe(removed.secret);

  const before = await stored();
  expect((await rekey(KEYS)).out).toMatch(/^0 webhooks were encrypted again/);
  expect(await stored()).toEqual(before);
});

it('goes through any number of them', async () => {
  await gateway.database.db.query(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at, deleted_at, status)
     SELECT merchant_id, url, events, $1, created_at, updated_at, updated_at, 'DISABLED'
     FROM (SELECT * FROM webhook_endpoints LIMIT 1) one, generate_series(1, 450)`,
    [sealSecret(OLD, 'whsec_many')],
  );
  expect((await rekey(KEYS)).out).toMatch(/^450 webhooks were encrypted again/);
  for (const { secret_sealed } of await stored()) expect(() => openSecret(NEW, secret_sealed)).not.toThrow();
});

it('is gone through by running processes that know both keys', async () => {
  const [first, second] = [await register(gateway), await register(gateway)];
  await gateway.vintem.close();
  // The earlier process knows the new key: it works while another process already encrypts with it.
  const told = await startTestGateway(
    { WEBHOOK_KEY: OLD.toString('hex'), WEBHOOK_KEY_PREVIOUS: NEW.toString('hex') },
    gateway.database,
  );
  const next = await startTestGateway({ ...KEYS, VINTEM_ROLE: 'api' }, gateway.database);
  const fresh = await register(next);
  for (const { id } of [first, fresh]) await expectDelivered(told, id);
  await told.close();
  await next.close();

  const worker = await startTestGateway(KEYS, gateway.database);
  await expectDelivered(worker, second.id);
  expect((await rekey(KEYS)).code).toBe(0);
  await worker.close();
  const after = await startTestGateway({ WEBHOOK_KEY: NEW.toString('hex') }, gateway.database);
  for (const { id } of [first, second, fresh]) await expectDelivered(after, id);
  await after.close();
});

it('leaves what neither key opens, names it, and does the rest', async () => {
  const { db } = gateway.database;
  const [lost, found] = await stored();
  await db.query('UPDATE webhook_endpoints SET secret_sealed = $2 WHERE id = $1', [
    lost?.id,
    sealSecret(OTHER, 'whsec_lost'),
  ]);
  await db.query('UPDATE webhook_endpoints SET secret_sealed = $2 WHERE id = $1', [
    found?.id,
    sealSecret(OLD, 'whsec_found'),
  ]);
  const { code, out, err } = await rekey(KEYS);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(`neither key opens the secrets of webhook ${lost?.id}`);
  const [stillLost, nowFound] = await stored();
  expect(openSecret(OTHER, stillLost?.secret_sealed as string)).toBe('whsec_lost');
  expect(openSecret(NEW, nowFound?.secret_sealed as string)).toBe('whsec_found');
});

it.each([
  ['WEBHOOK_KEY is missing', { WEBHOOK_KEY: '' }],
  ['WEBHOOK_KEY_PREVIOUS is missing', { WEBHOOK_KEY_PREVIOUS: '' }],
  ['WEBHOOK_KEY_PREVIOUS must be 32 bytes', { WEBHOOK_KEY_PREVIOUS: 'abcd' }],
])('says that %s', async (says, env) => {
  expect(await rekey({ ...KEYS, ...env })).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) });
});
