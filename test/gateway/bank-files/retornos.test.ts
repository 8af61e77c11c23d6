import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetBankFiles } from '../../../src/gateway/bank-files/forget-bank-files.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { resumeNumbers } from '../../../src/rails/cnab240/resume-numbers.ts';
import { sendFile } from '../../../src/rails/cnab240/send-file.ts';
import { removePayers } from '../../../src/rails/cnab240/titles.sql.ts';
import { openBilling } from '../../support/cnab240/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-retornos-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const now = new Date('2026-11-17T13:00:00Z');
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
const open = () => openBilling({ db: database.db, root, clock }, 'bradesco');

it('money of no title of ours is a receipt that an operator has to deal with, once', async () => {
  const billing = open();
  await billing.charge(1);
  await billing.send();
  billing.bank.addStranger({ number: '00000099999', amountCents: 7_700, reference: 'other-system', day: '2026-11-16' });
  const path = billing.writeRetorno();
  expect(await billing.receive(path)).toMatchObject({
    listed: [{ why: 'no title of ours has this number' }],
    unknown: { count: 1, cents: 7_700 },
  });
  const receipts = () =>
    database.db.query('SELECT day, reference, amount_cents, closed_at FROM unknown_receipts WHERE acquirer = $1', [
      billing.name,
    ]);
  const kept = { day: '2026-11-16', reference: 'other-system', amount_cents: 7_700, closed_at: null };
  expect(await receipts()).toEqual([kept]);
  expect(await billing.receive(path)).toBeNull();
  expect(await receipts()).toEqual([kept]);
});

it('after a restore: what the bank has registered is not told to it again, and numbers of here are refused', async () => {
  const billing = open();
  const deps = { db: database.db, clock };
  await billing.charge(1);
  await billing.charge(2);
  await billing.send();
  // As if the backup was of before the file.
  await database.db.query('UPDATE cnab_orders SET file_id = NULL WHERE acquirer = $1', [billing.name]);
  await database.db.query(`UPDATE cnab_titles SET status = 'WAITING' WHERE acquirer = $1`, [billing.name]);
  await beginEpoch(database.db, now);
  const resume = (nextNumber: number, nextFile: number) =>
    resumeNumbers(deps, billing.name, billing.account, { nextNumber, nextFile });
  const { ourNumberFirst } = billing.account;
  await expect(resume(ourNumberFirst + 1, 2)).rejects.toThrow(`number ${ourNumberFirst + 1} was drawn here`);
  await expect(resume(ourNumberFirst + 50, 1)).rejects.toThrow('file 1 was made here');
  expect(await resume(ourNumberFirst + 50, 2)).toEqual({ waiting: 2 });
  await billing.closeDay();
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_PAYMENT', registration: { status: 'REGISTERED' } });
  expect(await sendFile(deps, billing.name, billing.account)).toBeNull();
});

it('a refused instruction is told, and a cancellation that no file has carried still waits', async () => {
  const billing = open();
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await billing.send();
  await billing.closeDay();
  const at = { reference: billing.referenceOf(1), transactionId: null, endToEndId: null };
  await billing.acquirer.changeDueDate?.(at, '2026-12-10');
  await billing.send();
  await billing.cancel(1);
  const [title] = billing.bank.titles();
  billing.bank.say((title as { number: string }).number, { code: '26', motives: ['16'] });
  expect(await billing.closeDay()).toMatchObject({
    listed: [{ code: '26', why: 'the bank has refused an instruction: data de vencimento inválida' }],
  });
  expect(await billing.ask(1)).toMatchObject({ requestedChange: { kind: 'cancel' } });
});

it('the content of files, which names payers, is forgotten after half a year; that there were such files is not', async () => {
  const billing = open();
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await billing.send();
  const path = billing.writeRetorno();
  await billing.receive(path);
  const later = (days: number) => ({ ...clock, realNow: () => new Date(now.getTime() + days * 86_400_000) });
  const count = async () =>
    (
      await database.db.query(
        'SELECT FROM cnab_file_parts p JOIN cnab_files f ON f.id = p.file_id WHERE acquirer = $1',
        [billing.name],
      )
    ).length;
  await forgetBankFiles({ db: database.db, clock: later(179) });
  expect(await count()).toBe(2);
  await forgetBankFiles({ db: database.db, clock: later(181) });
  expect(await count()).toBe(0);
  expect(await billing.receive(path)).toBeNull();
});

it('the write-off of a boleto whose payer was forgotten can still be written', async () => {
  const billing = openBilling({ db: database.db, root, clock }, 'caixa');
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await billing.send();
  await billing.cancel(1);
  await withTransaction(database.db, (tx) => removePayers(tx, [billing.referenceOf(1)], 'Dados removidos'));
  expect(await sendFile({ db: database.db, clock }, billing.name, billing.account)).toMatchObject({
    ...{ titles: 1, setAside: [] },
  });
});
