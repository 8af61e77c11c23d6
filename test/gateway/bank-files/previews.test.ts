import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewRetorno, type RetornoPreview } from '../../../src/gateway/bank-files/preview-retorno.ts';
import { receiveRetorno } from '../../../src/gateway/bank-files/receive-retorno.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import { randomIds } from '../../../src/ground/ids.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { RetornoError } from '../../../src/rails/cnab240/layout/retorno-error.rules.ts';
import { DOINGS, type Doing, REMARKS, type Remark } from '../../../src/rails/cnab240/retornos/plan.rules.ts';
import { PlanChanged } from '../../../src/rails/cnab240/retornos/receive-file.ts';
import type { RetornoOutcome } from '../../../src/rails/cnab240/retornos/tally.rules.ts';
import { type Billing, openBilling } from '../../support/cnab240/billing.ts';
import {
  fileOf,
  type Pair,
  pairOf,
  type SaidLine,
  saidLines,
  type Template,
  templateOf,
} from '../../support/cnab240/random-retornos.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** Two hundred in all, of eight banks. */
const FILES_OF_A_BANK = 25;
const TITLES = 9;
const PATIENCE_MS = 300_000;

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-previews-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const now = new Date('2026-11-24T13:00:00Z');
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
const opened = (bytes: Buffer) =>
  async function* () {
    yield bytes;
  };
const preview = ({ name, account }: Billing, bytes: Buffer) =>
  previewRetorno({ db: database.db, clock }, name, account, opened(bytes), { after: 0, most: 10_000 });
const receive = ({ name, account }: Billing, bytes: Buffer, plan: string | null) =>
  receiveRetorno({ db: database.db, clock, ids: randomIds(), poke: () => {} }, name, account, opened(bytes), plan);

/** Every table that a file may change, and whose changes say that one was. */
const TABLES = [
  ...['cnab_accounts', 'cnab_files', 'cnab_file_parts', 'cnab_titles', 'cnab_movements', 'cnab_orders'],
  ...['acquirer_notifications', 'ledger_journals', 'ledger_entries', 'unknown_receipts', 'audit_log', 'events'],
];

/** Differs after every change: a row that was written or changed has the number of its transaction. */
async function everything(): Promise<string> {
  const marks = TABLES.map((table) => `(SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM ${table})`);
  const [row] = await database.db.query<{ all: string }>(`SELECT ${marks.join(` || ', ' || `)} AS all`);
  return (row as { all: string }).all;
}

interface TitleRow {
  our_number: string;
  status: string;
  paid_cents: number | null;
}

interface Rows {
  titles: Map<string, TitleRow>;
  receipts: { count: number; cents: number };
  notifications: number;
  files: number;
}

async function rowsOf({ name }: Billing): Promise<Rows> {
  const titles = await database.db.query<TitleRow>(
    'SELECT t.*, t.our_number FROM cnab_titles t WHERE acquirer = $1 ORDER BY id',
    [name],
  );
  const [counts] = await database.db.query<{ count: number; cents: number; notifications: number; files: number }>(
    `SELECT (SELECT count(*) FROM unknown_receipts WHERE acquirer = $1) AS count,
       (SELECT coalesce(sum(amount_cents), 0)::bigint FROM unknown_receipts WHERE acquirer = $1) AS cents,
       (SELECT count(*) FROM acquirer_notifications WHERE acquirer = $1) AS notifications,
       (SELECT count(*) FROM cnab_files WHERE acquirer = $1) AS files`,
    [name],
  );
  const { count, cents, notifications, files } = counts as NonNullable<typeof counts>;
  return {
    titles: new Map(titles.map((row) => [row.our_number, row])),
    receipts: { count, cents },
    notifications,
    files,
  };
}

/** What was written down of the last file. */
async function recordedOf({ name }: Billing) {
  const movements = await database.db.query<{ fee_cents: number }>(
    `SELECT line, code, kind, our_number, paid_cents, fee_cents, note IS NOT NULL AS is_remarked,
       title_id IS NOT NULL AS is_ours
     FROM cnab_movements WHERE file_id = (SELECT max(id) FROM cnab_files WHERE acquirer = $1) ORDER BY line`,
    [name],
  );
  const [fees] = await database.db.query<{ count: number; cents: number }>(
    `SELECT count(*) AS count, coalesce(-sum(e.amount_cents), 0)::bigint AS cents
     FROM cnab_movements m JOIN ledger_journals j ON j.cause_id = m.id AND j.cause_kind = 'bank_fee'
     JOIN ledger_entries e ON e.journal_id = j.id AND e.account = 'platform_expense'
     WHERE m.file_id = (SELECT max(id) FROM cnab_files WHERE acquirer = $1)`,
    [name],
  );
  return { movements, fees: fees as NonNullable<typeof fees> };
}

const outcomeOf = ({ kinds, does, paid, fees, repeated, listed, remarks, unknown, missing, plan }: RetornoOutcome) => ({
  ...{ kinds, does, paid, fees, repeated, listed, remarks, unknown, missing, plan },
});

