import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a run holds at once. */
const ENOUGH_BYTES = 6 * 2 ** 30;
/** As the folder of the system: another user makes files in it, too. */
const FOR_EVERYBODY = 0o1777;

/**
 * Lets this run and all it starts make their temporary files in memory, where the system offers that and has plenty. A
 * run makes and removes hundreds of thousands of files, and ext4 gives nobody the place of one that was removed within
 * the last minutes: it looks past all of them each time. Whoever says by TMPDIR where such files go is obeyed.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !isMemoryPlenty()) return;
  const folder = mkdtempSync(join(MEMORY, 'vintem-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, FOR_EVERYBODY);
  if (canRunProgramsIn(folder)) process.env['TMPDIR'] = folder;
}

function isMemoryPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES;
  } catch {
    // Only Linux has one.
    return false;
  }
}

/** Some systems forbid it there. */
function canRunProgramsIn(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
