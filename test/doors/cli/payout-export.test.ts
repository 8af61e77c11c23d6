import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleByOperator } from '../../../src/gateway/payouts/settle-by-operator.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { makeList } from '../../../src/rails/manual-payouts/lists.sql.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { balanceOf, openCompany, type TestCompany } from '../../support/money.ts';
import { addDestination, askForPayout, fund, OWN_KEY, readPayout } from '../../support/sandbox-payouts.ts';
import { runCli } from './run-cli.ts';

/** A bank without an API: whoever runs the service pays from lists, and says how each payout ended. */

let gateway: TestGateway;
let company: TestCompany;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vintem-lists-'));
  gateway = await startTestGateway();
  env = { DATABASE_URL: gateway.database.url };
  company = await openCompany(gateway);
  await fund(gateway, company, 100_000);
  await writeFile(join(folder, 'bank.json'), JSON.stringify({ kind: 'manual', account: 'Banco X, 1234-5' }));
  expect((await cli('acquirer', 'set', 'by-hand', '--file', join(folder, 'bank.json'))).code).toBe(0);
  expect((await cli('company', 'set', String(company.id), '--payout-acquirer', 'by-hand')).code).toBe(0);
});
afterAll(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) => runCli(env, ...args);
const fileOf = (name: string) => join(folder, name);
const exported = (name: string, ...more: string[]) =>
  cli('payout', 'export', 'by-hand', '--out', fileOf(name), ...more);

async function sent(cents: number): Promise<number> {
  const destinationId = await addDestination(gateway, company);
  const { id } = await eventually(() => askForPayout(gateway, company, cents, destinationId), 20_000);
  gateway.vintem.deps.poke();
  await eventually(async () => expect((await readPayout(gateway, id)).status).toBe('SENT'), 20_000);
  return id;
}

it('each payout is in one list, and ends as the operator says', async () => {
  expect((await exported('none.csv')).out).toBe('no payout waits for by-hand\n');
  const [paid, failed] = [await sent(10_000), await sent(20_000)];
  const first = await exported('first.csv');
  expect(first.out).toContain('list 1: 2 payouts, 30000 cents, written to');
  const text = await readFile(fileOf('first.csv'), 'utf8');
  expect(text).toContain(`1,${paid},10000,pix_key,cnpj,${(OWN_KEY as { key: string }).key},`);
  expect((await stat(fileOf('first.csv'))).mode & 0o077).toBe(0);
  expect((await exported('second.csv')).out).toBe('no payout waits for by-hand\n');
  expect((await exported('again.csv', '--again', '1')).code).toBe(0);
  expect(await readFile(fileOf('again.csv'), 'utf8')).toBe(text);
  const taken = await exported('first.csv', '--again', '1');
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('--again 1') });
  expect((await exported('other.csv', '--again', '9')).err).toContain('by-hand has no list 9');

  const before = await balanceOf(gateway, company);
  const settle = (id: number, as: string) => cli('payout', 'settle', String(id), '--as', as, '--reason', 'lista 1');
  expect((await settle(paid, 'paid')).code).toBe(0);
  expect((await settle(failed, 'failed')).code).toBe(0);
  expect((await readPayout(gateway, paid)).status).toBe('PAID');
  expect((await readPayout(gateway, failed)).status).toBe('FAILED');
  expect((await balanceOf(gateway, company)).available).toBe(before.available + 20_000);
  const third = await sent(1_500);
  expect((await exported('third.csv')).out).toContain('list 2: 1 payouts, 1500 cents');
  expect(await readFile(fileOf('third.csv'), 'utf8')).toContain(`2,${third},1500,`);
  await expectCleanBooks(gateway.database.db);
});

const settled = (id: number, as: string) => cli('payout', 'settle', String(id), '--as', as, '--reason', 'no extrato');
const noteIn = async (name: string, id: number) =>
  (await readFile(fileOf(name), 'utf8'))
    .split('\r\n')
    .find((line) => line.split(',')[1] === String(id))
    ?.split(',');

