import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepCustomer } from '../../../src/rails/fake-bank/cnab/customer-file.ts';
import { type FakeCnabBank, startFakeCnabBank } from '../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually, expectError, invalid, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ONE_PERCENT, openCompany, order, readPayment, type TestCompany } from '../../support/money.ts';
import { cliJson, runCli } from './run-cli.ts';

let gateway: TestGateway;
let env: Record<string, string>;
let folder: string;
let bank: FakeCnabBank;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  env = { DATABASE_URL: gateway.database.url };
  folder = await mkdtemp(join(tmpdir(), 'vintem-cnab-cli-'));
  const clock = { now: () => new Date() };
  startFakeCnabBank({ directory: folder, profile: 'bb', clock });
  const customer = keepCustomer(folder, 'bb');
  bank = startFakeCnabBank({ directory: folder, profile: 'bb', account: customer.account, clock });
  // Files go by hand here: the worker would take them from an inbox.
  const { inbox, outbox, ...byHand } = JSON.parse(readFileSync(customer.file, 'utf8'));
  expect([inbox, outbox]).toEqual([bank.folders.retorno, bank.folders.remessa]);
  writeFileSync(file(), JSON.stringify(byHand));
  shop = await openCompany(gateway, { invoice: { ...ONE_PERCENT, settlement_days: 0 } });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'by-hand.json');
