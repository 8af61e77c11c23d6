import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDestination } from '../../../src/gateway/destinations/open-destination.ts';
import { cliJson, runCli } from '../../doors/cli/run-cli.ts';
import { addDestination, allowOthers, KINDS } from '../../support/destinations.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { BOLETO, createPaid, openCompany, type TestCompany } from '../../support/money.ts';

/** A new ACQUIRER_KEY replaces the old one: what was stored opens, and is known again, before, during and after. */
const [OLD, NEW, OTHER] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const hex = (key: Buffer) => key.toString('hex');
const KEYS = { ACQUIRER_KEY: hex(NEW), ACQUIRER_KEY_PREVIOUS: hex(OLD) };

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway({ ACQUIRER_KEY: hex(OLD) });
  shop = await openCompany(gateway);
  await allowOthers(gateway, shop);
});
afterAll(() => gateway.close());

const env = (keys: Record<string, string>) => ({ DATABASE_URL: gateway.database.url, ...keys });
const stored = () =>
  gateway.database.db.query<{ id: number; sealed: string; fingerprint: Buffer }>(
    'SELECT id, sealed, fingerprint FROM payout_destinations ORDER BY id',
  );
const opened = async (current: Buffer) =>
  (await stored()).map((row) => openDestination({ current, previous: null }, row));

async function withKeys(keys: Record<string, string>, act: (at: TestGateway) => Promise<void>): Promise<void> {
  const at = await startTestGateway({ ...keys, VINTEM_ROLE: 'api' }, gateway.database);
  try {
    await act(at);
  } finally {
    await at.close();
  }
}

it('a twin is named while keys are changed, and afterwards', async () => {
  for (const body of [KINDS.cpf, KINDS.email, KINDS.account]) await addDestination(gateway, shop, body);
  const boleto = await createPaid(gateway, shop, 5_000, BOLETO);
  await addDestination(gateway, shop, { ...KINDS.phone, refund_of: boleto });
  const removed = (await addDestination(gateway, shop, KINDS.random)).body.id;
  await gateway.call('DELETE', `/companies/${shop.id}/destinations/${removed}`, { token: gateway.token });
  const [first] = await stored();
  const isNamed = async (at: TestGateway) =>
    expect((await addDestination(at, shop, KINDS.cpf)).body).toMatchObject({ details: { destination_id: first?.id } });

  await withKeys(KEYS, isNamed);
  const before = await opened(OLD);
  expect(await runCli(env(KEYS), 'acquirer', 'rekey')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0 acquirers were encrypted again, and 5 destinations; nothing is left/),
  });
  expect(await opened(NEW)).toEqual(before);
  expect(await opened(OLD)).toEqual([null, null, null, null, null]);
  await withKeys(KEYS, isNamed);
  await withKeys({ ACQUIRER_KEY: hex(NEW) }, isNamed);
  expect(await cliJson(env(KEYS), 'acquirer', 'rekey')).toEqual({ resealed: 0, resealed_destinations: 0 });
});

it('two of the same that were made without the previous key stop nobody', async () => {
  const company = await openCompany(gateway);
  await withKeys({ ACQUIRER_KEY: hex(OLD) }, async (at) => void (await addDestination(at, company, KINDS.email)));
  await withKeys({ ACQUIRER_KEY: hex(NEW) }, async (at) => void (await addDestination(at, company, KINDS.email)));
  expect(await cliJson(env(KEYS), 'acquirer', 'rekey')).toEqual({ resealed: 0, resealed_destinations: 1 });
  expect((await opened(NEW)).includes(null)).toBe(false);
});

it('what neither key opens is named, by the doctor too', async () => {
  const company = await openCompany(gateway);
  let lost = 0;
  await withKeys({ ACQUIRER_KEY: hex(OTHER) }, async (at) => {
    lost = (await addDestination(at, company, KINDS.phone)).body.id;
  });
  expect(await runCli(env(KEYS), 'acquirer', 'rekey')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`neither key opens destination ${lost}`),
  });
  const { out } = await runCli(env({ ACQUIRER_KEY: hex(NEW) }), 'doctor', '--json');
  const found = (JSON.parse(out) as { findings: { code: string; message: string }[] }).findings;
  expect(found.filter(({ code }) => code === 'DESTINATION_KEY_WRONG')).toMatchObject([
    { message: expect.stringContaining(`destination ${lost}:`) },
  ]);
});
