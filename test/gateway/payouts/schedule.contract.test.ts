import { afterAll, beforeAll, expect, it } from 'vitest';
import { isBusinessDay, saoPauloDateOf, weekdayOf } from '../../../src/ground/brazil/calendar.rules.ts';
import type { AcquirerRegistry } from '../../../src/rails/acquirers/registry.ts';
import { cliJson } from '../../doors/cli/run-cli.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { RAIL } from '../../support/payout-world.ts';

let gateway: TestGateway;
let company: TestCompany;
let destinationId: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  (gateway.vintem.deps.acquirers as AcquirerRegistry).configure([RAIL]);
  company = await openCompany(gateway);
  destinationId = await addDestination(company);
  await agree(company, { acquirer: RAIL.name });
});
afterAll(() => gateway.close());

async function addDestination({ id }: TestCompany): Promise<number> {
  const [row] = await gateway.database.db.query<{ id: number }>(
    `INSERT INTO payout_destinations (merchant_id, company_id, kind, key_type, masked, sealed, fingerprint, is_own,
       created_at, created_by, usable_at)
     SELECT merchant_id, id, 'pix_key', 'cnpj', '{"type":"pix_key","key_type":"cnpj","key":"11.***"}', 'sealed',
       decode(md5(random()::text), 'hex'), true, now(), 'teste', now() + interval '1 day' FROM companies WHERE id = $1
     RETURNING id`,
    [id],
  );
  return (row as { id: number }).id;
}

const agree = ({ id }: TestCompany, { acquirer }: { acquirer: string | null }) =>
  gateway.database.db.query(
    `INSERT INTO payout_terms (company_id, merchant_id, acquirer)
     SELECT id, merchant_id, $2 FROM companies WHERE id = $1
     ON CONFLICT (company_id) DO UPDATE SET acquirer = EXCLUDED.acquirer`,
    [id, acquirer],
  );
const pathOf = ({ id }: TestCompany) => `/companies/${id}/payout-schedule`;
const put = (body: object, of = company, token = gateway.token) =>
  gateway.call('PUT', pathOf(of), { token, body: { destination_id: destinationId, ...body } });

it('a company is paid out by hand until somebody says otherwise, and again afterwards', async () => {
  const manual = { company_id: company.id, rhythm: 'manual', day: null, destination_id: null, minimum: null };
  expect((await gateway.get(pathOf(company))).body).toEqual({ ...manual, keep: null, next_runs: [], runs: [] });
  const set = await put({ rhythm: 'weekly', day: 2, minimum: 500, keep: 1_000 });
  expect(set).toMatchObject({ status: 200, body: { rhythm: 'weekly', day: 2, minimum: 500, keep: 1_000 } });
  expect((await gateway.get(pathOf(company))).body).toEqual(set.body);
  const days = set.body.next_runs.map(({ day }: { day: string }) => day);
  expect(days).toHaveLength(3);
  for (const { day, at } of set.body.next_runs) {
    expect(isBusinessDay(day)).toBe(true);
    expect(at).toBe(`${day}T13:00:00.000Z`);
    expect(day > saoPauloDateOf(new Date(Date.now() - 86_400_000))).toBe(true);
  }
  expect(days.some((day: string) => weekdayOf(day) === 2)).toBe(true);
  expect((await put({ rhythm: 'daily' })).body).toMatchObject({ day: null, minimum: 1, keep: 0 });
  expect((await gateway.call('DELETE', pathOf(company), { token: gateway.token })).status).toBe(204);
  expect((await gateway.call('DELETE', pathOf(company), { token: gateway.token })).status).toBe(204);
  expect((await gateway.get(pathOf(company))).body.rhythm).toBe('manual');
  const entries = await gateway.get('/audit-log?action=payout_schedule.changed');
  expect(entries.body.data.map(({ details }: { details: object }) => details)).toMatchObject([
    { rhythm: 'manual', rhythm_before: 'daily', destination_id_before: destinationId },
    { rhythm: 'daily', rhythm_before: 'weekly', day: null, day_before: 2 },
    { rhythm: 'weekly', rhythm_before: 'manual', keep_cents: 1_000, minimum_cents: 500 },
  ]);
});

