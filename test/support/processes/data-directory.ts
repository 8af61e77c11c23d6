import {
  chownSync,
  closeSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Account } from '../../../src/ground/embedded-postgres/account.ts';

/** What the last start wrote belongs to that start. */
const LEFT_OUT = 'postgres.log';
const IS_ROOT = process.getuid?.() === 0;

/** Holds one file after the other: there are thousands, and a buffer for each takes as long as the copy. */
let content = Buffer.alloc(0);

/** The data directory of a server that has stopped, with its modes and, where we may give files away, their owners. */
export function copyDataDirectory(from: string, to: string, owner?: Account): void {
  const { mode, ...own } = statSync(from);
  mkdirSync(to, { recursive: true, mode: mode & 0o777 });
  const { uid, gid } = owner ?? own;
  if (IS_ROOT) chownSync(to, uid, gid);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === LEFT_OUT) continue;
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyDataDirectory(source, copy, owner);
    else copyFile(source, copy, owner);
  }
}

/** Not by copyFileSync: on ext4, removing what it made takes seconds. */
function copyFile(from: string, to: string, owner?: Account): void {
  const source = openSync(from, 'r');
  const { size, mode, ...own } = fstatSync(source);
  if (content.length < size) content = Buffer.allocUnsafe(size);
  const read = readSync(source, content, 0, size, 0);
  closeSync(source);
  if (read !== size) throw new Error(`${from} was changed while it was copied`);
  const copy = openSync(to, 'w', mode & 0o777);
  if (writeSync(copy, content, 0, size) !== size) throw new Error(`no room for ${to}`);
  const { uid, gid } = owner ?? own;
  if (IS_ROOT) fchownSync(copy, uid, gid);
  closeSync(copy);
}

/**
 * Fills a folder with a database that was made and migrated before: for tests that start a server of their own and are
 * about what comes later.
 */
export function fillDataDirectory(folder: string, owner?: Account): string {
  copyDataDirectory(inject('dataTemplate'), folder, owner);
  return folder;
}
