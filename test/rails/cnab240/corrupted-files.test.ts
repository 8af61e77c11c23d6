import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiveRetorno } from '../../../src/gateway/bank-files/receive-retorno.ts';
import type { Clock } from '../../../src/ground/clock.ts';
import type { DbPool } from '../../../src/ground/db/pool.ts';
import { randomIds } from '../../../src/ground/ids.ts';
import {
  CNAB_PROFILE_NAMES,
  type CnabProfileName,
  cnabProfile,
} from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import { RetornoError } from '../../../src/rails/cnab240/layout/retorno-error.rules.ts';
import { type Billing, openBilling } from '../../support/cnab240/billing.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';
import { choices, corrupt, KINDS, type Kind } from './corruptions.ts';

/** Files of eight banks, seven of each, and everything that may become of them on their way. */
const FILES_OF_A_BANK = 7;
const TITLES_OF_A_FILE = 4;
const BYTES_OF_A_FILE = propertyRuns(20);

let database: TestDatabase;
let root: string;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'vintem-corrupted-'));
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const EARLY = new Date('2026-11-17T13:00:00Z');
const LATE = new Date('2026-11-25T13:00:00Z');
let now = EARLY;
const clock: Clock = { now: async () => now, realNow: () => now, databaseNow: async () => now };
/** All is due on the 19th. */
const daysOfPayments = () => (now === EARLY ? ['2026-11-16', '2026-11-17'] : ['2026-11-19', '2026-11-23']);

/** Registrations, refusals, payments in time and late, write-offs and fees, in the files of some days. */
async function nextRetorno(billing: Billing, day: number): Promise<Buffer> {
  now = day < FILES_OF_A_BANK / 2 ? EARLY : LATE;
  const first = day * TITLES_OF_A_FILE;
  for (let number = first; number < first + TITLES_OF_A_FILE; number += 1)
    await billing.charge(number, { amountCents: number === first ? 10_099 : 15_000 + number });
  await billing.send();
  const open = billing.bank.titles().filter(({ status }) => status === 'OPEN');
  for (const [index, { number }] of open.slice(1, 3).entries())
    billing.bank.pay(number, { day: daysOfPayments()[index] as string });
  const [oldest] = open;
  if (day % 3 === 1 && oldest) billing.bank.writeOff(oldest.number);
  if (day % 3 === 2 && oldest) billing.bank.chargeFee(oldest.number, 199);
  return readFileSync(billing.writeRetorno());
}

const ZERO = 0x30;

/** Any byte, and as often a figure of a title's number: one wrong there could be the number of another title. */
function placeIn({ account }: Billing, whole: Buffer): fc.Arbitrary<{ at: number; isFigure: boolean }> {
  const [from, to] = cnabProfile(account.profile).retorno.columns.number;
  const text = whole.toString('latin1');
  const figures = [...text.matchAll(/^.{13}T.*$/gm)].flatMap(({ index }) =>
    Array.from({ length: to - from + 1 }, (_, offset) => index + from - 1 + offset),
  );
  return fc.oneof(
    fc.record({ at: fc.nat(whole.length - 1), isFigure: fc.constant(false) }),
    fc.record({
      at: fc.constantFrom(...figures.filter((at) => /\d/.test(text.charAt(at)))),
      isFigure: fc.constant(true),
    }),
  );
}

const bytesOf = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
const linesOf = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.padEnd(240));

const receive = ({ name, account }: Billing, bytes: Buffer, db: DbPool = database.db) =>
  receiveRetorno({ db, clock, ids: randomIds(), poke: () => {} }, name, account, async function* () {
    yield bytes;
  });

const STORED = ['cnab_accounts', 'cnab_files', 'cnab_file_parts', 'cnab_titles', 'cnab_movements', 'cnab_orders'];
const FOLLOWING = ['acquirer_notifications', 'ledger_journals', 'ledger_entries'];

/** All rows that a file may touch. */
async function everything(): Promise<string> {
  const hashes = [...STORED, ...FOLLOWING].map(
    (table) => `(SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM ${table} t)`,
  );
  const [row] = await database.db.query<{ all: string }>(`SELECT ${hashes.join(` || ' ' || `)} AS all`);
  return (row as { all: string }).all;
}