const ADDRESS = { line_1: 'Rua A, 1', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' };

async function sell(terms: Record<string, unknown> = {}) {
  const payment = { type: 'invoice', installments: 1, due_date: saoPauloDay(10), ...terms };
  const body = { payment, customer: { ...CUSTOMER, address: ADDRESS } };
  return order(gateway, shop, 15_000, body);
}

const CUSTOMER = {
  name: 'Ana Conceição',
  email: 'ana@example.com',
  document: '52998224725',
  phone: { country_code: '55', area_code: '11', number: '987654321' },
};

async function exchange() {
  const sent = await cliJson(env, 'cnab', 'send', 'filebank', '--out', bank.folders.remessa);
  expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
  const written = bank.writeRetorno();
  const path = join(bank.folders.retorno, written?.name ?? '');
  return { sent, path, received: await cliJson(env, 'cnab', 'receive', 'filebank', path) };
}

it('a company takes boletos by files: from the account to a paid slip, and never the same line twice', async () => {
  expect((await runCli(env, 'acquirer', 'set', 'filebank', '--file', file())).code).toBe(0);
  expect((await runCli(env, 'acquirer', 'check', 'filebank')).out).toContain('certified by no bank');
  expect((await runCli(env, 'company', 'set', String(shop.id), '--pix-acquirer', 'filebank')).code).not.toBe(0);
  expect((await runCli(env, 'company', 'set', String(shop.id), '--invoice-acquirer', 'filebank')).code).toBe(0);
  // Numbers that another account has are refused, and so is a wallet in which the bank numbers itself.
  const second = await runCli(env, 'acquirer', 'set', 'other', '--file', file());
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('overlap with those of filebank')]);

  const created = await eventually(async () => {
    const answer = await sell({ fine: { percent: 200 } });
    expect(answer.status).toBe(200);
    expect(answer.body.transaction.boleto_digitable_line).toMatch(/^001/);
    return answer.body.transaction;
  });
  const unfit = { payment: { type: 'invoice', installments: 1 }, customer: CUSTOMER };
  expectError(await order(gateway, shop, 15_000, unfit), invalid('customer.address.line_1'));
  expect(await readPayment(gateway, shop, created.id)).toMatchObject({
    ...{ status: 1, registration: { status: 'WAITING', registered_at: null, reason: null } },
  });

  const first = await exchange();
  expect(first.sent).toMatchObject({ direction: 'remessa', number: 1 });
  expect(first.received).toMatchObject([{ direction: 'retorno', number: 1, listed: [], missing: null }]);
  await eventually(async () =>
    expect(await readPayment(gateway, shop, created.id)).toMatchObject({ registration: { status: 'REGISTERED' } }),
  );
  expect((await runCli(env, 'cnab', 'send', 'filebank', '--out', folder)).out).toContain('nothing waits');
  const again = await cliJson(env, 'cnab', 'send', 'filebank', '--again', '1', '--out', join(folder, 'again'));
  expect(again).toMatchObject({ ...first.sent, path: join(folder, 'again', 'filebank-000001.rem') });

  for (const { number } of bank.titles()) bank.pay(number);
  const written = bank.writeRetorno();
  const path = join(bank.folders.retorno, written?.name ?? '');
  const broken = join(folder, 'broken.ret');
  writeFileSync(broken, readFileSync(path, 'latin1').replace('0001300001', '0001300007'), 'latin1');
  const refused = await runCli(env, 'cnab', 'receive', 'filebank', broken);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/line 3, column 9: .*nothing of it was applied/),
  ]);
  // What it would do is seen first, and only that is applied.
  const [seen] = (await cliJson(env, 'cnab', 'receive', 'filebank', path, '--preview')) as [Record<string, unknown>];
  expect(seen).toMatchObject({ kinds: { paid: 1 }, paid: { cents: 15_000 }, lines: [{ statusAfter: 'PAID' }] });
  const shown = await runCli(env, 'cnab', 'receive', 'filebank', path, broken, '--preview');
  expect(shown.out).toMatch(
    /line 3, movement 06, \d+: paid, REGISTERED to PAID, paid 15000.*\n(.*\n)*nothing was applied/,
  );
  expect([shown.code, shown.err]).toEqual([1, expect.stringContaining(`${broken}: line 3, column 9: `)]);
  expect(await cliJson(env, 'cnab', 'files', 'filebank')).toHaveLength(2);
  const plan = (hash: unknown) => ['cnab', 'receive', 'filebank', path, '--plan', String(hash)];
  const stale = await runCli(env, ...plan('0'.repeat(64)));
  expect([stale.code, stale.err]).toEqual([1, expect.stringContaining('something else than was shown')]);
  await cliJson(env, ...plan(seen['plan']));
  await eventually(async () =>
    expect(await readPayment(gateway, shop, created.id)).toMatchObject({ status: 2, paid_amount: 15_000 }),
  );
  // Several files by one command.
  const both = await cliJson(env, 'cnab', 'receive', 'filebank', first.path, path);
  expect(both).toEqual([null, null]);
  expect((await runCli(env, 'cnab', 'receive', 'filebank', path)).out).toContain('came before');
  expect((await cliJson(env, 'cnab', 'files', 'filebank')) as unknown[]).toHaveLength(3);
  const reversal = await gateway.post('/payments/reversal', { transaction_id: created.id }, shop.session);
  // The bank gives nothing back: the money goes to the PIX key that is the payer's document.
  expect([200, 202]).toContain(reversal.status);
  await eventually(async () => expect(await readPayment(gateway, shop, created.id)).toMatchObject({ status: 4 }));
  const fees = await gateway.database.db.query<{ cents: number }>(
    `SELECT sum(amount_cents)::bigint AS cents FROM ledger_entries WHERE account = 'platform_expense'`,
  );
  expect(fees[0]?.cents).toBeLessThan(0);
  await expectCleanBooks(gateway.database.db);
});

it('an amount that was corrupted on its way is a divergence of its own title, to the cent', async () => {
  const sold = await Promise.all([sell(), sell(), sell()]);
  const ids = sold.map(({ body }) => body.transaction.id as number);
  await exchange();
  for (const { number, status } of bank.titles()) if (status === 'OPEN') bank.pay(number);
  const path = join(bank.folders.retorno, bank.writeRetorno()?.name ?? '');
  // A figure of what was paid, in each of the lines: 90,000 cents more, one cent more, and 10,000 less.
  const paid = ['000000000105000', '000000000015001', '000000000005000'];
  let line = 0;
  const broken = readFileSync(path, 'latin1').replace(
    /^(.{13}U.{63})000000000015000/gm,
    (_, before: string) => before + paid[line++],
  );
  expect(line).toBe(3);
  writeFileSync(path, broken, 'latin1');
  await cliJson(env, 'cnab', 'receive', 'filebank', path);
  await eventually(async () => {
    const found = await gateway.database.db.query<{ payment_id: number }>(
      `SELECT payment_id, kind, difference_cents FROM divergences WHERE payment_id = ANY ($1)
       ORDER BY difference_cents`,
      [ids],
    );
    expect(found).toMatchObject([
      { kind: 'AMOUNT_MISMATCH', difference_cents: -10_000 },
      { kind: 'AMOUNT_MISMATCH', difference_cents: 1 },
      { kind: 'AMOUNT_MISMATCH', difference_cents: 90_000 },
    ]);
    expect(new Set(found.map(({ payment_id }) => payment_id))).toEqual(new Set(ids));
  });
  for (const id of ids) expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 2, amount: 15_000 });
  await expectCleanBooks(gateway.database.db);
});

