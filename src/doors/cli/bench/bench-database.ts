import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DbPool } from '../../../ground/db/pool.ts';
import { CliError } from '../command.ts';
import type { Undo } from './undo.ts';

const PREFIX = 'vintem_bench_';
const OURS = /^vintem_bench_[0-9a-f]{12}$/;
/** The SQLSTATE of insufficient_privilege. */
const NO_RIGHT = '42501';
/** Processes of a run that was killed notice within moments that their parent is gone. */
const GONE_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** Makes a database of this run's own, which is dropped at the end, and gives its address. */
export async function createBenchDatabase(server: { db: DbPool; url: string }, undo: Undo): Promise<string> {
  const { db, url } = server;
  const name = PREFIX + randomBytes(6).toString('hex');
  // Nobody is ever connected to this template, and nothing of an operator stands in it.
  const creating = db.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  undo.later(async () => {
    await creating.catch(() => {});
    await db.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  try {
    await creating;
  } catch (error) {
    throw (error as { code?: string }).code === NO_RIGHT ? await lackOfRight(db) : error;
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function lackOfRight(db: DbPool): Promise<CliError> {
  const [is] = await db.query<{ role: string }>('SELECT current_user::text AS role');
  return new CliError(
    `"${is?.role}" may not create databases, and the bench needs one of its own: ALTER ROLE "${is?.role}" CREATEDB, ` +
      'or set DATABASE_OWNER_URL to a role that may',
  );
}

/**
 * Drops what runs left behind that were killed. One that somebody is still connected to is another run's, and stays.
 * Gives the names of those that were dropped.
 */
export async function dropLeftBehind(db: DbPool): Promise<string[]> {
  const dropped: string[] = [];
  const until = Date.now() + GONE_WITHIN_MS;
  for (const { name } of await findOurs(db)) {
    while ((await isConnectedTo(db, name)) && Date.now() < until) await pause(LOOK_EVERY_MS);
    if (await isConnectedTo(db, name)) continue;
    // Without force: whoever connects in this moment keeps it.
    await db.query(`DROP DATABASE IF EXISTS ${name}`);
    dropped.push(name);
  }
  return dropped;
}

/** Those that this role may drop. */
async function findOurs(db: DbPool): Promise<{ name: string }[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT datname::text AS name FROM pg_database
     WHERE datname LIKE 'vintem\\_bench\\_%' AND pg_has_role(datdba, 'MEMBER') ORDER BY datname`,
  );
  return rows.filter(({ name }) => OURS.test(name));
}

async function isConnectedTo(db: DbPool, name: string): Promise<boolean> {
  const rows = await db.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [name]);
  return rows.length > 0;
}
