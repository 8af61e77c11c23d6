import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/ground/clock.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createCnab240Client } from '../../../src/rails/cnab240/cnab-client.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { RetornoError } from '../../../src/rails/cnab240/layout/retorno-error.rules.ts';
import { resumeNumbers } from '../../../src/rails/cnab240/resume-numbers.ts';
import { sendFile } from '../../../src/rails/cnab240/send-file.ts';
import type { StoredTitle } from '../../../src/rails/cnab240/stored-title.rules.ts';
import { deleteWaitingOrders, lockTitle } from '../../../src/rails/cnab240/titles.sql.ts';
import { type Billing, openBilling } from '../../support/cnab240/billing.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-cnab-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const MORNING = new Date('2026-11-17T13:00:00Z');
let now = MORNING;
beforeEach(() => {
  now = MORNING;
});
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
const open = (profile: CnabProfileName, changes: Record<string, unknown> = {}): Billing =>
  openBilling({ db: database.db, root, clock }, profile, changes);

describe.each(CNAB_PROFILE_NAMES)('%s', (profile) => {
  it('registers, rejects, is paid late and in time, written off, and says so', async () => {
    const billing = open(profile);
    const [first] = [await billing.charge(1), await billing.charge(2), await billing.charge(3)];
    await billing.charge(4, { amountCents: 10_099 });
    expect(first).toMatchObject({
      status: 'WAITING_CONFIRMATION',
      registration: { status: 'WAITING' },
      instrument: { boleto: { barcode: expect.stringMatching(/^\d{44}$/) } },
    });
    const file = await billing.send();
    expect(file).toMatchObject({ number: 1, titles: 4, amount_cents: 3 * 15_000 + 10_099 });
    expect(await sendFile({ db: database.db, clock }, billing.name, billing.account)).toBeNull();

    expect(await billing.closeDay()).toMatchObject({ kinds: { registered: 3, rejected: 1 }, missing: null });
    expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_PAYMENT', registration: { status: 'REGISTERED' } });
    expect(await billing.ask(4)).toMatchObject({
      status: 'FAILED',
      registration: { status: 'REJECTED', reason: expect.stringMatching(/\w/) },
    });

    // Paid in time, and four days late: 300 and 15000 × 1 % × 4 / 30 = 20, or what the bank's day value makes of it.
    now = new Date('2026-11-25T13:00:00Z');
    const [paid, late] = billing.bank.titles();
    const key = (title: { number: string } | undefined) => (title as { number: string }).number;
    billing.bank.pay(key(paid), { day: '2026-11-19' });
    billing.bank.pay(key(late), { day: '2026-11-23' });
    expect(await billing.cancel(3)).toMatchObject({ requestedChange: { kind: 'cancel' }, status: 'WAITING_PAYMENT' });
    await billing.send();
    await billing.closeDay();
    expect(await billing.ask(1)).toMatchObject({
      ...{ status: 'PAID', amountCents: 15_000, paidAt: new Date('2026-11-19T03:00:00Z') },
      received: { paidCents: 15_000, chargesCents: 0, discountCents: 0 },
    });
    const { status, amountCents, received } = await billing.ask(2);
    expect([status, amountCents - 15_000]).toEqual(['PAID', received?.chargesCents]);
    expect(amountCents).toBeGreaterThanOrEqual(15_320 - 4);
    expect(amountCents).toBeLessThanOrEqual(15_320);
    expect(await billing.ask(3)).toMatchObject({ status: 'CANCELLED' });
  });
});

it('a title that no file has carried is changed and withdrawn at once; later the bank is asked', async () => {
  const billing = open('bb');
  const reference = (number: number) => ({
    reference: billing.referenceOf(number),
    transactionId: null,
    endToEndId: null,
  });
  await billing.charge(1);
  await billing.charge(2);
  expect(await billing.acquirer.changeDueDate?.(reference(1), '2026-12-01')).toMatchObject({
    ...{ outcome: 'changed', charge: { dueDate: '2026-12-01' } },
  });
  expect(await billing.cancel(2)).toMatchObject({ status: 'CANCELLED' });
  expect((await billing.send()).titles).toBe(1);
  await billing.closeDay();
  expect(await billing.acquirer.changeDueDate?.(reference(1), '2026-12-10')).toEqual({ outcome: 'requested' });
  expect(await billing.ask(1)).toMatchObject({ dueDate: '2026-12-01', requestedChange: { kind: 'due_date' } });
  await billing.send();
  await billing.closeDay();
  expect(await billing.ask(1)).toMatchObject({ dueDate: '2026-12-10', requestedChange: null });
});

it('the same file twice, or the same lines in another one, change nothing; a file with a mistake does nothing', async () => {
  const billing = open('bradesco');
  await billing.charge(1);
  await billing.send();
  const path = billing.writeRetorno();
  const text = readFileSync(path, 'latin1');
  const broken = join(root, 'broken.ret');
  writeFileSync(broken, text.replace(/(\d{3}0001300001)T/, '$1X'), 'latin1');
  await expect(billing.receive(broken)).rejects.toThrow(RetornoError);
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_CONFIRMATION' });
  expect(await billing.receive(path)).toMatchObject({ kinds: { registered: 1 }, repeated: 0 });
  expect(await billing.receive(path)).toBeNull();
  const [header = '', ...rest] = text.split('\r\n');
  const again = join(root, 'again.ret');
  const number = String(5).padStart(6, '0');
  writeFileSync(again, [header.slice(0, 157) + number + header.slice(163), ...rest].join('\r\n'), 'latin1');
  expect(await billing.receive(again)).toMatchObject({ kinds: {}, repeated: 1, missing: { from: 2, to: 4 } });
});

