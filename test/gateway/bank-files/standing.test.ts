import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { warnOfBankFiles } from '../../../src/care/doctor/warn-of-bank-files.ts';
import { createOverview } from '../../../src/care/telemetry/read-overview.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { resumeNumbers } from '../../../src/rails/cnab240/resume-numbers.ts';
import { openBilling } from '../../support/cnab240/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-standing-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

let now = new Date('2026-11-17T13:00:00Z');
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };

it('an operator hears of numbers that end, boletos that wait, folders and restores, by log and metrics', async () => {
  const billing = openBilling({ db: database.db, root, clock }, 'sicredi', {
    ...{ our_number_first: 1, our_number_last: 4, outbox: join(root, 'nowhere') },
  });
  const bankAccounts = async () => [billing];
  const codes = async () => {
    const lines: { level: number; code: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await warnOfBankFiles({ db: database.db, clock, log, bankAccounts });
    return lines.map(({ code }) => code);
  };
  const overview = async () =>
    (await createOverview({ db: database.db, clock, bankAccounts, sendsMail: false })())?.bankFiles;
  expect(await codes()).toEqual(['BANK_FOLDER_UNUSABLE']);
  await billing.charge(1);
  expect(await codes()).toEqual(['BANK_FOLDER_UNUSABLE']);
  await Promise.all([2, 3].map((number) => billing.charge(number)));
  expect(await codes()).toEqual(['BANK_NUMBERS_END', 'BANK_FOLDER_UNUSABLE']);
  now = new Date('2026-11-17T14:00:00Z');
  expect(await overview()).toEqual([{ acquirer: billing.name, numbersLeft: 1, waitingSeconds: 3_600 }]);
  await billing.charge(4);
  expect(await codes()).toEqual(['BANK_NUMBERS_ENDED', 'BANK_FOLDER_UNUSABLE']);

  // A business day later no file has gone; and after a restore nothing goes at all.
  now = new Date('2026-11-19T13:00:00Z');
  expect(await codes()).toEqual(['BANK_NUMBERS_ENDED', 'BANK_FILE_OVERDUE', 'BANK_FOLDER_UNUSABLE']);
  await billing.send();
  await beginEpoch(database.db, now);
  expect(await codes()).toEqual(['BANK_NUMBERS_ENDED', 'BANK_RESUME_NEEDED', 'BANK_FOLDER_UNUSABLE']);
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 5, nextFile: 2 });
  expect(await codes()).toEqual(['BANK_NUMBERS_ENDED', 'BANK_FOLDER_UNUSABLE']);
  // The year is part of these numbers.
  now = new Date('2027-01-04T13:00:00Z');
  expect((await overview())?.[0]?.numbersLeft).toBe(4);
});