/** What the preview said is what has changed, and nothing else has. */
async function expectChanged(billing: Billing, said: RetornoPreview, before: Rows): Promise<void> {
  const after = await rowsOf(billing);
  const { movements, fees } = await recordedOf(billing);
  expect(movements).toEqual(
    said.lines
      .filter(({ does }) => does !== 'came_before')
      .map((line) => ({
        ...{ line: line.line, code: line.code, kind: line.kind, our_number: line.ourNumber },
        ...{ paid_cents: line.paidCents, fee_cents: line.feeCents, is_remarked: line.remark !== null },
        is_ours: line.reference !== null,
      })),
  );
  expect(fees).toEqual(said.fees);
  expect(after.files - before.files).toBe(1);
  expect({
    count: after.receipts.count - before.receipts.count,
    cents: after.receipts.cents - before.receipts.cents,
  }).toEqual(said.unknown);
  const changing = said.lines.filter(({ does }) => does === 'changes_title');
  const touched = new Set(changing.map(({ ourNumber }) => ourNumber));
  expect(after.notifications - before.notifications).toBe(touched.size);
  for (const [number, row] of after.titles) {
    const was = before.titles.get(number) as TitleRow;
    if (!touched.has(number)) expect(row).toEqual(was);
    else {
      const lines = changing.filter(({ ourNumber }) => ourNumber === number);
      expect(lines[0]?.statusBefore).toBe(was.status);
      expect(row.status).toBe(lines.at(-1)?.statusAfter);
      expect(row.paid_cents).toBe(lines.reduce(paidAfter, was.paid_cents));
    }
  }
}

function paidAfter(paid: number | null, { kind, paidCents }: RetornoPreview['lines'][number]): number | null {
  if (kind === 'paid' || kind === 'paid_after_write_off') return (paid ?? 0) + paidCents;
  if (kind !== 'taken_back') return paid;
  const left = (paid ?? 0) - paidCents;
  return paidCents === 0 || left <= 0 ? null : left;
}

/** A bank's account with titles that it was told of, and lines about titles of somebody else. */
interface World {
  profile: CnabProfileName;
  billing: Billing;
  template: Template;
  ours: Pair[];
  foreign: Pair[];
  number: number;
  /** What files before have said. */
  told: Pair[];
}

async function openWorld(profile: CnabProfileName): Promise<World> {
  const context = { db: database.db, root, clock };
  const billing = openBilling(context, profile);
  const first = billing.account.ourNumberFirst + 500;
  const other = openBilling(context, profile, { our_number_first: first, our_number_last: first + 99 });
  const retornoOf = async (each: Billing, count: number) => {
    for (let number = 1; number <= count; number += 1) await each.charge(number);
    await each.send();
    return templateOf(readFileSync(each.writeRetorno()));
  };
  const template = await retornoOf(billing, TITLES);
  const { pairs: foreign } = await retornoOf(other, 2);
  // One that the bank was not told of, and two that it was asked to change.
  await billing.charge(TITLES + 1);
  await billing.cancel(1);
  return { profile, billing, template, ours: template.pairs, foreign, number: 0, told: [] };
}

interface RandomFile {
  lines: (SaidLine | { again: number })[];
  step: number;
  isKnown: boolean;
  meanwhile: 'nothing' | 'an order' | 'a cancellation' | 'a file';
}

const randomFiles = (profile: CnabProfileName, most: number): fc.Arbitrary<RandomFile> =>
  fc.record({
    lines: fc.array(
      fc.oneof({ weight: 5, arbitrary: saidLines(profile) }, { weight: 1, arbitrary: fc.record({ again: fc.nat() }) }),
      { minLength: 1, maxLength: most },
    ),
    step: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 0, max: 4 })),
    isKnown: fc.boolean(),
    meanwhile: fc.constantFrom('nothing', 'nothing', 'an order', 'a cancellation', 'a file'),
  });

const pick = <Item>(all: readonly Item[], which: number): Item => all[which % all.length] as Item;

function pairsOf({ profile, ours, foreign, told }: World, lines: RandomFile['lines']): Pair[] {
  const pairs: Pair[] = [];
  for (const line of lines)
    pairs.push(
      'again' in line
        ? pick([...told, ...pairs, ...ours], line.again)
        : pairOf(profile, pick(line.whose === 'foreign' ? foreign : ours, line.which), line),
    );
  return pairs;
}

/** What came of all of them. */
const seen = { applied: 0, refused: 0, does: new Set<Doing>(), remarks: new Set<Remark>() };

