import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Account, canTraverse, runTool } from './account.ts';
import type { Binaries } from './binaries.ts';
import { randomSuffix, readIfThere, syncDirectory, writeDurably } from './files.ts';

export const SUPERUSER = 'vintem';
const CLUSTER_DIRECTORY = 'postgres';
const DRAFT_PREFIX = 'postgres.init-';
const FIXED_INITDB_ARGUMENTS = ['--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions'];
const PASSWORD_BYTES = 32;
/** The provider whose collation never changes with the operating system, so indexes stay valid across upgrades. */
const BUILTIN_LOCALE_SINCE = 17;

export interface Cluster {
  directory: string;
  account: Account | undefined;
  binaries: Binaries;
}

export function clusterDirectory(dataDir: string): string {
  return path.join(dataDir, CLUSTER_DIRECTORY);
}

/**
 * Returns the directory in the form that the server is given. When root keeps the data under a 0700 home, the account
 * cannot walk there; but a process that starts in the directory has it as its working directory, and on Linux
 * /proc/self/cwd leads into it without walking. Rejected: a cluster elsewhere with a pointer file (a backup or a volume
 * of the data directory would miss it), and opening the 0700 directory (not ours to weaken).
 */
export function serverPath(directory: string, account: Account | undefined): string {
  if (canTraverse(path.dirname(directory), account)) return directory;
  if (process.platform === 'linux') return '/proc/self/cwd';
  const problem = `The user that PostgreSQL runs as (id ${account?.uid}) cannot enter ${directory}.`;
  throw new Error(`${problem} Do not run as root, or choose another directory.`);
}

/** Appears on the command line of the server, so that the process of this directory can be recognised. */
export function clusterName(directory: string): string {
  return `vintem-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
}

export function clusterExists(dataDir: string): boolean {
  return existsSync(path.join(clusterDirectory(dataDir), 'PG_VERSION'));
}

export function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.password');
}

/** Hex needs no escaping, neither in a URL nor in an SQL literal. */
function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('hex');
}

function storePassword(dataDir: string, password: string): void {
  writeDurably(passwordFile(dataDir), `${password}\n`);
}

export function readPassword(dataDir: string): string | undefined {
  return readIfThere(passwordFile(dataDir))?.trim() || undefined;
}

/**
 * Initialises a draft beside the final place and renames it: an initdb that was killed midway never looks
 * like a cluster.
 */
export async function initialiseCluster(
  dataDir: string,
  draftOf: Omit<Cluster, 'directory'>,
  durable: boolean,
): Promise<void> {
  const { account, binaries } = draftOf;
  const draft = path.join(dataDir, `${DRAFT_PREFIX}${randomSuffix()}`);
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const password = readPassword(dataDir) ?? newPassword();
  storePassword(dataDir, password);
  // Windows prompts on the console rather than stdin; there the password file itself, which is ours, can be read.
  const fromFile = process.platform === 'win32';
  const args = [
    '-D',
    serverPath(draft, account),
    '-U',
    SUPERUSER,
    ...FIXED_INITDB_ARGUMENTS,
    ...localeArguments(binaries.majorVersion),
  ];
  args.push(fromFile ? `--pwfile=${passwordFile(dataDir)}` : '--pwprompt');
  if (!durable) args.push('--no-sync');
  const input = fromFile ? '' : `${password}\n${password}\n`;
  const { ok, output } = await runTool({ command: binaries.initdb, args, cwd: draft, account, input });
  if (!ok) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`initdb failed:\n${output}`);
  }
  renameSync(draft, clusterDirectory(dataDir));
  if (durable) syncDirectory(dataDir);
}

function localeArguments(majorVersion: number): string[] {
  if (majorVersion < BUILTIN_LOCALE_SINCE) return ['--locale=C'];
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/** Called under the lock, so no other start is working on these. */
export function removeInterruptedDrafts(dataDir: string, log: (message: string) => void): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const draft = path.join(dataDir, name);
    log(`removing ${draft}, left by an interrupted first start`);
    try {
      rmSync(draft, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // The orphaned initdb may still be writing there; the next start clears it.
    }
  }
}

export function assertSameMajorVersion(cluster: Cluster): void {
  const stored = Number.parseInt(readFileSync(path.join(cluster.directory, 'PG_VERSION'), 'utf8'), 10);
  const { majorVersion } = cluster.binaries;
  if (stored === majorVersion) return;
  const problem = `PostgreSQL ${stored} made the database in ${cluster.directory}, but ${majorVersion} is installed.`;
  throw new Error(`${problem} Move it with pg_dump.`);
}

/** The password file is gone, but the data is ours: single-user mode sets a new password without authentication. */
export async function resetPassword(cluster: Cluster, dataDir: string): Promise<string> {
  const password = newPassword();
  const quiet = [
    '-c',
    'log_statement=none',
    '-c',
    'log_min_error_statement=panic',
    '-c',
    'password_encryption=scram-sha-256',
  ];
  const { ok, output } = await runTool({
    command: cluster.binaries.postgres,
    args: ['--single', '-D', serverPath(cluster.directory, cluster.account), ...quiet, 'postgres'],
    cwd: cluster.directory,
    account: cluster.account,
    input: `ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`,
  });
  if (!ok) throw new Error(`Could not set a new database password:\n${output}`);
  // The file is written last: if we are killed before it, the next start finds no file and sets another password.
  storePassword(dataDir, password);
  return password;
}
