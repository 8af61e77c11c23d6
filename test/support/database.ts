import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DbPool, openPool } from '../../src/db/pool.ts';

export interface TestDatabase {
  /** The address for the owner; `db`, which the tests use to look and to change things, connects as the owner, too. */
  url: string;
  /** The address for the role of the service. */
  serviceUrl: string;
  db: DbPool;
  drop(): Promise<void>;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject('clusterUrl'), 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A fresh database with every migration applied. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom(inject('templateDatabase'));
}

/** Copies a database as it is. Nobody may be working in the original; its idle connections are ended. */
export async function copyTestDatabase(original: TestDatabase): Promise<TestDatabase> {
  const source = new URL(original.url).pathname.slice(1);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${source}'`);
  return createFrom(source);
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const [url, serviceUrl] = [withDatabase(inject('clusterUrl'), name), withDatabase(inject('serviceUrl'), name)];
  const db = openPool({
    url,
    max: 10,
    applicationName: 'vintem-test',
    // Dropping the database ends idle connections. A loss that matters fails the next query.
    onError: () => {},
  });
  return {
    url,
    serviceUrl,
    db,
    async drop() {
      await db.close();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
