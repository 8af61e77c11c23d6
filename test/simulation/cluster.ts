import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../src/ground/db/migrate.ts';
import { openPool } from '../../src/ground/db/pool.ts';
import { startEmbeddedPostgres } from '../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { STATUS_HISTORY } from './checks/snapshot.ts';

const TEMPLATE = 'vintem_simulation';
const SHARED_MEMORY = '/dev/shm';

/** The cluster is thrown away after the run: nothing needs to survive, and nothing runs in it by itself. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

export interface SimulationCluster {
  /** One database for each simulating process. */
  urls: string[];
  stop(): Promise<void>;
}

export async function startSimulationCluster(databases: number): Promise<SimulationCluster> {
  const dataDir = mkdtempSync(path.join(scratchFolder(), 'vintem-simulation-'));
  const cluster = await startEmbeddedPostgres({ dataDir, database: TEMPLATE, log: () => {}, settings: SETTINGS });
  const stop = async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { urls: await createDatabases(cluster.url, databases), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabases(templateUrl: string, count: number): Promise<string[]> {
  const template = openPool({ url: templateUrl, max: 1, applicationName: 'vintem-simulation', onError: () => {} });
  try {
    await migrate(template, path.join(process.cwd(), 'db/migrations'));
    await template.pool.query(STATUS_HISTORY);
  } finally {
    await template.close();
  }
  const admin = openPool({
    url: withDatabase(templateUrl, 'postgres'),
    max: 1,
    applicationName: 'vintem-simulation',
    onError: () => {},
  });
  try {
    const names = Array.from({ length: count }, (_, index) => `${TEMPLATE}_${index}`);
    for (const name of names) await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    return names.map((name) => withDatabase(templateUrl, name));
  } finally {
    await admin.close();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
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
