import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepCustomer } from '../../../src/rails/fake-bank/cnab/customer-file.ts';
import { type FakeCnabBank, startFakeCnabBank } from '../../../src/rails/fake-bank/cnab/start-fake-cnab-bank.ts';
import { cliJson, runCli } from '../../doors/cli/run-cli.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually, referenceOf, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, ONE_PERCENT, openCompany, order, readPayment, type TestCompany } from '../../support/money.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { fund } from '../../support/sandbox-payouts.ts';

/** Paid lines of a bank's file that are nobody's, until an operator says whose they are. */

let gateway: TestGateway;
let call: OperatorCall;
let env: Record<string, string>;
let folder: string;
let bank: FakeCnabBank;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  call = await openConsoleAsAdmin(gateway);
  env = { DATABASE_URL: gateway.database.url };
  folder = await mkdtemp(join(tmpdir(), 'vintem-lines-'));
  const clock = { now: () => new Date() };
  startFakeCnabBank({ directory: folder, profile: 'bradesco', clock });
  const customer = keepCustomer(folder, 'bradesco');
  bank = startFakeCnabBank({ directory: folder, profile: 'bradesco', account: customer.account, clock });
  const { inbox: _in, outbox: _out, ...byHand } = JSON.parse(readFileSync(customer.file, 'utf8'));
  const file = join(folder, 'by-hand.json');
  writeFileSync(file, JSON.stringify(byHand));
  shop = await openCompany(gateway, { invoice: { ...ONE_PERCENT, settlement_days: 0 } });
  expect((await runCli(env, 'acquirer', 'set', 'filebank', '--file', file)).code).toBe(0);
  expect((await runCli(env, 'company', 'set', String(shop.id), '--invoice-acquirer', 'filebank')).code).toBe(0);
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

const ADDRESS = { line_1: 'Rua A, 1', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' };
const CUSTOMER = {
  name: 'Ana Conceição',
  email: 'ana@example.com',
  document: '52998224725',
  phone: { country_code: '55', area_code: '11', number: '987654321' },
  address: ADDRESS,
};

async function sell(cents: number): Promise<number> {
  const payment = { type: 'invoice', installments: 1, due_date: saoPauloDay(10) };
  return eventually(async () => {
    const answer = await order(gateway, shop, cents, { payment, customer: CUSTOMER });
    expect(answer.status).toBe(200);
    expect(answer.body.transaction.boleto_digitable_line).toMatch(/^237/);
    return answer.body.transaction.id as number;
  }, 20_000);
}

async function registered(cents: number): Promise<number> {
  const id = await sell(cents);
  await cliJson(env, 'cnab', 'send', 'filebank', '--out', bank.folders.remessa);
  expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
  await receive();
  return id;
}

const receive = async () =>
  cliJson(env, 'cnab', 'receive', 'filebank', join(bank.folders.retorno, bank.writeRetorno()?.name ?? ''));

let strangers = 99_000;

/** Money under a number that nobody drew here; of what a line says beside it, the reference may be ours. */
async function stranger(amountCents: number, reference = 'other-system'): Promise<number> {
  strangers += 1;
  const day = saoPauloDay(-1);
  bank.addStranger({ number: String(strangers).padStart(11, '0'), amountCents, reference, day });
  await receive();
  const { data } = (await call('GET', '/receipts?open=true&limit=1')).body;
  expect(data[0]).toMatchObject({ acquirer: 'filebank', amount: amountCents, state: 'OPEN', day });
  return data[0].id;
}

const divergencesOf = async (id: number) =>
  (await gateway.get(`/divergences?transaction_id=${id}`, shop.session)).body.data;

it('a line whose title is ours after all pays it, is credited when the bank says, and goes back once', async () => {
  const id = await registered(15_000);
  const receipt = await stranger(15_000, (await referenceOf(gateway, id)).slice(0, 25));
  const seen = (await call('GET', `/receipts/${receipt}`)).body;
  expect(seen).toMatchObject({
    line: { file_number: expect.any(Number), note: 'no title of ours has this number' },
    named: [{ id, acquirer: 'filebank', status_payment_name: 'PENDING', amount: 15_000 }],
    credit_on: expect.any(String),
  });
  const reason = 'o pagador mandou o comprovante';
  const bound = await call('POST', `/receipts/${receipt}/bind`, { transaction_id: id, reason });
  expect(bound.body).toMatchObject({ state: 'BOUND', transaction_id: id, bound: { by: 'Operação Demo', reason } });
  expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 2, paid_amount: 15_000, paid_at: seen.paid_at });
  const [journal] = await gateway.database.db.query<{ credit: string }>(
    `SELECT basis ->> 'creditOn' AS credit FROM ledger_journals
     WHERE cause_kind = 'approval' AND subject_id = $1`,
    [id],
  );
  expect(journal?.credit).toBe(seen.credit_on);
  // Asked again, the bank's files still say that nobody paid this title: the bound line belongs to the answer.
  expect(await readPayment(gateway, shop, id, '?payment_type=BILLET')).toMatchObject({ status: 2 });
  expect(await divergencesOf(id)).toEqual([]);
  const again = await runCli(env, 'receipt', 'bind', String(receipt), '--transaction', String(id), '--reason', 'x');
  expect(again.err).toContain(`is bound to transaction ${id}`);

  // What the payer gets by the rail of payouts counts once beside the bound line.
  await fund(gateway, shop, 50_000);
  const reversal = await gateway.post('/payments/reversal', { transaction_id: id }, shop.session);
  expect([200, 202]).toContain(reversal.status);
  await eventually(async () => expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 4 }), 20_000);
  await readPayment(gateway, shop, id, '?payment_type=BILLET');
  expect(await divergencesOf(id)).toEqual([]);
  await expectCleanBooks(gateway.database.db);
});

it('is refused in plain words: another bank, an amount that nothing explains', async () => {
  const id = await registered(20_000);
  const receipt = await stranger(19_999);
  const bind = (transaction: number) =>
    call('POST', `/receipts/${receipt}/bind`, { transaction_id: transaction, reason: 'tentativa' });
  const elsewhere = await createPayment(gateway, shop, 19_999);
  expect((await bind(elsewhere)).body.error).toContain(`is of sandbox, receipt ${receipt} of filebank`);
  expect((await bind(id)).body.error).toContain(`is of 20000 cents, receipt ${receipt} of 19999`);
  expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 1 });
  expect((await call('GET', `/receipts/${receipt}`)).body.state).toBe('OPEN');
});

it('of a boleto that is paid by its own line, too, is a second payment: a divergence', async () => {
  const id = await registered(31_000);
  const receipt = await stranger(31_000);
  const why = ['--reason', 'do mesmo cliente'];
  const bound = await runCli(env, 'receipt', 'bind', String(receipt), '--transaction', String(id), ...why);
  expect(bound).toMatchObject({ code: 0, out: expect.stringContaining('which is APPROVED') });
  const own = bank.titles().find(({ amountCents, status }) => amountCents === 31_000 && status === 'OPEN');
  bank.pay((own as { number: string }).number);
  await receive();
  await eventually(
    async () => expect(await divergencesOf(id)).toMatchObject([{ kind: 'AMOUNT_MISMATCH', difference: 31_000 }]),
    20_000,
  );
  await expectCleanBooks(gateway.database.db);
});
