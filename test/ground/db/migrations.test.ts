import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INDEX_LOCK } from '../../../src/ground/db/concurrent-indexes.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { openPool } from '../../../src/ground/db/pool.ts';
import { eventually } from '../../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { pause } from '../../support/insistence.ts';

const HASTE = { lockTimeoutMs: 100, tries: 3, pauseMs: 20 };
const PATIENCE = { lockTimeoutMs: 100, tries: 200, pauseMs: 20 };

let database: TestDatabase;
let folder: string;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vintem-migrations-'));
  await database.db.query('CREATE SCHEMA busy');
  await database.db.query('CREATE TABLE busy.parcels (id bigint PRIMARY KEY, label text NOT NULL)');
  await database.db.query("INSERT INTO busy.parcels SELECT n, 'label ' || n FROM generate_series(1, 1000) n");
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}

/** Migrates as a starting process does: with one connection of its own. */
function migrateAsProcess(patience = PATIENCE): Promise<string[]> {
  const db = openPool({
    url: database.url,
    max: 1,
    applicationName: 'vintem-migrate',
    onError: () => {},
    isPatient: true,
  });
  cleanups.push(() => db.close());
  return migrate(db, folder, 'busy', patience);
}

/** A transaction that has used the table and has not ended, such as a report, a backup or a request that hangs. */
async function openTransaction(sql = 'SELECT count(*) FROM busy.parcels'): Promise<{ end(): Promise<void> }> {
  const client = await database.db.pool.connect();
  let isOpen = true;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query(sql);
  const end = async () => {
    if (isOpen) await client.query('ROLLBACK');
    if (isOpen) client.release();
    isOpen = false;
  };
  cleanups.push(end);
  return { end };
}

const columns = async () =>
  (
    await database.db.query<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'busy.parcels'::regclass AND attnum > 0",
    )
  ).map(({ name }) => name);
const isValid = async (index: string) =>
  (
    await database.db.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    )
  )[0]?.valid;
