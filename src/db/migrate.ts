import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Applies what is missing, forward only, each file in its own transaction, under one advisory lock: many processes may
 * start at once. A file that changed after it was applied is refused rather than guessed at.
 */
export async function migrate(db: DbPool, folder: string, schema = 'public'): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of readMigrations(folder)) {
    const isNew = await withTransaction(db, (tx) => applyOnce(tx, migration, schema));
    if (isNew) applied.push(migration.name);
  }
  return applied;
}

async function applyOnce(tx: Tx, migration: Migration, schema: string): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await tx.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await tx.query(`SET LOCAL search_path TO ${schema}`);
  await tx.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const [found] = await tx.query<{ checksum: string }>('SELECT checksum FROM schema_migrations WHERE name = $1', [migration.name]);
  if (found && found.checksum !== migration.checksum) {
    throw new Error(`migration ${migration.name} was changed after it was applied; add a new file instead`);
  }
  if (found) return false;
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query(migration.sql);
  await tx.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
  return true;
}

/** The newest migration this build knows; readiness compares it with what the database has. */
export function latestMigration(folder: string): string {
  return readMigrations(folder).at(-1)?.name ?? '';
}

export async function isMigratedTo(db: Db, name: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM public.schema_migrations WHERE name = $1', [name]);
  return rows.length > 0;
}