it('numbers are drawn once, end with their range, and after a restore wait for the operator', async () => {
  const billing = open('santander', { our_number_first: 7, our_number_last: 9 });
  const charges = await Promise.all([1, 2, 3].map((number) => billing.charge(number)));
  expect(new Set(charges.map(({ transactionId }) => transactionId)).size).toBe(3);
  // A repeat has the same number, and there is no fourth.
  expect((await billing.charge(1)).transactionId).toBe(charges[0]?.transactionId);
  const fourth = await billing.acquirer.charges.invoice?.(billing.orderOf(4));
  expect(fourth).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('used up') });
  await billing.send();

  await beginEpoch(database.db, new Date());
  const other = { ...billing, account: { ...billing.account, ourNumberLast: 99 } };
  const acquirer = createCnab240Client({ name: other.name, account: other.account, db: database.db, clock });
  const asked = () => acquirer.charges.invoice?.(billing.orderOf(5));
  expect(await asked()).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('vintem cnab resume') });
  await expect(sendFile({ db: database.db, clock }, other.name, other.account)).rejects.toThrow('put back');
  await resumeNumbers({ db: database.db, clock }, other.name, other.account, { nextNumber: 50, nextFile: 3 });
  expect(await asked()).toMatchObject({ outcome: 'accepted', charge: { transactionId: expect.stringMatching(/50$/) } });
  expect(await sendFile({ db: database.db, clock }, other.name, other.account)).toMatchObject({ number: 3 });
});

it('numbers that were drawn before any file wait for the operator after a restore, too', async () => {
  const billing = open('bb');
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await beginEpoch(database.db, new Date());
  const second = await billing.acquirer.charges.invoice?.(billing.orderOf(2));
  expect(second).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('vintem cnab resume') });
  // Nor does one that the restored database has never heard of.
  const unheard = open('bradesco');
  expect(await unheard.acquirer.charges.invoice?.(unheard.orderOf(3))).toMatchObject({ outcome: 'unknown' });
});

it('withdrawn while a file is being made, a title is not in the file', async () => {
  const billing = open('bb');
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await billing.charge(2);
  const sending = await withTransaction(database.db, async (tx) => {
    const title = (await lockTitle(tx, billing.name, billing.referenceOf(1))) as StoredTitle;
    const making = sendFile({ db: database.db, clock }, billing.name, billing.account);
    await eventually(async () => expect(await countWaiting()).toBe(1));
    await deleteWaitingOrders(tx, title.id);
    return { making };
  });
  expect(await sending.making).toMatchObject({ titles: 1 });
});

/** Those of this database that wait for somebody's lock. */
async function countWaiting(): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return (row as { count: number }).count;
}

it('a change is asked for once, a cancellation outlives it, and a payment of nothing pays nothing', async () => {
  const billing = open('bradesco');
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  const at = { reference: '', transactionId: null, endToEndId: null };
  await billing.charge(1);
  await billing.charge(2);
  await billing.send();
  await billing.closeDay();
  const move = () => billing.acquirer.changeDueDate?.({ ...at, reference: billing.referenceOf(1) }, '2026-12-10');
  expect([await move(), await move()]).toEqual([{ outcome: 'requested' }, { outcome: 'requested' }]);
  expect((await billing.send()).titles).toBe(1);
  expect(await move()).toEqual({ outcome: 'requested' });
  expect(await sendFile({ db: database.db, clock }, billing.name, billing.account)).toBeNull();
  expect(await billing.cancel(1)).toMatchObject({ requestedChange: { kind: 'cancel' } });
  await billing.closeDay();
  expect(await billing.ask(1)).toMatchObject({ dueDate: '2026-12-10', requestedChange: { kind: 'cancel' } });

  const [, second] = billing.bank.titles();
  billing.bank.say((second as { number: string }).number, { code: '06', amountCents: 0 });
  expect(await billing.closeDay()).toMatchObject({ listed: [{ why: 'a payment of nothing' }] });
  expect(await billing.ask(2)).toMatchObject({ status: 'WAITING_PAYMENT', received: null });
});

it('a file that was cut in half does nothing, wherever it was cut', async () => {
  const billing = open('itau');
  await resumeNumbers({ db: database.db, clock }, billing.name, billing.account, { nextNumber: 1, nextFile: 1 });
  await billing.charge(1);
  await billing.send();
  const whole = readFileSync(billing.writeRetorno());
  const half = join(root, 'half.ret');
  for (let bytes = 1; bytes < whole.length - 242; bytes += 97) {
    writeFileSync(half, whole.subarray(0, bytes));
    await expect(billing.receive(half)).rejects.toThrow(RetornoError);
  }
  expect(await billing.ask(1)).toMatchObject({ status: 'WAITING_CONFIRMATION' });
});
