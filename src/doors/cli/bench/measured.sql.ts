import type { Db } from '../../../ground/db/pool.ts';
import type { SessionState } from './limit.rules.ts';

/** A schema of its own beside that of the service, in the database of this run. */
export async function makeCommitTable(db: Db): Promise<void> {
  await db.query('CREATE SCHEMA vintem_bench');
  await db.query('CREATE TABLE vintem_bench.commits (number integer NOT NULL)');
}

/** One row, one commit, which waits for the disk where the server is durable. */
export async function commitOneRow(db: Db): Promise<void> {
  await db.query('INSERT INTO vintem_bench.commits (number) VALUES (1)');
}

/** The way to the server and back, and next to nothing there. */
export async function askNothing(db: Db): Promise<void> {
  await db.query('SELECT 1');
}

/** Settings without which a commit may be lost with the power, as they are set here. */
export async function findNotDurable(db: Db): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `SELECT name || ' is ' || setting AS text FROM pg_settings
     WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off' ORDER BY name`,
  );
  return rows.map(({ text }) => text);
}

/** What the sessions of the service are at in this moment. */
export function lookAtSessions(db: Db): Promise<SessionState[]> {
  return db.query(
    `SELECT wait_event_type AS type, wait_event AS event, state FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'vintem%' AND pid <> pg_backend_pid()
       AND application_name <> 'vintem-cli'`,
  );
}

/** The process that serves this very connection, and the database that its title names. */
export async function findBackend(db: Db): Promise<{ pid: number; database: string }> {
  const [row] = await db.query<{ pid: number; database: string }>(
    'SELECT pg_backend_pid() AS pid, current_database()::text AS database',
  );
  return row as { pid: number; database: string };
}
