import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type DbPool, openPool } from '../../src/db/pool.ts';

export interface TestDatabase {
  url: string;
  db: DbPool;
  drop(): Promise<void>;
}

async function asAdmin(sql: string): Promise<void> {
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
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

/** A copy as it stands; nobody may be working in the original, and connections idle in it are ended. */
export async function copyTestDatabase(original: TestDatabase): Promise<TestDatabase> {
  const source = new URL(original.url).pathname.slice(1);
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${source}'`);
  return createFrom(source);
}

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(inject('clusterUrl'));
  url.pathname = `/${name}`;
  const db = openPool({
    url: url.href,
    max: 10,
    applicationName: 'vintem-test',
    // Dropping the database ends idle connections; anything that matters fails in the query that meets it.
    onError: () => {},
  });
  return {
    url: url.href,
    db,
    async drop() {
      await db.close();
      await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