it('one that the operator has settled is in no list any more, and its line says so where it was', async () => {
  const [gone, listed] = [await sent(1_100), await sent(1_200)];
  expect((await settled(gone, 'failed')).out).not.toContain('list');
  const [, number] = (await exported('settled.csv')).out.match(/^list (\d+): 1 payouts, 1200 cents/) ?? [];
  expect(await noteIn('settled.csv', gone)).toBeUndefined();
  expect(await noteIn('settled.csv', listed)).toContain('pix_key');
  expect((await settled(listed, 'failed')).out).toContain(`it is in list ${number}: see that nobody pays it`);
  const again = await exported('settled-again.csv', '--again', String(number));
  expect(again.out).toContain('0 payouts, 0 cents');
  expect(again.out).toContain('and 1 that nobody can pay');
  const line = await noteIn('settled-again.csv', listed);
  expect(line).toContain('FAILED already: do not pay it');
  expect(line).not.toContain('pix_key');
});

it('settling waits for whoever makes a list at the same moment', async () => {
  const { deps } = gateway.vintem;
  const id = await sent(1_300);
  let settling: ReturnType<typeof settleByOperator> | undefined;
  const number = await withTransaction(deps.db, async (tx) => {
    const made = await makeList(tx, 'by-hand', 500, new Date());
    settling = settleByOperator(deps, { payoutId: id, end: 'PAID', reason: 'no extrato' });
    await eventually(async () => {
      const waiting = await gateway.database.db.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM manual_payouts%'",
      );
      expect(waiting).toHaveLength(1);
    });
    return made;
  });
  expect(number).not.toBeNull();
  expect(await settling).toMatchObject({ status: 'PAID', list: number });
});

it('what was paid by hand and came back is booked as the operator says', async () => {
  const id = await sent(1_600);
  const back = (amount: string, of = id) =>
    cli('payout', 'return', String(of), '--amount', amount, '--reason', 'conta encerrada');
  expect((await back('600')).err).toContain('is SENT: only one that is PAID comes back');
  await settled(id, 'paid');
  const before = await balanceOf(gateway, company);
  expect((await back('1601')).err).toContain('1 to 1600 cents can come back');
  expect((await back('0')).code).toBe(1);
  expect((await back('600')).out).toContain('600 cents came back; it is PAID');
  expect((await back('1000')).out).toContain('1000 cents came back; it is RETURNED');
  expect((await back('1')).code).toBe(1);
  expect(await readPayout(gateway, id)).toMatchObject({ returned_cents: 1_600, return_reason: 'conta encerrada' });
  expect((await balanceOf(gateway, company)).available).toBe(before.available + 1_600);
  await expectCleanBooks(gateway.database.db);
});

it('a line that does not open hides no other', async () => {
  const [shut, open] = [await sent(1_400), await sent(1_500)];
  await gateway.database.db.query(
    `UPDATE payout_destinations SET sealed = 'x' WHERE id = (SELECT destination_id FROM payouts WHERE id = $1)`,
    [shut],
  );
  expect((await exported('shut.csv')).out).toContain('1 payouts, 1500 cents');
  expect((await noteIn('shut.csv', shut))?.join()).toContain('the destination does not open');
  expect(await noteIn('shut.csv', open)).toContain('pix_key');
});

it('after a restore no list is made until the operator has compared', async () => {
  await sent(1_000);
  expect((await cli('restored')).code).toBe(0);
  const refused = await exported('restored.csv');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('vintem payout resume') });
  expect((await cli('payout', 'resume', '--reason', 'conferido')).code).toBe(0);
  expect((await exported('restored.csv')).out).toMatch(/^list \d+: 1 payouts/);
});

it('says what is wrong with the file of such a bank', async () => {
  for (const [file, problem] of [
    [{ kind: 'manual' }, 'account must say which account you pay from'],
    [{ kind: 'manual', account: 'x', key: 'y' }, 'the file knows no member "key"'],
  ] as const) {
    await writeFile(fileOf('wrong.json'), JSON.stringify(file));
    expect((await cli('acquirer', 'set', 'wrong', '--file', fileOf('wrong.json'))).err).toContain(problem);
  }
  expect((await cli('company', 'set', String(company.id), '--pix-acquirer', 'by-hand')).code).toBe(1);
});
