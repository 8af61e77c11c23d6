import type pg from 'pg';
import { expect } from 'vitest';
import { type AuditResult, auditLedger } from '../../src/care/audit/audit-ledger.ts';
import { copyTestDatabase, type TestDatabase } from './database.ts';

/** Ids by name; `:name` stands for one of them in a statement. */
export type NamedIds = Record<string, number>;

/**
 * Changes rows as a careless person with every right could: triggers are off, and constraints in the way are dropped.
 */
export async function corrupt(database: TestDatabase, ids: NamedIds, statements: readonly string[]): Promise<void> {
  await inTransaction(database, 'COMMIT', (client) => plant(client, ids, statements));
}

/** What an audit finds in books that were changed in that way. They are as before afterwards, and need no copy. */
export async function auditCorrupted(
  database: TestDatabase,
  ids: NamedIds,
  statements: readonly string[],
): Promise<AuditResult> {
  return inTransaction(database, 'ROLLBACK', async (client) => {
    await plant(client, ids, statements);
    const { queryOf } = database.db;
    const query = async <Row>(...[sql, params = []]: Parameters<typeof database.db.query>) =>
      (await client.query(queryOf(sql, params))).rows as Row[];
    return auditLedger(database.db, { guard: async () => ({ query }) });
  });
}

async function plant(client: pg.PoolClient, ids: NamedIds, statements: readonly string[]): Promise<void> {
  const withIds = (sql: string) => sql.replaceAll(/(?<!:):([a-zA-Z]+)\b/g, (_, name: string) => String(ids[name]));
  await client.query('SET LOCAL session_replication_role = replica');
  for (const statement of statements) {
    const { rowCount, command } = await client.query(withIds(statement));
    if (command !== 'ALTER') expect(rowCount, statement).toBeGreaterThan(0);
  }
}

async function inTransaction<Result>(
  { db }: TestDatabase,
  end: 'COMMIT' | 'ROLLBACK',
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query(end);
    return result;
  } finally {
    // What failed on the way ends with its connection.
    client.release(true);
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
  `journal_id IN (
    SELECT id FROM ledger_journals
    WHERE cause_kind = '${kind}' AND subject_kind = 'payment' AND subject_id = :${payment})`;