const migratorsWaiting = async (event: string) =>
  (
    await database.db.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'vintem-migrate' AND datname = current_database()
       AND wait_event = $1`,
      [event],
    )
  ).length;

describe('a migration that needs a table which somebody holds', () => {
  it('lets go again and again instead of making everybody queue behind it, and is through when the table is free', async () => {
    write('0001_weight.sql', 'ALTER TABLE parcels ADD COLUMN weight bigint;');
    const report = await openTransaction();
    const migrating = migrateAsProcess();
    await eventually(async () => expect(await migratorsWaiting('relation')).toBe(1));
    // Behind a lock that waits for ever, this would never be answered.
    expect(await database.db.query('SELECT id FROM busy.parcels WHERE id = 1')).toEqual([{ id: 1 }]);
    expect(await columns()).toEqual(['id', 'label']);
    await report.end();
    expect(await migrating).toEqual(['0001_weight.sql']);
    expect(await columns()).toEqual(['id', 'label', 'weight']);
  });

  it('gives up after a bounded number of tries, says what to do, and leaves nothing behind', async () => {
    write('0001_weight.sql', 'CREATE TABLE crates (id bigint); ALTER TABLE parcels ADD COLUMN weight bigint;');
    const report = await openTransaction();
    await expect(migrateAsProcess(HASTE)).rejects.toThrow(/0001_weight\.sql .*3 tries.*pg_stat_activity/);
    expect(await database.db.query("SELECT to_regclass('busy.crates') AS crates")).toEqual([{ crates: null }]);
    await report.end();
    expect(await migrateAsProcess(HASTE)).toEqual(['0001_weight.sql']);
  });
});

describe('an index that is built concurrently', () => {
  const BUILD =
    '-- Why it is there; and a semicolon.\nCREATE INDEX CONCURRENTLY parcels_by_label ON parcels (label);\n';

  it('is built once by processes that start together, while transactions run and rows are written', async () => {
    write('0001_index.sql', BUILD);
    write('0002_after.sql', 'ALTER TABLE parcels ADD COLUMN weight bigint;');
    // A transaction that writes holds the builder up in its first phase. After that phase it counts the transactions
    // to wait for.
    const writer = await openTransaction("INSERT INTO busy.parcels VALUES (3000, 'undone')");
    // There is a single try: if processes waited for each other, repeats would hide it.
    const once = { lockTimeoutMs: 10_000, tries: 1, pauseMs: 0 };
    const starts = [migrateAsProcess(once), migrateAsProcess(once), migrateAsProcess(once)];
    await eventually(async () => expect(await migratorsWaiting('virtualxid')).toBe(1));
    await database.db.query("INSERT INTO busy.parcels VALUES (2000, 'meanwhile')");
    // The others have come as far as they can.
    await pause(1_500);
    await writer.end();
    expect((await Promise.all(starts)).flat().sort()).toEqual(['0001_index.sql', '0002_after.sql']);
    expect(await isValid('busy.parcels_by_label')).toBe(true);
    expect(
      await database.db.query(
        `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database
         WHERE datname = current_database())`,
      ),
    ).toEqual([]);
  });

  it('is dropped and built anew when its builder was lost on the way', async () => {
    write('0001_index.sql', BUILD);
    const report = await openTransaction();
    const lost = migrateAsProcess().catch((error: Error) => error);
    await eventually(async () => expect(await migratorsWaiting('virtualxid')).toBe(1));
    await database.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vintem-migrate'
       AND datname = current_database()`,
    );
    expect(await lost).toBeInstanceOf(Error);
    await report.end();
    expect(await isValid('busy.parcels_by_label')).toBe(false);
    expect(await migrateAsProcess()).toEqual(['0001_index.sql']);
    expect(await isValid('busy.parcels_by_label')).toBe(true);
  });

  it('that rows forbid is an error, and is built when the rows are mended', async () => {
    write('0001_index.sql', 'CREATE UNIQUE INDEX CONCURRENTLY parcels_once ON parcels (label);\n');
    await database.db.query("INSERT INTO busy.parcels VALUES (2000, 'label 1')");
    await expect(migrateAsProcess()).rejects.toThrow(/parcels_once/);
    await database.db.query('DELETE FROM busy.parcels WHERE id = 2000');
    expect(await migrateAsProcess()).toEqual(['0001_index.sql']);
    expect(await isValid('busy.parcels_once')).toBe(true);
  });

  it('stands in a file of its own kind: whatever else is in it would not be undone with it', async () => {
    write('0001_mixed.sql', `ALTER TABLE parcels ADD COLUMN weight bigint;\n${BUILD}`);
    await expect(migrateAsProcess()).rejects.toThrow(/0001_mixed\.sql .*nothing but/);
    expect(await columns()).toEqual(['id', 'label']);
  });

  it('that is there is not waited for, though another process builds one', async () => {
    write('0001_index.sql', BUILD);
    await migrateAsProcess();
    await openTransaction(`SELECT pg_advisory_xact_lock(${INDEX_LOCK})`);
    expect(await migrateAsProcess()).toEqual([]);
  });

  it('is refused when its file was changed after it was applied', async () => {
    write('0001_index.sql', BUILD);
    await migrateAsProcess();
    write('0001_index.sql', BUILD.replace('(label)', '(label, id)'));
    await expect(migrateAsProcess()).rejects.toThrow(/0001_index\.sql was changed after it was applied/);
  });
});

it('a database that began with another first file is refused in one line that says what to do', async () => {
  write('0001_foundation.sql', 'CREATE TABLE crates (id bigint);');
  await migrateAsProcess();
  rmSync(join(folder, '0001_foundation.sql'));
  write('0001_ground.sql', 'CREATE TABLE boxes (id bigint);');
  await expect(migrateAsProcess()).rejects.toThrow(
    /^this database was made before the first release \(it begins with 0001_foundation\.sql\).*another DATA_DIR.*$/,
  );
  expect(await database.db.query("SELECT to_regclass('busy.boxes') AS made")).toEqual([{ made: null }]);
});

it('a database without the extensions that the search for names needs says what to do', async () => {
  const file = fileURLToPath(new URL('../../../db/migrations/0001_ground.sql', import.meta.url));
  write(
    '0001_extensions.sql',
    readFileSync(file, 'utf8').replace('IF NOT EXISTS pg_trgm', 'IF NOT EXISTS not_shipped_here'),
  );
  await expect(migrateAsProcess()).rejects.toThrow(
    /not_shipped_here.*is not available.*run CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin;/s,
  );
});
