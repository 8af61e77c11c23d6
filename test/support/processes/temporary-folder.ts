import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** With the id of the process behind it: what a run that was killed left takes up memory until somebody removes it. */
const NAME = 'vintem-run-';
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
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
  process.once('exit', () => remove(folder));
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

function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(NAME)))
    if (!isRunning(Number.parseInt(name.slice(NAME.length), 10))) remove(join(MEMORY, name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is there all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Another user's stay, and so does what somebody still writes to: the next run tries again. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`left behind: ${folder} (${(error as Error).message})\n`);
  }
}

/** Some systems forbid it there. */
function canRunProgramsIn(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
