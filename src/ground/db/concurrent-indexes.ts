import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { DbPool } from './pool.ts';

/**
 * Not the lock of the other migrations: whoever waits in that one has a transaction open, and an index that is built
 * concurrently waits for every transaction that is older than itself. The two would wait for each other.
 */
export const INDEX_LOCK = 7_146_836_002;
const POLL_MS = 200;

const BUILD = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON /i;

export interface IndexBuild {
  index: string;
  statement: string;
}

/** The builds of a migration that consists of them; null for every other migration. */
export function readIndexBuilds(name: string, sql: string): IndexBuild[] | null {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  if (!statements.some((statement) => /\bCONCURRENTLY\b/i.test(statement))) return null;
  return statements.map((statement) => {
    const index = BUILD.exec(statement)?.[1];
    // No transaction undoes it when a later statement fails.
    if (!index)
      throw new Error(`migration ${name} must hold nothing but CREATE INDEX CONCURRENTLY, because it builds one`);
    return { index, statement };
  });
}

/**
 * Runs `work` outside any transaction on a connection of its own, one process at a time. The lock is asked for
 * again and again instead of waited for, because also a statement that waits is a transaction that a build would
 * wait for. How long this takes has no bound: the index of a large table takes its time, and a builder that dies
 * gives the lock back.
 */
export async function whileBuildingIndexes<Result>(
  db: DbPool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.pool.connect();
  try {
    // A build blocks nobody, so it may wait for old transactions as long as they last.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    while (!(await tryLock(client))) await pause(POLL_MS);
    return await work(client);
  } finally {
    // The session ends, and with it the lock and the settings.
    client.release(true);
  }
}

async function tryLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [INDEX_LOCK]);
  return rows[0]?.locked ?? false;
}

/**
 * A build that was cut short leaves an invalid index behind, which costs every write and serves no read: it
 * is built anew.
 */
export async function buildIndex(client: pg.PoolClient, { index, statement }: IndexBuild): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
  await client.query(statement);
}
