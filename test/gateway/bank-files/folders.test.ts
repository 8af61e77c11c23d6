import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ExchangeDeps,
  exchangeBankFiles,
  newMemory,
} from '../../../src/gateway/bank-files/exchange-bank-files.ts';
import { sendRemessa } from '../../../src/gateway/bank-files/send-remessa.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { randomIds } from '../../../src/ground/ids.ts';
import { QUIET_MS } from '../../../src/rails/cnab240/folders/inbox.rules.ts';
import { writeOutFiles } from '../../../src/rails/cnab240/folders/write-out-files.ts';
import { listOutgoing, recordWhole } from '../../../src/rails/cnab240/outgoing.sql.ts';
import { resumeNumbers } from '../../../src/rails/cnab240/resume-numbers.ts';
import { type Billing, openBilling } from '../../support/cnab240/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-folders-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

/** A Tuesday, ten o'clock in São Paulo. */
const MORNING = new Date('2026-11-17T13:00:00Z');
const EVENING = new Date('2026-11-17T21:30:00Z');
let now = MORNING;
let lines: string[] = [];
beforeEach(() => {
  now = MORNING;
  lines = [];
});
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const passTime = () => {
  now = new Date(now.getTime() + QUIET_MS);
};

/** A worker of its own: several may share a database. */
function worker(...billings: Billing[]) {
  const bankAccounts = async () => billings.map(({ name, account }) => ({ name, account }));
  const deps: ExchangeDeps = { db: database.db, clock, ids: randomIds(), log, poke: () => {}, bankAccounts };
  const memory = newMemory();
  return { round: () => exchangeBankFiles(deps, memory) };
}

const open = (changes: Record<string, unknown> = {}) =>
  openBilling({ db: database.db, root, clock }, 'bb', { send_at: '18:30', ...changes });
const outbox = ({ account }: Billing) => filesOf(account.outbox as string);
const inbox = ({ account }: Billing) => account.inbox as string;
const filesOf = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : [];

async function countFiles({ name }: Billing): Promise<number> {
  const rows = await database.db.query('SELECT FROM cnab_files WHERE acquirer = $1', [name]);
  return rows.length;
}

/** As a worker does at the time of the day. */
const sendOfDay = (deps: Parameters<typeof sendRemessa>[0], { name, account }: Billing, day: string) =>
  sendRemessa(deps, name, account, { day, isForOutbox: true });

/** Two rounds between which nothing grows. */
async function settle(each: ReturnType<typeof worker>) {
  await each.round();
  passTime();
  return each.round();
}

it('sends once a business day at its time, however many workers there are, and that one file appears', async () => {
  const billing = open();
  const workers = [worker(billing), worker(billing), worker(billing)];
  await billing.charge(1);
  await workers[0]?.round();
  expect(outbox(billing)).toEqual([]);
  now = EVENING;
  await Promise.all(workers.map((each) => each.round()));
  await Promise.all(workers.map((each) => each.round()));
  expect(outbox(billing)).toEqual([`${billing.name}-000001.rem`]);
  expect(billing.bank.takeRemessas()).toMatchObject([{ isTaken: true }]);

  // What is ordered later waits for the next business day; taken away, the file does not come again.
  await billing.charge(2);
  await Promise.all(workers.map((each) => each.round()));
  expect(outbox(billing)).toEqual([]);
  now = new Date('2026-11-18T21:29:00Z');
  await workers[1]?.round();
  expect(await countFiles(billing)).toBe(1);
  now = new Date('2026-11-18T21:30:00Z');
  await workers[1]?.round();
  expect(outbox(billing)).toEqual([`${billing.name}-000002.rem`]);
  // Nothing waits on Thursday, and nothing is made up for on Monday; Friday is a holiday.
  now = new Date('2026-11-19T22:00:00Z');
  await workers[2]?.round();
  await billing.charge(3);
  now = new Date('2026-11-23T13:00:00Z');
  await workers[2]?.round();
  expect(await countFiles(billing)).toBe(2);
});

