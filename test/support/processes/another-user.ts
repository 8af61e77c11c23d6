import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, canTraverse } from '../../../src/ground/embedded-postgres/account.ts';
import { hasCode } from '../../../src/ground/embedded-postgres/files.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const NOBODY: Account = { uid: 65534, gid: 65534 };
const EVERYBODY_MAY_READ = 0o444;
/** Of a package, by its name: `from 'name/part'`, `import 'name'` or `import('name')`. */
const IMPORT = /(?:from |import |import\()['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;
/** The compiled simulation is for tests. */
const NOT_OF_A_RELEASE = 'simulation';

/** The view of a user who may enter neither our home nor our folder for temporary files. */
export interface AnotherUser {
  account: Account;
  /** The release, where this user can read it. */
  project: string;
  node: string;
  /** Makes a folder that belongs to this user. */
  folder(): string;
  remove(): void;
}

/** Where somebody else can reach what root lays down; null, with the reason printed, where there is no such place. */
export const OPEN_PLACE = process.getuid?.() === 0 ? findOpenPlace() : null;
if (!OPEN_PLACE) {
  const reason = process.getuid?.() === 0 ? 'no folder for temporary files is open to others' : 'only root may do that';
  process.stdout.write(`\nNOT TESTED: to run as another user, because ${reason}.\n`);
}

function findOpenPlace(): string | null {
  const places = [tmpdir(), '/tmp', '/var/tmp'];
  return places.find((place) => existsSync(place) && canTraverse(place, NOBODY)) ?? null;
}

/**
 * Another user with all that is needed in a place that this user can reach: the clone, and even Node, may lie below a
 * home that only its owner may enter.
 */
export function becomeAnotherUser(): AnotherUser {
  const place = mkdtempSync(join(OPEN_PLACE ?? tmpdir(), 'vintem-user-'));
  chmodSync(place, 0o755);
  const isReached = canTraverse(PROJECT, NOBODY) && isReadable(join(PROJECT, 'dist/start.js'));
  const project = isReached ? PROJECT : bringRelease(join(place, 'project'));
  let node = process.execPath;
  if (!canTraverse(dirname(node), NOBODY)) {
    node = join(place, 'node');
    bring(process.execPath, node);
  }
  let folders = 0;
  return {
    account: NOBODY,
    project,
    node,
    folder() {
      const folder = join(place, `own-${++folders}`);
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, NOBODY.uid, NOBODY.gid);
      return folder;
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** What runs, and no more: all that is installed for building and testing takes five times as long. */
function bringRelease(project: string): string {
  mkdirSync(project);
  for (const part of ['package.json', 'db', 'dist']) bring(join(PROJECT, part), join(project, part));
  for (const folder of packagesOf(join(PROJECT, 'dist'))) {
    mkdirSync(dirname(join(project, folder)), { recursive: true });
    bring(join(PROJECT, folder), join(project, folder));
  }
  return project;
}

const isReadable = (file: string) => (statSync(file).mode & EVERYBODY_MAY_READ) === EVERYBODY_MAY_READ;

function bring(source: string, copy: string): void {
  if (!statSync(source).isDirectory()) {
    bringFile(source, copy);
    return;
  }
  mkdirSync(copy);
  chmodSync(copy, 0o755);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.name === NOT_OF_A_RELEASE) continue;
    const [from, to] = [join(source, entry.name), join(copy, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else bring(from, to);
  }
}

/** Linked, so that it takes no room; a file that was installed under umask 077, or on another disk, is copied. */
function bringFile(source: string, copy: string): void {
  try {
    if (isReadable(source)) {
      linkSync(source, copy);
      return;
    }
  } catch (error) {
    if (!hasCode(error, 'EXDEV') && !hasCode(error, 'EPERM')) throw error;
  }
  copyFileSync(source, copy);
  chmodSync(copy, statSync(source).mode & 0o100 ? 0o755 : 0o644);
}

/** The folders below the project of the packages that compiled files need, directly or through each other. */
function packagesOf(compiled: string): string[] {
  const found = new Set<string>();
  const follow = (name: string, from: string) => {
    const folder = folderOf(name, from);
    if (!folder || found.has(folder)) return;
    found.add(folder);
    const described = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
    for (const next of Object.keys({ ...described.dependencies, ...described.optionalDependencies }))
      follow(next, folder);
  };
  for (const name of [...importsOf(compiled), ...nativePackages()]) follow(name, '.');
  // What lies inside another package comes with it.
  const isInside = (folder: string) => [...found].some((other) => folder.startsWith(join(other, 'node_modules/')));
  return [...found].filter((folder) => !isInside(folder));
}

/** As Node looks for it: in the nearest node_modules, upwards. */
function folderOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(PROJECT, candidate, 'package.json'))) return candidate;
    if (folder === '.') return null;
  }
}

function importsOf(folder: string): Set<string> {
  const names = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js') || entry.parentPath.includes(NOT_OF_A_RELEASE)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of text.matchAll(IMPORT)) if (name) names.add(name);
  }
  return names;
}

/** The programs of PostgreSQL, which no import names. */
function nativePackages(): string[] {
  const { optionalDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  return Object.keys(optionalDependencies ?? {});
}