async function tryFile(world: World, file: RandomFile): Promise<void> {
  const { billing, template } = world;
  const pairs = pairsOf(world, file.lines);
  world.number = Math.max(1, world.number + file.step);
  const bytes = fileOf(template, world.number, pairs);
  const untouched = await everything();
  const said = await preview(billing, bytes);
  expect(await everything()).toBe(untouched);
  // Chance may write the same file again.
  if (said.isKnown) return expectKnown(billing, bytes, '0'.repeat(64));
  expect(said.lines).toHaveLength(file.lines.length);
  const isSame = await changeMeanwhile(world, file, pairs, said);
  const between = await everything();
  const before = await rowsOf(billing);
  const received = await receive(billing, bytes, said.plan).catch((error: unknown) => error);
  if (received instanceof PlanChanged) {
    expect(isSame).not.toBe(true);
    expect(await everything()).toBe(between);
    seen.refused += 1;
    const again = await preview(billing, bytes);
    expect(again.plan).not.toBe(said.plan);
    await expectApplied(billing, bytes, again, await receive(billing, bytes, again.plan), before);
  } else {
    expect(isSame).not.toBe(false);
    await expectApplied(billing, bytes, said, received, before);
  }
  if (file.isKnown) await expectKnown(billing, bytes, said.plan);
  world.told.push(...pairs);
}

async function expectApplied(
  billing: Billing,
  bytes: Buffer,
  said: RetornoPreview,
  received: unknown,
  before: Rows,
): Promise<void> {
  if (received instanceof Error) throw received;
  expect(received && outcomeOf(received as RetornoOutcome), bytes.toString('latin1')).toEqual(outcomeOf(said));
  await expectChanged(billing, said, before);
  seen.applied += 1;
  for (const { does, remark } of said.lines) {
    seen.does.add(does);
    if (remark) seen.remarks.add(remark);
  }
}

/** Whether the file still does what was shown; null: that depends. */
async function changeMeanwhile(
  { billing, template, number }: World,
  { meanwhile }: RandomFile,
  pairs: readonly Pair[],
  said: RetornoPreview,
): Promise<boolean | null> {
  if (meanwhile === 'an order') {
    await billing.charge(100 + seen.applied);
    return true;
  }
  if (meanwhile === 'a cancellation') {
    const line = said.lines.find(({ reference, statusBefore }) => reference !== null && statusBefore === 'REGISTERED');
    if (!line) return true;
    const asked = await requestedChangeOf(line.reference as string);
    await billing.acquirer.cancel({ reference: line.reference as string, transactionId: null, endToEndId: null });
    return asked !== null ? null : false;
  }
  if (meanwhile === 'a file') {
    // The first line comes in another file, too, before this one is applied.
    if (pairs.length === 1) return true;
    const other = await receive(billing, fileOf(template, number, pairs.slice(0, 1)), null);
    return !other || (other.does.came_before === 1 && said.missing === null);
  }
  return true;
}

async function requestedChangeOf(reference: string): Promise<unknown> {
  const [row] = await database.db.query<{ requested_change: unknown }>(
    'SELECT requested_change FROM cnab_titles WHERE reference = $1',
    [reference],
  );
  return row?.requested_change ?? null;
}

async function expectKnown(billing: Billing, bytes: Buffer, stale: string): Promise<void> {
  const untouched = await everything();
  const known = await preview(billing, bytes);
  expect(known).toMatchObject({ isKnown: true, lines: [], kinds: {} });
  expect(await receive(billing, bytes, known.plan)).toBeNull();
  await expect(receive(billing, bytes, stale)).rejects.toThrow(PlanChanged);
  expect(await everything()).toBe(untouched);
}

it(
  'two hundred random files do exactly what their preview has said, or nothing where that has changed',
  async () => {
    for (const profile of CNAB_PROFILE_NAMES) {
      const world = await openWorld(profile);
      await fc.assert(
        fc.asyncProperty(randomFiles(profile, 10), (file) => tryFile(world, file)),
        // Files follow each other: a smaller one would find another database.
        { numRuns: FILES_OF_A_BANK, endOnFailure: true },
      );
    }
    // Among them was everything that a file can do.
    expect([...seen.does].sort()).toEqual([...DOINGS].sort());
    expect([...seen.remarks].sort()).toEqual([...REMARKS].sort());
    expect(seen.refused).toBeGreaterThan(10);
    expect(seen.applied).toBeGreaterThan(100);
  },
  PATIENCE_MS,
);

it('a file of several pieces is planned as it is applied, whatever it says of the same title', async () => {
  const world = await openWorld('bb');
  await fc.assert(
    fc.asyncProperty(fc.integer(), (seed) => {
      const lines = fc.sample(saidLines('bb'), { numRuns: 1_100, seed });
      return tryFile(world, { lines, step: 1, isKnown: true, meanwhile: 'nothing' });
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

it('a mistake is told as it would be when the file is applied, with its place', async () => {
  const world = await openWorld('caixa');
  const cut = fileOf(world.template, 1, world.ours).subarray(0, 700);
  const told = await preview(world.billing, cut).catch((error: unknown) => error);
  expect(told).toBeInstanceOf(RetornoError);
  expect(told).toEqual(await receive(world.billing, cut, null).catch((error: unknown) => error));
});