it('a file that was stored when a worker died is written out later, once, wherever it died', async () => {
  const billing = open();
  await billing.charge(1);
  now = EVENING;
  await sendOfDay({ db: database.db, clock }, billing, '2026-11-17');
  const folder = billing.account.outbox as string;
  const leftOver = join(folder, `.${billing.name}-000001.rem.1.part`);
  await writeFile(leftOver, 'half of it');
  const [outgoing] = await listOutgoing(database.db, billing.name, 1);
  if (!outgoing) throw new Error('nothing is on its way');
  await worker(billing).round();
  expect(outbox(billing)).toEqual([`${billing.name}-000001.rem`]);
  expect(await listOutgoing(database.db, billing.name, 1)).toEqual([]);

  // It was whole and not renamed; and it was renamed, taken away, and nobody wrote down that it was.
  const again = async () => {
    await database.db.query('INSERT INTO cnab_outgoing (file_id, acquirer, created_at) VALUES ($1, $2, $3)', [
      outgoing.file_id,
      billing.name,
      now,
    ]);
    await recordWhole(database.db, outgoing.file_id, leftOver);
  };
  await again();
  await rename(join(folder, `${billing.name}-000001.rem`), leftOver);
  await worker(billing).round();
  expect(outbox(billing)).toEqual([`${billing.name}-000001.rem`]);
  await again();
  await rm(join(folder, `${billing.name}-000001.rem`));
  await worker(billing).round();
  expect(outbox(billing)).toEqual([]);
  expect(await listOutgoing(database.db, billing.name, 1)).toEqual([]);
});

