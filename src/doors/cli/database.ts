import path from 'node:path';
import { MIGRATIONS, prepareDatabase, schemasOf } from '../../care/prepare-database.ts';
import type { Actor } from '../../ground/actor.rules.ts';
import { liveClock, sandboxClock } from '../../ground/clock.ts';
import { type Config, ConfigError, readConfig } from '../../ground/config.ts';
import { isMigratedTo, latestMigration, migrate } from '../../ground/db/migrate.ts';
import { type DbPool, openPool } from '../../ground/db/pool.ts';
import { mayMigrate } from '../../ground/db/service-standing.ts';
import { settleInCell } from '../../ground/db/settle-in-cell.ts';
import type { Deps } from '../../ground/deps.ts';
import { clusterExists } from '../../ground/embedded-postgres/cluster.ts';
import { findRunningEmbedded } from '../../ground/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../../ground/embedded-postgres/start-embedded-postgres.ts';
import { randomIds } from '../../ground/ids.ts';
import { actAs } from '../../ground/request-context.ts';
import { CliError } from './command.ts';
import { accountName } from './values.ts';

const POOL_SIZE = 2;
/** The SQLSTATE of undefined_table. */
const NO_SUCH_TABLE = '42P01';

export type CliDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'ids'>;

/** Runs a command's work on a database that has this version's schema. */
export async function withDatabase<Result>(work: (deps: CliDeps) => Promise<Result>): Promise<Result> {
  const config = readSettings(process.env);
  return onDatabase(config, async (db, isOurs) => {
    // The embedded database was started for this command, and nobody else migrates it. An operator decides when to
    // migrate a shared one.
    if (isOurs) {
      await migrate(db, MIGRATIONS);
      await settleInCell(db, cellOf(config));
    } else if (!(await isCurrent(db)))
      throw new CliError('the database does not have the schema of this version: run vintem migrate');
    const clock = process.env['VINTEM_MODE'] === 'live' ? liveClock(db) : sandboxClock(db);
    return actAs(operator(), () => work({ config, db, clock, ids: randomIds() }));
  });
}

/** Null where nobody has said: then what is stored stays. */
function cellOf({ cell }: Config): number | null {
  return process.env['CELL'] ? cell : null;
}

/** Known to the machine by the account that runs the command. */
function operator(): Actor {
  return { kind: 'operator', id: null, name: accountName() };
}

/** Everything that only the owner can do, so that the service starts without knowing the owner. */
export async function migrateDatabase(onFile: (name: string) => void): Promise<string[]> {
  const config = readSettings(process.env);
  const mode = process.env['VINTEM_MODE'] === 'live' ? 'live' : 'sandbox';
  const { databaseUrl, databaseOwnerUrl } = config;
  // By its name alone: whoever migrates need not know its password.
  const serviceRole = databaseOwnerUrl && databaseUrl ? decodeURIComponent(new URL(databaseUrl).username) : null;
  // What nobody has said does not change what is stored.
  const auditLogDays = process.env['AUDIT_LOG_DAYS'] ? config.auditLogDays : null;
  return onDatabase(config, async (db) => {
    if (!databaseOwnerUrl && !(await mayMigrate(db, schemasOf(mode)))) return [];
    return prepareDatabase(db, { mode, serviceRole, auditLogDays, cell: cellOf(config), onFile });
  });
}

export interface EmbeddedDatabase {
  dataDir: string;
  /** The address for its owner. */
  url: string;
  db: DbPool;
}

/** Runs a command's work on the embedded database, as it is; it is started for that unless it runs. */
export async function withEmbedded<Result>(work: (embedded: EmbeddedDatabase) => Promise<Result>): Promise<Result> {
  const dataDir = readDataDir();
  if (!clusterExists(dataDir)) throw new CliError(`there is no database in ${dataDir}`);
  return onDatabase(readSettings(process.env), (db, _isOurs, url) => work({ dataDir, url, db }));
}

export interface DatabaseServer {
  /** Connected to the installation's database, as its owner where one is named, and past a pooler. */
  db: DbPool;
  url: string;
}

/** Runs a command's work on the server, whatever stands in its database; the embedded one is started unless it runs. */
export async function withServer<Result>(work: (server: DatabaseServer) => Promise<Result>): Promise<Result> {
  return onDatabase(readSettings(process.env), (db, _isOurs, url) => work({ db, url }));
}

/** Where the embedded database is or is to be. */
export function readDataDir(): string {
  const { databaseUrl, dataDir } = readSettings(process.env);
  if (databaseUrl)
    throw new CliError('this is for the embedded database; docs/guides/backup.md says how others are backed up');
  return path.resolve(dataDir);
}

/**
 * A command needs the database and the rules of the mode, not the secrets and addresses that a live server insists on.
 */
function readSettings(env: NodeJS.ProcessEnv): Config {
  if (env['VINTEM_MODE'] !== 'live') return readConfig(env);
  if (!env['DATABASE_URL'])
    throw new ConfigError('DATABASE_URL is missing: live does not run on the embedded database');
  return readConfig({ ...env, VINTEM_MODE: 'sandbox', DOCUMENT_CHECK: env['DOCUMENT_CHECK'] || 'strict' });
}

async function onDatabase<Result>(
  config: Config,
  work: (db: DbPool, isOurs: boolean, url: string) => Promise<Result>,
): Promise<Result> {
  const external = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl;
  const running = external ?? (await findRunningEmbedded(config.dataDir));
  if (running) return onPool(running, (db) => work(db, false, running));
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    return await onPool(embedded.url, (db) => work(db, true, embedded.url));
  } finally {
    await embedded.stop();
  }
}

export async function onPool<Result>(url: string, work: (db: DbPool) => Promise<Result>): Promise<Result> {
  // A connection that is lost while idle fails the next statement; if there is none, the loss does not matter.
  const db = openPool({ url, max: POOL_SIZE, applicationName: 'vintem-cli', onError: () => {}, isPatient: true });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function isCurrent(db: DbPool): Promise<boolean> {
  try {
    return await isMigratedTo(db, latestMigration(MIGRATIONS));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return false;
    throw error;
  }
}