/** To which title each line of the file was booked. */
type Booked = Map<number, string>;

/** What would be booked; then everything is as before. */
async function bookedBy(billing: Billing, bytes: Buffer): Promise<Booked | RetornoError> {
  const found: Booked = new Map();
  const look = async (client: pg.PoolClient) => {
    const { rows } = await client.query(
      `SELECT m.line, t.our_number FROM cnab_movements m JOIN cnab_titles t ON t.id = m.title_id
       WHERE m.file_id = (SELECT max(id) FROM cnab_files WHERE acquirer = '${billing.name}')`,
    );
    for (const { line, our_number } of rows) found.set(line, our_number);
  };
  try {
    await receive(billing, bytes, undoing(database.db, look));
    return found;
  } catch (error) {
    if (error instanceof RetornoError) return error;
    throw error;
  }
}

/** A pool whose transactions come to nothing, after a look at what they would have done. */
function undoing(db: DbPool, look: (client: pg.PoolClient) => Promise<void>): DbPool {
  const over = <Target extends object>(target: Target, members: Partial<Record<string, unknown>>): Target =>
    new Proxy(target, {
      get(_, name) {
        const value = name in members ? members[name as string] : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const connect = async () => {
    const client = await db.pool.connect();
    const query = async (...question: [unknown]) => {
      if (question[0] !== 'COMMIT') return client.query(...(question as [string]));
      await look(client);
      return client.query('ROLLBACK');
    };
    return over(client, { query });
  };
  return over(db, { pool: over(db.pool, { connect }) });
}

describe.each(CNAB_PROFILE_NAMES)('files of %s', (profile: CnabProfileName) => {
  it('with a mistake are refused with its place, and nothing is applied; other bytes pay no other title', async () => {
    const billing = openBilling({ db: database.db, root, clock }, profile, { inbox: undefined, outbox: undefined });
    const tried = new Set<Kind>();
    for (let day = 0; day < FILES_OF_A_BANK; day += 1) {
      const whole = await nextRetorno(billing, day);
      const lines = linesOf(whole);
      const before = await everything();
      await fc.assert(
        fc.asyncProperty(choices, async (choice) => {
          for (const kind of KINDS) {
            const broken = corrupt(kind, billing.account, lines, choice);
            if (!broken) continue;
            const refused = await receive(billing, bytesOf(broken)).catch((error: unknown) => error);
            expect(refused, kind).toBeInstanceOf(RetornoError);
            expect((refused as RetornoError).message).toMatch(/^line \d+, column \d+: \S/);
            tried.add(kind);
          }
        }),
        { numRuns: 1 },
      );
      const right = (await bookedBy(billing, whole)) as Booked;
      expect(right.size).toBeGreaterThan(0);
      await fc.assert(
        fc.asyncProperty(placeIn(billing, whole), fc.integer({ min: 1, max: 255 }), async ({ at, isFigure }, more) => {
          const broken = Buffer.from(whole);
          const old = broken[at] as number;
          broken[at] = isFigure ? ZERO + ((old - ZERO + more) % 10) : (old + more) % 256;
          const booked = await bookedBy(billing, broken);
          if (booked instanceof RetornoError) return;
          for (const [line, number] of booked) expect(number, `line ${line}, byte ${at}`).toBe(right.get(line));
        }),
        { numRuns: BYTES_OF_A_FILE },
      );
      expect(await everything()).toBe(before);
      await receive(billing, whole);
    }
    // The bank's number has no digit there at Banco do Brasil: a wrong figure in it is told by the reference.
    expect(KINDS.filter((kind) => !tried.has(kind))).toEqual(profile === 'bb' ? ['digit'] : []);
    const paid = await database.db.query(`SELECT FROM cnab_titles WHERE acquirer = $1 AND status = 'PAID'`, [
      billing.name,
    ]);
    expect(paid.length).toBeGreaterThan(FILES_OF_A_BANK);
  });
});
