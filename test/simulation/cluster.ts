import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../src/ground/db/migrate.ts';
import { openPool } from '../../src/ground/db/pool.ts';
import { startEmbeddedPostgres } from '../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { STATUS_HISTORY } from './checks/snapshot.ts';

const DATABASE = 'vintem';
const SHARED_MEMORY = '/dev/shm';

/** The cluster is thrown away after the run: nothing needs to survive, and nothing runs in it by itself. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export interface SimulationCluster {
  url: string;
  stop(): Promise<void>;
}

/**
 * A whole cluster for each simulating process. The horizon behind which the feed and the checkpoints work is that of
 * the cluster: a transaction in another database of it would change what a seed does. `fill` may lay down one that was
 * made and migrated before.
 */
export async function startSimulationCluster(fill = (_dataDir: string) => {}): Promise<SimulationCluster> {
  const dataDir = mkdtempSync(path.join(scratchFolder(), 'vintem-simulation-'));
  fill(dataDir);
  const cluster = await startEmbeddedPostgres({ dataDir, database: DATABASE, log: () => {}, settings: SETTINGS });
  const stop = async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await prepare(cluster.url);
    return { url: cluster.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepare(url: string): Promise<void> {
  const db = openPool({ url, max: 1, applicationName: 'vintem-simulation', onError: () => {} });
  try {
    await migrate(db, path.join(process.cwd(), 'db/migrations'));
    await db.pool.query(STATUS_HISTORY);
  } finally {
    await db.close();
  }
}

/** Memory where there is some: a seed is mostly small writes. */
function scratchFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    return SHARED_MEMORY;
  } catch {
    return tmpdir();
  }
}
