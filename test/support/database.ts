import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DbPool, openPool } from '../../src/ground/db/pool.ts';
import { withDatabase } from './addresses.ts';

export interface TestDatabase {
  /** The address for the owner; `db`, which the tests use to look and to change things, connects as the owner, too. */
  url: string;
  /** The address for the role of the service. */
  serviceUrl: string;
  db: DbPool;
  drop(): Promise<void>;
}

/** The addresses of some database of a cluster. */
type Cluster = Pick<TestDatabase, 'url' | 'serviceUrl'>;

/** The one that most files share. */
const sharedCluster = (): Cluster => ({ url: inject('clusterUrl'), serviceUrl: inject('serviceUrl') });

/** Says how many rows there were. */
async function asAdmin(sql: string, { url }: Cluster = sharedCluster()): Promise<number> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

export async function databaseExists(name: string): Promise<boolean> {
  return (await asAdmin(`SELECT FROM pg_database WHERE datname = '${name}'`)) > 0;
}

/** A fresh database with every migration applied. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(inject('templateDatabase'));
}

/** A fresh database in which the demo merchants stand already. */
export function createDemoDatabase(): Promise<TestDatabase> {
  return createFrom(inject('demoDatabase'));
}

/** Copies a database as it is. Nobody may be working in the original; its idle connections are ended. */
export async function copyTestDatabase(original: TestDatabase): Promise<TestDatabase> {
  const source = new URL(original.url).pathname.slice(1);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${source}'`, original);
  return createFrom(source, original);
}

/** Closes it and leaves it behind under that name, for others to copy. */
export async function keepTestDatabase(database: TestDatabase, name: string): Promise<void> {
  await database.db.close();
  await asAdmin(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} RENAME TO ${name}`, database);
}

export async function createFrom(template: string, cluster = sharedCluster()): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files is cheaper than writing every page of them to the log, which nobody reads again.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`, cluster);
  const [url, serviceUrl] = [withDatabase(cluster.url, name), withDatabase(cluster.serviceUrl, name)];
  const db = openPool({
    url,
    max: 10,
    applicationName: 'vintem-test',
    // A busy machine is no database that is away.
    statementTimeoutMs: 60_000,
    connectionWaitMs: 60_000,
    // Dropping the database ends idle connections. A loss that matters fails the next query.
    onError: () => {},
  });
  return {
    url,
    serviceUrl,
    db,
    async drop() {
      await db.close();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`, cluster);
    },
  };
}
