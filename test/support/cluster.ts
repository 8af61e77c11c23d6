import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';
import { grantToRole } from '../../src/db/service-role.ts';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';
import { OBSERVED_FOLDER } from './observed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string;
    /** The address for the role of the service: the tests run it with the rights that it has in production. */
    serviceUrl: string;
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
    // The cluster is thrown away after the run, so that it need not survive a crash of the machine; crash tests start
    // their own.
    settings: { fsync: 'off', max_connections: '400' },
  });
  const observed = mkdtempSync(join(tmpdir(), 'vintem-observed-'));
  // Workers inherit it.
  process.env[OBSERVED_FOLDER] = observed;
  const stop = async () => {
    await cluster.stop();
    for (const folder of [dataDir, observed]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrateTemplate(cluster.url, cluster.serviceUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('clusterUrl', cluster.url);
  project.provide('serviceUrl', cluster.serviceUrl);
  project.provide('templateDatabase', TEMPLATE);
  return stop;
}

async function migrateTemplate(url: string, serviceUrl: string): Promise<void> {
  const open = (url: string) => openPool({ url, max: 2, applicationName: 'vintem-test-setup', onError: () => {} });
  const [db, service] = [open(url), open(serviceUrl)] as const;
  try {
    await migrate(db, folder('db/migrations'));
    await migrate(db, folder('db/sandbox-acquirer'), 'sandbox_acquirer');
    const [is] = await service.query<{ role: string }>('SELECT current_user::text AS role');
    await grantToRole(db, is?.role ?? '', ['public', 'sandbox_acquirer']);
  } finally {
    await Promise.all([db.close(), service.close()]);
  }
}
