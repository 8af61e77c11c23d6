import { constants } from 'node:fs';
import { access, lstat, mkdir, open, opendir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameOfCopy, type SeenFile } from './inbox.rules.ts';

/** A folder with more is worked off a part at a time. */
const MOST_LOOKED_AT = 1_000;
const MOST_COPIES = 1_000;

/** As far as their paths tell. */
export function isSameFolder(one: string, other: string): boolean {
  return path.resolve(one) === path.resolve(other);
}

/** Why a folder cannot be worked with, in a few words; null: it can. */
export async function folderTrouble(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'is no folder';
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return TROUBLES[codeOf(error)] ?? `cannot be used (${codeOf(error)})`;
  }
}

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no folder',
  EACCES: 'may not be read and written by the service',
  EROFS: 'is on a disk that takes no writes',
};

export function isGone(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

/**
 * The files of a folder by their names. Folders, links, and what begins with a dot, which is somebody's work that is
 * not done, are left alone.
 */
export async function listFiles(folder: string): Promise<SeenFile[]> {
  const found: SeenFile[] = [];
  for await (const entry of await opendir(folder)) {
    if (found.length >= MOST_LOOKED_AT) break;
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const seen = await lstat(path.join(folder, entry.name)).catch(() => null);
    if (seen?.isFile()) found.push({ name: entry.name, bytes: seen.size, changedMs: seen.mtimeMs });
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Moves a file of the inbox into one of its folders, beside a text that says why. The text comes first: whatever is in
 * there has one.
 */
export async function putAway(inbox: string, name: string, place: 'done' | 'refused', why: string): Promise<void> {
  const folder = path.join(inbox, place);
  await mkdir(folder, { recursive: true });
  const target = await freeName(folder, name);
  await writeFile(path.join(folder, `${target}.txt`), `${why}\n`);
  await rename(path.join(inbox, name), path.join(folder, target));
}

async function freeName(folder: string, name: string): Promise<string> {
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const target = nameOfCopy(name, copy);
    if (await isMissing(path.join(folder, target))) return target;
  }
  throw new Error(`${folder} holds ${MOST_COPIES} files of one name`);
}

function isMissing(file: string): Promise<boolean> {
  return lstat(file).then(
    () => false,
    (error) => isGone(error),
  );
}

/** A file as a whole and on the disk, or an error. */
export async function writeWhole(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const target = await open(file, 'w');
  try {
    for await (const piece of content) await target.writeFile(piece);
    await target.sync();
  } finally {
    await target.close();
  }
}

/** Names, too, are on the disk only once their folder was told to be. Where that is not possible, it is not needed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
