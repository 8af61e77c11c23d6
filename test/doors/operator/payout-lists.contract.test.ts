import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, openCompany, type TestCompany } from '../../support/money.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { insertDestination } from '../../support/payouts.ts';
import { askForPayout, fund, OWN_KEY, readPayout } from '../../support/sandbox-payouts.ts';
import { runCli } from '../cli/run-cli.ts';

/** A bank without an API: lists are made, taken and ended at the console. */

const reason = 'lista de hoje';
const { key: KEY } = OWN_KEY as { key: string };
let gateway: TestGateway;
let call: OperatorCall;
let company: TestCompany;
let folder: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  call = await openConsoleAsAdmin(gateway);
  folder = await mkdtemp(join(tmpdir(), 'vintem-lists-'));
  const env = { DATABASE_URL: gateway.database.url };
  company = await openCompany(gateway);
  await fund(gateway, company, 100_000);
  const file = join(folder, 'bank.json');
  await writeFile(file, JSON.stringify({ kind: 'manual', account: 'Banco X, 1234-5' }));
  expect((await runCli(env, 'acquirer', 'set', 'by-hand', '--file', file)).code).toBe(0);
  const set = await runCli(env, 'company', 'set', String(company.id), '--payout-acquirer', 'by-hand');
  expect(set.code).toBe(0);
});
afterAll(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

async function sent(cents: number): Promise<number> {
  const { id } = await eventually(() => askForPayout(gateway, company, cents), 20_000);
  await gateway.database.db.query(
    `UPDATE payout_destinations SET masked = '{"type":"pix_key","key_type":"cnpj","key":"11.***"}' WHERE masked = '{}'`,
  );
  gateway.vintem.deps.poke();
  await eventually(async () => expect((await readPayout(gateway, id)).status).toBe('SENT'), 20_000);
  return id;
}

const exported = (body: object = {}) => call('POST', '/payout-lists', { acquirer: 'by-hand', reason, ...body });

it('a list is made once, taken again, and each of its lines ended; what came back is booked', async () => {
  expect((await exported()).body).toMatchObject({ list: null, csv: '' });
  const [paid, failed] = [await sent(10_000), await sent(20_000)];
  expect((await call('GET', '/payout-lists')).body).toEqual({
    waiting: [{ acquirer: 'by-hand', count: 2, amount: 30_000 }],
    lists: [],
  });
  const first = (await exported()).body;
  expect(first).toMatchObject({ list: 1, count: 2, amount: 30_000, unpayable: 0, file_name: 'by-hand-1.csv' });
  expect(first.csv).toContain(`1,${paid},10000,pix_key,cnpj,${KEY},`);
  expect((await exported({ again: 1 })).body).toEqual(first);
  expectError(await exported({ again: 9 }), { status: 400, code: 'VALIDATION_ERROR' });
  expectError(await exported({ acquirer: 'sandbox' }), invalid('acquirer'));
  expectError(await call('POST', '/payout-lists', { acquirer: 'by-hand' }), invalid('reason'));
  const lists = (await call('GET', '/payout-lists')).body;
  expect(lists).toMatchObject({ waiting: [], lists: [{ acquirer: 'by-hand', number: 1, count: 2, amount: 30_000 }] });
  const log = (await call('GET', '/audit-log')).body.data;
  expect(log[0]).toMatchObject({
    action: 'payout_list.exported',
    object: { kind: 'acquirer', id: 'by-hand' },
    details: { list: 1, is_again: true, lines: 2, reason },
  });

  const list = async () => (await call('GET', '/payout-lists/by-hand/1')).body;
  expect((await list()).lines).toMatchObject([
    { payout_id: paid, refund_id: null, amount: 10_000, status: 'SENT' },
    { payout_id: failed, amount: 20_000, status: 'SENT' },
  ]);
  expect(JSON.stringify(await list())).not.toContain(KEY);
  expectError(await call('GET', '/payout-lists/by-hand/7'), { status: 404, code: 'PAYOUT_NOT_FOUND' });
  expectError(await call('GET', '/payout-lists/by-hand/x'), invalid('number'));
  expectError(await call('GET', '/payout-lists/by-hand/2147483648'), invalid('number'));
  expectError(await exported({ again: 2_147_483_648 }), invalid('again'));

  const before = await balanceOf(gateway, company);
  expect((await call('POST', `/payouts/${paid}/settle`, { as: 'PAID', reason })).body).toMatchObject({ list: 1 });
  expect((await call('POST', `/payouts/${failed}/settle`, { as: 'FAILED', reason })).body).toMatchObject({ list: 1 });
  expect((await list()).lines).toMatchObject([{ status: 'PAID' }, { status: 'FAILED' }]);
  expect((await exported({ again: 1 })).body).toMatchObject({ count: 0, unpayable: 2 });
  expect((await balanceOf(gateway, company)).available).toBe(before.available + 20_000);

  expect((await call('GET', `/payouts/${paid}`)).body).toMatchObject({ can_return: true });
  const back = (amount: number) => call('POST', `/payouts/${paid}/return`, { amount, reason: 'conta encerrada' });
  expect((await back(4_000)).body).toMatchObject({ status: 'PAID', returned_amount: 4_000 });
  expectError(await back(6_001), { status: 400, code: 'VALIDATION_ERROR' });
  expect((await back(6_000)).body).toMatchObject({ status: 'RETURNED', returned_amount: 10_000, can_return: false });
  await expectCleanBooks(gateway.database.db);
});

it('where a payout goes is masked in every answer but the list itself', async () => {
  const destination = await insertDestination(gateway, company);
  const { id } = await askForPayout(gateway, company, 1_000, destination);
  for (const path of ['/payouts', `/payouts/${id}`, '/payout-lists'])
    expect(JSON.stringify((await call('GET', path)).body)).not.toContain('financeiro@loja.example');
  expect((await call('GET', `/payouts/${id}`)).body.destination).toMatchObject({ key: 'f***@l***.example' });
});
