import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../../../src/ground/db/pool.ts';
import { startEmbeddedPostgres } from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { postmasterPid, serverProcesses } from '../../ground/embedded-postgres/fixture.ts';
import type { TestDatabase } from '../database.ts';
import { fillDataDirectory } from './data-directory.ts';

/** A PostgreSQL that a test may kill. */
export interface OwnCluster {
  database: TestDatabase;
  dataDir: string;
  postmaster(): number;
  /** The postmaster and all its children (needs /proc). */
  processes(): number[];
  stop(): Promise<void>;
}

export async function startOwnCluster(
  dataDir = mkdtempSync(join(tmpdir(), 'vintem-own-')),
  settings = {},
): Promise<OwnCluster> {
  fillDataDirectory(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off', ...settings } });
  // The test itself looks through this pool: connections that are lost with the server are replaced at the next query.
  const db = openPool({ url: cluster.url, max: 4, applicationName: 'vintem-test', onError: () => {} });
  return {
    database: { url: cluster.url, serviceUrl: cluster.serviceUrl, db, drop: async () => {} },
    dataDir,
    postmaster: () => postmasterPid(dataDir),
    processes: () => serverProcesses(postmasterPid(dataDir)),
    async stop() {
      await db.close();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
