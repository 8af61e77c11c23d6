import pg from 'pg';
import { SUPERUSER } from './cluster.ts';

const LOOPBACK = '127.0.0.1';
const MAINTENANCE_DATABASE = 'postgres';
/** Our own server on a machine that is busy with something else: a start must not fail by it. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Whoever listens there may be a stranger who never says a word. */
const LOOK_TIMEOUT_MS = 3_000;
/** CREATE DATABASE waits for a checkpoint, which a slow disk makes slow. */
const QUERY_TIMEOUT_MS = 60_000;

export function connectionUrl(port: number, password: string, database: string, role = SUPERUSER): string {
  return `postgres://${role}:${password}@${LOOPBACK}:${port}/${encodeURIComponent(database)}`;
}

export async function withClient<T>(
  port: number,
  password: string,
  work: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = CONNECT_TIMEOUT_MS,
): Promise<T> {
  const client = new pg.Client({
    connectionString: connectionUrl(port, password, MAINTENANCE_DATABASE),
    connectionTimeoutMillis,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  client.on('error', () => {}); // A connection was lost while idle; the next call on it reports that.
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Whether the server that answers there is the postmaster `pid` of this data directory: it reads that pid in its
 * own lock file.
 */
export async function answersAs(pid: number, port: number, password: string): Promise<boolean> {
  const readPid = async (client: pg.Client) => {
    const { rows } = await client.query<{ pid: string }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
    );
    return Number(rows[0]?.pid) === pid;
  };
  try {
    return await withClient(port, password, readPid, LOOK_TIMEOUT_MS);
  } catch {
    return false;
  }
}

export async function ensureDatabase(port: number, password: string, database: string): Promise<void> {
  await withClient(port, password, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  });
}