it('what makes no sense is refused, in the order of the interface', async () => {
  for (const [body, field] of [
    [{ rhythm: 'yearly' }, 'rhythm'],
    [{ rhythm: 'daily', day: 1 }, 'day'],
    [{ rhythm: 'weekly' }, 'day'],
    [{ rhythm: 'weekly', day: 6 }, 'day'],
    [{ rhythm: 'monthly', day: 32 }, 'day'],
    [{ rhythm: 'daily', minimum: 0 }, 'minimum'],
    [{ rhythm: 'daily', keep: -1 }, 'keep'],
    [{ rhythm: 'daily', destination_id: '1' }, 'destination_id'],
  ] as const)
    expectError(await put(body), invalid(field));
  const others = await openCompany(gateway, { of: 'partner' });
  expectError(await put({ rhythm: 'daily' }, others), { status: 404, code: 'COMPANY_NOT_FOUND' });
  expectError(await gateway.get(pathOf(others)), { status: 404, code: 'COMPANY_NOT_FOUND' });
  const theirs = await addDestination(others);
  expectError(await put({ rhythm: 'daily', destination_id: theirs }), { status: 404, code: 'DESTINATION_NOT_FOUND' });
  const blocked = await addDestination(company);
  await gateway.database.db.query(
    "UPDATE payout_destinations SET blocked_at = now(), block_reason = 'desconhecida' WHERE id = $1",
    [blocked],
  );
  expectError(await put({ rhythm: 'daily', destination_id: blocked }), { status: 400, code: 'DESTINATION_INVALID' });
  await agree(company, { acquirer: 'nobody' });
  expectError(await put({ rhythm: 'daily' }), { status: 400, code: 'PAYOUTS_NOT_ENABLED' });
  await agree(company, { acquirer: RAIL.name });
});

it('a key reads it and never changes it', async () => {
  const { key } = (await gateway.post('/api-keys', { name: 'k', scopes: ['read', 'payout'] })).body;
  expect((await gateway.get(pathOf(company), key)).status).toBe(200);
  expectError(await put({ rhythm: 'daily' }, company, key), { status: 403, code: 'FORBIDDEN' });
  expectError(await gateway.call('DELETE', pathOf(company), { token: key }), { status: 403, code: 'FORBIDDEN' });
});

it('terms are what the operator has set', async () => {
  const env = { DATABASE_URL: gateway.database.url };
  const plain = await openCompany(gateway);
  const terms = async () => (await gateway.get(`/companies/${plain.id}/payout-terms`)).body;
  const nothing = { company_id: plain.id, fee: 0, minimum: 1, limit: null, day_limit: null, day_used: 0 };
  expect(await terms()).toMatchObject({ ...nothing, to_others: false, needs_approval: false });
  const set = await cliJson(
    env,
    ...['company', 'set', String(plain.id), '--payout-fee', '120', '--payout-minimum', '500', '--payout-most', '900'],
    ...['--payout-day', '1800', '--payout-to-others', 'on', '--payout-approval', 'on', '--payout-acquirer', 'sandbox'],
  );
  expect(set.payouts).toEqual({
    acquirer: 'sandbox',
    fee_cents: 120,
    minimum_cents: 500,
    most_cents: 900,
    day_cents: 1_800,
    to_others: true,
    needs_approval: true,
  });
  const limits = { fee: 120, minimum: 500, limit: 900, day_limit: 1_800 };
  expect(await terms()).toMatchObject({ ...limits, to_others: true, needs_approval: true });
  await cliJson(env, 'company', 'set', String(plain.id), '--payout-most', 'none', '--payout-acquirer', 'none');
  expect(await terms()).toMatchObject({ ...limits, limit: null });
  const [latest] = (await gateway.get('/audit-log?action=company.changed')).body.data;
  expect(latest.details).toEqual({
    changed: ['payout.acquirer', 'payout.most_cents'],
    'payout.acquirer': null,
    'payout.acquirer_before': 'sandbox',
    'payout.most_cents': null,
    'payout.most_cents_before': 900,
  });
  expect((await gateway.get('/companies/987654321/payout-terms')).status).toBe(404);
});
