import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDemoData } from '../../../src/gateway/sandbox/demo-data.ts';
import { raiseIdsTo } from '../../../src/ground/db/cells.sql.ts';
import { migrate } from '../../../src/ground/db/migrate.ts';
import { type DbPool, openPool } from '../../../src/ground/db/pool.ts';
import { grantToRole } from '../../../src/ground/db/service-role.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { withDatabase } from '../addresses.ts';
import { OBSERVED_FOLDER } from '../observed.ts';
import { copyDataDirectory } from './data-directory.ts';
import { IDS_ABOVE, keepTemplate, takeKeptTemplate } from './kept-template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    clusterUrl: string;
    /** The address for the role of the service: the tests run it with the rights that it has in production. */
    serviceUrl: string;
    templateDatabase: string;
    /** The same with the demo merchants, who cost a start more than everything else in an empty database. */
    demoDatabase: string;
    /** A data directory with a migrated database, shut down in good order: see data-directory.ts. */
    dataTemplate: string;
  }
}

/** Also the name of the database that a service with a data directory of its own uses. */
const TEMPLATE = 'vintem';
const DEMO = 'vintem_demo';
const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

interface Cluster {
  url: string;
  serviceUrl: string;
  dataTemplate: string;
  stop(): Promise<void>;
}

/** One real PostgreSQL for the whole run; each test file clones its own database from a prepared one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('clusterUrl', cluster.url);
  project.provide('serviceUrl', cluster.serviceUrl);
  project.provide('templateDatabase', TEMPLATE);
  project.provide('demoDatabase', DEMO);
  project.provide('dataTemplate', cluster.dataTemplate);
  return cluster.stop;
}

async function startCluster(): Promise<Cluster> {
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
    if (!takeKeptTemplate(dataTemplate)) await makeTemplate(dataTemplate);
    copyDataDirectory(dataTemplate, dataDir);
    cluster = await startIn(dataDir);
    await makeDemoDatabase(cluster.url);
  } catch (error) {
    await stop();
    // Without its stack, over which the runner stumbles, to show an error of its own instead of this one.
    process.stderr.write(`the database of the tests could not be prepared: ${String(error)}\n`);
    throw error;
  }
  return { url: cluster.url, serviceUrl: cluster.serviceUrl, dataTemplate, stop };
}

/**
 * A migrated database, shut down in good order. Most tests that start a server of their own begin with a copy, which
 * takes a tenth of a second; making and migrating a database takes several.
 */
async function makeTemplate(dataTemplate: string): Promise<void> {
  const cluster = await startIn(dataTemplate);
  try {
    await easeLogins(cluster.url, cluster.serviceUrl);
    await migrateTemplate(cluster.url, cluster.serviceUrl);
  } finally {
    await cluster.stop();
  }
  keepTemplate(dataTemplate);
}

async function makeDemoDatabase(url: string): Promise<void> {
  await asOwner(url, 'postgres', (owner) => owner.query(`CREATE DATABASE ${DEMO} TEMPLATE ${TEMPLATE}`));
  const db = openPool({
    url: withDatabase(url, DEMO),
    max: 1,
    applicationName: 'vintem-test-setup',
    onError: () => {},
  });
  try {
    await createDemoData(db, new Date());
  } finally {
    await db.close();
  }
}

/** Thousands of connections are opened in a run; the work that makes guessing a password slow protects nobody here. */
async function easeLogins(...urls: [string, string]): Promise<void> {
  await asOwner(urls[0], TEMPLATE, async (owner) => {
    await owner.query('SET scram_iterations = 1');
    for (const { username, password } of urls.map((url) => new URL(url)))
      await owner.query(`ALTER ROLE ${pg.escapeIdentifier(username)} PASSWORD ${pg.escapeLiteral(password)}`);
  });
}

async function asOwner(url: string, database: string, act: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: withDatabase(url, database) });
  await owner.connect();
  try {
    await act(owner);
  } finally {
    await owner.end();
  }
}

function startIn(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    database: TEMPLATE,
    log: () => {},
    // The cluster is thrown away after the run, so that it need not survive a crash of the machine; crash tests
    // start their own.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400' },
  });
}

/** Tests name the first merchants, companies and people by their numbers; everything else gets large ones. */
async function raiseIds(db: DbPool): Promise<void> {
  await withTransaction(db, (tx) => raiseIdsTo(tx, IDS_ABOVE));
  for (const table of ['merchants', 'companies', 'users'])
    await db.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), 1, false)`);
}

async function migrateTemplate(url: string, serviceUrl: string): Promise<void> {
  const open = (url: string) => openPool({ url, max: 2, applicationName: 'vintem-test-setup', onError: () => {} });
  const [db, service] = [open(url), open(serviceUrl)] as const;
  try {
    await migrate(db, folder('db/migrations'));
    await migrate(db, folder('db/sandbox-acquirer'), 'sandbox_acquirer');
    if (IDS_ABOVE > 0) await raiseIds(db);
    const [is] = await service.query<{ role: string }>('SELECT current_user::text AS role');
    await grantToRole(db, is?.role ?? '', ['public', 'sandbox_acquirer']);
  } finally {
    await Promise.all([db.close(), service.close()]);
  }
}
