import { expect } from 'vitest';
import { copyTestDatabase, type TestDatabase } from './database.ts';

/** Ids by name; `:name` stands for one of them in a statement. */
export type NamedIds = Record<string, number>;

/**
 * Changes rows as a careless person with every right could: triggers are off, and constraints in the way are dropped.
 */
export async function corrupt(database: TestDatabase, ids: NamedIds, statements: readonly string[]): Promise<void> {
  const withIds = (sql: string) => sql.replaceAll(/(?<!:):([a-zA-Z]+)\b/g, (_, name: string) => String(ids[name]));
  const client = await database.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) {
      const { rowCount, command } = await client.query(withIds(statement));
      if (command !== 'ALTER') expect(rowCount, statement).toBeGreaterThan(0);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

export async function onCopy(original: TestDatabase, work: (copy: TestDatabase) => Promise<void>): Promise<void> {
  const copy = await copyTestDatabase(original);
  try {
    await work(copy);
  } finally {
    await copy.drop();
  }
}

export const entriesOf = (kind: string, payment: string) =>
  `journal_id IN (SELECT id FROM ledger_journals WHERE cause_kind = '${kind}' AND payment_id = :${payment})`;
