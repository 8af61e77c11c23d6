import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string;
    templateDatabase: string;
  }
}

const TEMPLATE = 'vintem_template';
const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** One real PostgreSQL for the whole run; each test file clones its own database from a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vintem-test-'));
  const cluster = await startEmbeddedPostgres({
    dataDir,
    database: TEMPLATE,
    log: () => {},
    // Thrown away after the run, so a crash of the machine need not be survived; crash tests start clusters of their own.
    settings: { fsync: 'off', max_connections: '400' },
  });
  const stop = async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateTemplate(cluster.url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('clusterUrl', cluster.url);
  project.provide('templateDatabase', TEMPLATE);
  return stop;
}

async function migrateTemplate(url: string): Promise<void> {
  const db = openPool({ url, max: 2, applicationName: 'vintem-test-setup', onError: () => {} });
  try {
    await migrate(db, folder('db/migrations'));
    await migrate(db, folder('db/sandbox-acquirer'), 'sandbox_acquirer');
  } finally {
    await db.close();
  }
}
