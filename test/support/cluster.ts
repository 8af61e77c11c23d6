import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';
import { grantToService } from '../../src/db/service-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';
import { copyDataDirectory } from './data-directory.ts';
import { OBSERVED_FOLDER } from './observed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string;
    /** The address for the role of the service: the tests run it with the rights that it has in production. */
    serviceUrl: string;
    templateDatabase: string;
    /** A data directory with a migrated database, shut down in good order: see data-directory.ts. */
    dataTemplate: string;
  }
}

/** Also the name of the database that a service with a data directory of its own uses. */
const TEMPLATE = 'vintem';
const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** One real PostgreSQL for the whole run; each test file clones its own database from a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [dataDir, dataTemplate, observed] = ['test', 'data', 'observed'].map((name) =>
    mkdtempSync(join(tmpdir(), `vintem-${name}-`)),
  ) as [string, string, string];
  // Workers inherit it.
  process.env[OBSERVED_FOLDER] = observed;
  let cluster: EmbeddedPostgres | null = null;
  const stop = async () => {
    await cluster?.stop();
    for (const folder of [dataDir, dataTemplate, observed]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    cluster = await startIn(dataDir);
    await migrateTemplate(cluster.url, cluster.serviceUrl);
    await cluster.stop();
    // Taken while nothing runs. Most tests that start a server of their own begin with a copy, which takes a tenth of
    // a second; making and migrating a database takes several.
    copyDataDirectory(dataDir, dataTemplate);
    cluster = await startIn(dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('clusterUrl', cluster.url);
  project.provide('serviceUrl', cluster.serviceUrl);
  project.provide('templateDatabase', TEMPLATE);
  project.provide('dataTemplate', dataTemplate);
  return stop;
}

function startIn(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    database: TEMPLATE,
    log: () => {},
    // The cluster is thrown away after the run, so that it need not survive a crash of the machine; crash tests start
    // their own.
    settings: { fsync: 'off', max_connections: '400' },
  });
}

async function migrateTemplate(url: string, serviceUrl: string): Promise<void> {
  const open = (url: string) => openPool({ url, max: 2, applicationName: 'vintem-test-setup', onError: () => {} });
  const [db, service] = [open(url), open(serviceUrl)] as const;
  try {
    await migrate(db, folder('db/migrations'));
    await migrate(db, folder('db/sandbox-acquirer'), 'sandbox_acquirer');
    await grantToService(db, service, ['public', 'sandbox_acquirer']);
  } finally {
    await Promise.all([db.close(), service.close()]);
  }
}