it('of several retornos, those before one that is refused are told of, those after it are not read', async () => {
  const retorno = async () => {
    await sell();
    await cliJson(env, 'cnab', 'send', 'filebank', '--out', bank.folders.remessa);
    bank.takeRemessas();
    return join(bank.folders.retorno, bank.writeRetorno()?.name ?? '');
  };
  const paths = [await retorno(), await retorno(), await retorno()] as const;
  const broken = join(folder, 'cut.ret');
  writeFileSync(broken, readFileSync(paths[1], 'latin1').slice(0, 500), 'latin1');
  const refusal = `${broken}: line 3, `;

  const told = await runCli(env, 'cnab', 'receive', 'filebank', paths[0], broken, paths[1]);
  expect([told.code, told.err]).toEqual([1, expect.stringContaining(`vintem: ${refusal}`)]);
  expect(told.out).toMatch(new RegExp(`^${paths[0]}: retorno \\d+ .*\\n  registered 1\\n$`));
  const found = (await cliJson(env, 'cnab', 'files', 'filebank')) as unknown[];

  const json = await runCli(env, 'cnab', 'receive', 'filebank', paths[0], paths[1], broken, paths[2], '--json');
  expect(JSON.parse(json.err)).toEqual({ error: expect.stringContaining(refusal) });
  expect(JSON.parse(json.out)).toMatchObject([null, { direction: 'retorno', kinds: { registered: 1 } }]);
  expect(await cliJson(env, 'cnab', 'files', 'filebank')).toHaveLength(found.length + 1);

  const absent = await runCli(env, 'cnab', 'receive', 'filebank', paths[2], join(folder, 'none.ret'));
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('none.ret does not exist')]);
  expect(absent.out).toContain('registered 1');
});

it('numbers that were given under one name are given under no other, also once the range has moved on', async () => {
  const account = JSON.parse(readFileSync(file(), 'utf8'));
  const { our_number_first: first, our_number_last: last } = account;
  const other = join(folder, 'other.json');
  const set = (name: string, our_number_first: number, our_number_last: number) => {
    writeFileSync(other, JSON.stringify({ ...account, our_number_first, our_number_last }));
    return runCli(env, 'acquirer', 'set', name, '--file', other);
  };
  expect(await set('second', first, last)).toMatchObject({ code: 1, err: expect.stringContaining('overlap') });
  expect(await set('filebank', last - 10, last)).toMatchObject({ code: 0 });
  const [{ drawn } = { drawn: 0 }] = await gateway.database.db.query<{ drawn: number }>(
    `SELECT max(sequence) AS drawn FROM cnab_titles WHERE acquirer = 'filebank'`,
  );
  const refused = `number ${drawn} was given under the name filebank: our_number_first must be above it`;
  expect(await set('second', first, last - 11)).toMatchObject({ code: 1, err: expect.stringContaining(refused) });
  expect(await set('second', drawn + 1, last - 11)).toMatchObject({ code: 0 });
});

it('numbers and files of this database cannot be named again', async () => {
  const resume = (number: number, next: number) =>
    runCli(env, 'cnab', 'resume', 'filebank', '--next-number', String(number), '--next-file', String(next));
  const { our_number_last: last } = JSON.parse(readFileSync(file(), 'utf8'));
  expect(await resume(last, 1)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^.*file \d+ was made here.*\n?$/),
  });
  expect(await resume(last, 900)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`goes on with number ${last}`),
  });
});
