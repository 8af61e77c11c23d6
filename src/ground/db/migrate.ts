import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { buildIndex, type IndexBuild, readIndexBuilds, whileBuildingIndexes } from './concurrent-indexes.ts';
import type { Db, DbPool } from './pool.ts';
import { type Tx, withTransaction } from './transaction.ts';

/** Any fixed number: every process that migrates this database takes the same lock. */
export const MIGRATION_LOCK = 7_146_836_001;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    // Line endings differ between checkouts; the checksum must not.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** How a migration shares a busy database with the requests that are being served. */
interface Patience {
  /** How long it waits for a table: whatever needs that table meanwhile queues behind it. */
  lockTimeoutMs: number;
  tries: number;
  pauseMs: number;
}
const PATIENCE: Patience = { lockTimeoutMs: 1_000, tries: 60, pauseMs: 1_000 };
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/**
 * Applies what is missing, forward only and in order: many processes may start at once. Each file is one transaction
 * under one advisory lock, or a list of indexes to build concurrently. A file that changed after it was applied is
 * refused rather than guessed at.
 */
export async function migrate(
  db: DbPool,
  folder: string,
  schema = 'public',
  patience = PATIENCE,
  onFile: (name: string) => void = () => {},
): Promise<string[]> {
  const applied: string[] = [];
  const recorded = await withTransaction(db, (tx) => prepare(tx, schema));
  const migrations = readMigrations(folder);
  refuseUnreleased(recorded, migrations);
  for (const migration of migrations) {
    onFile(migration.name);
    // Nobody takes a migration back, so that most starts find everything in one question and wait for no lock.
    if (isSame(migration, recorded.get(migration.name))) continue;
    const builds = readIndexBuilds(migration.name, migration.sql);
    const isNew = await patiently(migration, patience, () =>
      builds
        ? whileBuildingIndexes(db, (client) => buildOnce(client, migration, builds, schema))
        : withTransaction(db, (tx) => applyOnce(tx, migration, schema, patience)),
    );
    if (isNew) applied.push(migration.name);
  }
  return applied;
}

/** What began with another first file was made before the first release, and no file leads on from there. */
function refuseUnreleased(recorded: ReadonlyMap<string, string>, [first]: readonly Migration[]): void {
  const [found] = [...recorded.keys()].sort();
  if (found === undefined || first === undefined || recorded.has(first.name)) return;
  throw new ConfigError(
    `this database was made before the first release (it begins with ${found}) and cannot be brought up to date: ` +
      'start with an empty one, by another DATA_DIR or DATABASE_URL, and keep this one for the build that made it',
  );
}

/** A lock that does not come is let go, so that requests get through, and asked for again. */
async function patiently<Result>(
  { name }: Migration,
  { tries, pauseMs }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK_DETECTED) throw error;
      if (attempt >= tries) {
        const advice = 'end the oldest transaction (xact_start in pg_stat_activity) and start again';
        throw new Error(`migration ${name} did not get its lock in ${tries} tries: ${advice}`, { cause: error });
      }
    }
    await pause(pauseMs);
  }
}

/** Makes what the migrations themselves are recorded in, and answers what it holds: checksums by name. */
async function prepare(tx: Tx, schema: string): Promise<Map<string, string>> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await tx.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  await tx.query(
    `CREATE TABLE IF NOT EXISTS
     schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const rows = await tx.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function applyOnce(tx: Tx, migration: Migration, schema: string, { lockTimeoutMs }: Patience): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  if (await isApplied(tx, migration)) return false;
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await tx.query(migration.sql);
  await tx.query(RECORD, [migration.name, migration.checksum]);
  return true;
}

/** Recorded last: whoever is cut short before finds the indexes that are done, and goes on. */
async function buildOnce(
  client: pg.PoolClient,
  migration: Migration,
  builds: IndexBuild[],
  schema: string,
): Promise<boolean> {
  const db: Db = {
    query: async <Row>(sql: string, params: readonly unknown[] = []) =>
      (await client.query(sql, [...params])).rows as Row[],
  };
  await db.query(`SET search_path TO ${schema}`);
  if (await isApplied(db, migration)) return false;
  for (const build of builds) await buildIndex(client, build);
  await db.query(RECORD, [migration.name, migration.checksum]);
  return true;
}

const RECORD = 'INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)';

async function isApplied(db: Db, migration: Migration): Promise<boolean> {
  const [found] = await db.query<{ checksum: string }>('SELECT checksum FROM schema_migrations WHERE name = $1', [
    migration.name,
  ]);
  return isSame(migration, found?.checksum);
}

/** Whether it was applied, and as it is now; one that was applied and is another now is refused. */
function isSame(migration: Migration, recorded: string | undefined): boolean {
  if (recorded !== undefined && recorded !== migration.checksum) {
    throw new Error(`migration ${migration.name} was changed after it was applied; add a new file instead`);
  }
  return recorded !== undefined;
}

/** A new database takes all of them, which nobody wants to read. */
export function migratedText(applied: readonly string[]): string {
  const steps = applied.length > 5 ? `${applied.length} steps, ${applied[0]} to ${applied.at(-1)}` : applied.join(', ');
  return `database migrated: ${steps}`;
}

/** The newest migration this build knows; readiness compares it with what the database has. */
export function latestMigration(folder: string): string {
  return migrationNames(folder).at(-1) ?? '';
}

/** Those that this build knows, in order. */
export function migrationNames(folder: string): string[] {
  return readMigrations(folder).map(({ name }) => name);
}

/** What the database has; empty before the first. */
export async function newestApplied(db: Db): Promise<string> {
  const [row] = await db.query<{ name: string }>('SELECT max(name) AS name FROM public.schema_migrations');
  return row?.name ?? '';
}

export async function isMigratedTo(db: Db, name: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM public.schema_migrations WHERE name = $1', [name]);
  return rows.length > 0;
}

export interface MigrationState {
  applied: number;
  /** In the folder and not in the database. */
  missing: string[];
  /** In the database and not in the folder: a newer release was here. */
  unknown: string[];
  /** Another file now than when it was applied. */
  changed: string[];
}

const APPLIED_IN = {
  public: 'SELECT name, checksum FROM public.schema_migrations',
  sandbox_acquirer: 'SELECT name, checksum FROM sandbox_acquirer.schema_migrations',
} as const;
export type MigratedSchemaName = keyof typeof APPLIED_IN;

/** Compares what the database has with what this build knows, and changes nothing. */
export async function compareMigrations(
  db: Db,
  folder: string,
  schema: MigratedSchemaName = 'public',
): Promise<MigrationState> {
  const [found] = await db.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [
    `${schema}.schema_migrations`,
  ]);
  const rows = found?.name ? await db.query<{ name: string; checksum: string }>(APPLIED_IN[schema]) : [];
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const known = readMigrations(folder);
  const names = new Set(known.map(({ name }) => name));
  return {
    applied: applied.size,
    missing: known.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    unknown: [...applied.keys()].filter((name) => !names.has(name)).sort(),
    changed: known
      .filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
      .map(({ name }) => name),
  };
}