it('of two workers that write one file out, one of which stood still, one file comes of it', async () => {
  const billing = open();
  const folder = billing.account.outbox as string;
  const writeOut = (attempt: string) => writeOutFiles({ db: database.db }, billing.name, folder, attempt);
  for (let number = 1; number <= 8; number += 1) {
    await billing.charge(number);
    await sendOfDay({ db: database.db, clock }, billing, `2026-11-${10 + number}`);
    await Promise.all(['1', '2', '3'].map(writeOut));
    expect(readdirSync(folder).filter((name) => name.includes('.rem'))).toEqual([`${billing.name}-00000${number}.rem`]);
    expect(await listOutgoing(database.db, billing.name, 1)).toEqual([]);
    expect(billing.bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
  }
});

it('takes files that have stopped growing, in the order of their names, and says what became of them', async () => {
  const billing = open();
  const each = worker(billing);
  await billing.charge(1);
  await billing.send();
  const path = billing.writeRetorno();
  const whole = readFileSync(path);
  await truncate(path, 500);
  await each.round();
  passTime();
  await appendFile(path, whole.subarray(500));
  await each.round();
  expect(filesOf(inbox(billing))).toHaveLength(1);
  // The same size at another time is another file, too.
  passTime();
  await utimes(path, 1, 2);
  await each.round();
  expect(filesOf(inbox(billing))).toHaveLength(1);
  passTime();
  await each.round();
  expect(filesOf(inbox(billing))).toEqual([]);
  const [name = '', text = ''] = filesOf(join(inbox(billing), 'done'));
  expect(readFileSync(join(inbox(billing), 'done', text), 'utf8')).toMatch(
    new RegExp(`^${name}: retorno 1 \\| .* \\| 1 titles .*\\n  registered 1\\n$`),
  );
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_PAYMENT' });

  // The same file again is no trouble and takes the place of no other; a wrong one is refused with line and column.
  await writeFile(path, whole);
  await writeFile(join(inbox(billing), 'wrong.ret'), whole.toString('latin1').replace('0001300001', '0001300007'));
  await writeFile(join(inbox(billing), 'empty.ret'), '');
  await settle(each);
  expect(filesOf(join(inbox(billing), 'done'))).toHaveLength(4);
  const refused = join(inbox(billing), 'refused');
  expect(filesOf(refused)).toEqual(['empty.ret', 'empty.ret.txt', 'wrong.ret', 'wrong.ret.txt']);
  expect(readFileSync(join(refused, 'wrong.ret.txt'), 'utf8')).toMatch(
    /^wrong\.ret: line 3, column 9: .*; nothing of it was applied\n$/,
  );
});

it('leaves links, folders and what is not done alone, and takes many files some at a time', async () => {
  const billing = open();
  const each = worker(billing);
  const secret = join(root, 'secret');
  await writeFile(secret, 'of somebody else');
  await symlink(secret, join(inbox(billing), 'link.ret'));
  await mkdir(join(inbox(billing), 'folder.ret'));
  await writeFile(join(inbox(billing), '.unfinished.ret'), 'x');
  await Promise.all(
    Array.from({ length: 25 }, (_, index) => writeFile(join(inbox(billing), `many-${index}.ret`), `${index}`)),
  );
  await truncate(join(inbox(billing), 'many-0.ret'), 300 * 1024 * 1024);
  expect(await settle(each)).toBe(true);
  expect(filesOf(join(inbox(billing), 'refused'))).toHaveLength(2 * 20);
  expect(await each.round()).toBe(false);
  expect(filesOf(inbox(billing))).toEqual(['.unfinished.ret', 'link.ret']);
  expect(existsSync(join(inbox(billing), 'folder.ret'))).toBe(true);
  expect(readFileSync(join(inbox(billing), 'refused', 'many-0.ret.txt'), 'utf8')).toContain('no retorno is that large');
});

it('a folder that is not there is one line of the log and holds up nobody; what was made waits for it', async () => {
  const [broken, sound] = [open(), open()];
  const each = worker(broken, sound);
  await Promise.all([broken.charge(1), sound.charge(1)]);
  const folder = broken.account.outbox as string;
  await rename(folder, `${folder}.away`);
  await rm(inbox(broken), { recursive: true });
  await writeFile(inbox(broken), 'no folder');
  now = EVENING;
  await each.round();
  await each.round();
  expect(outbox(sound)).toEqual([`${sound.name}-000001.rem`]);
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(told).toMatchObject([
    { acquirer: broken.name, why: `outbox ${folder} does not exist`, msg: 'the outbox cannot be used' },
    { acquirer: broken.name, why: `inbox ${inbox(broken)} is no folder`, msg: 'the inbox cannot be used' },
  ]);
  await rename(`${folder}.away`, folder);
  await each.round();
  expect(outbox(broken)).toEqual([`${broken.name}-000001.rem`]);
});

it('a file that cannot be put away is told once, and holds up no other', async () => {
  const billing = open();
  await billing.charge(1);
  await billing.send();
  const good = billing.writeRetorno();
  const name = 'z-good.ret';
  await rename(good, join(inbox(billing), name));
  await writeFile(join(inbox(billing), 'a-bad.ret'), 'no retorno');
  // Stands where the folder would be that the bad one goes to.
  await writeFile(join(inbox(billing), 'refused'), 'no folder');
  const each = worker(billing);
  await each.round();
  passTime();
  await each.round();
  await each.round();
  expect(existsSync(join(inbox(billing), 'done', name))).toBe(true);
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_PAYMENT' });
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(told.map(({ msg }) => msg)).toEqual([
    'the file a-bad.ret of the inbox cannot be taken',
    'the file refused of the inbox cannot be taken',
  ]);
});

it('after a restore nothing is sent and nothing written out until the operator has named the next ones', async () => {
  const copy = await createTestDatabase();
  const billing = openBilling({ db: copy.db, root, clock }, 'bb', { send_at: '18:30' });
  const bankAccounts = async () => [{ name: billing.name, account: billing.account }];
  const round = () =>
    exchangeBankFiles({ db: copy.db, clock, ids: randomIds(), log, poke: () => {}, bankAccounts }, newMemory());
  try {
    await billing.charge(1);
    await sendOfDay({ db: copy.db, clock }, billing, '2026-11-16');
    await beginEpoch(copy.db, now);
    now = EVENING;
    await round();
    expect([outbox(billing), lines.join('')]).toEqual([[], expect.stringContaining('vintem cnab resume')]);
    await resumeNumbers({ db: copy.db, clock }, billing.name, billing.account, { nextNumber: 50, nextFile: 7 });
    await billing.charge(2);
    await round();
    // The file of before the restore may be at the bank: it is for the operator to write it out again.
    expect(outbox(billing)).toEqual([`${billing.name}-000007.rem`]);
  } finally {
    await copy.drop();
  }
});
