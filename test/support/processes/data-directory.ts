import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Account } from '../../../src/ground/embedded-postgres/account.ts';

/** What the last start wrote belongs to that start. */
const LEFT_OUT = 'postgres.log';

/** The data directory of a server that has stopped, with its modes and, where we may give files away, their owners. */
export function copyDataDirectory(from: string, to: string, owner?: Account): void {
  const { uid, gid, mode } = statSync(from);
  mkdirSync(to, { recursive: true, mode: mode & 0o777 });
  const giveAway = (file: string, account: Account) => {
    if (process.getuid?.() === 0) chownSync(file, account.uid, account.gid);
  };
  giveAway(to, owner ?? { uid, gid });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === LEFT_OUT) continue;
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copyDataDirectory(source, copy, owner);
      continue;
    }
    // Not by copyFileSync: on ext4, removing what it made takes seconds.
    writeFileSync(copy, readFileSync(source), { mode: statSync(source).mode & 0o777 });
    giveAway(copy, owner ?? statSync(source));
  }
}

/**
 * Fills a folder with a database that was made and migrated before: for tests that start a server of their own and are
 * about what comes later.
 */
export function fillDataDirectory(folder: string, owner?: Account): string {
  copyDataDirectory(inject('dataTemplate'), folder, owner);
  return folder;
}
