import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hasCode, randomSuffix, readIfThere, sleep } from './files.ts';
import { isAlive } from './process.ts';

interface Holder {
  pid: number;
  /**
   * The start time of the process, which differs from that of a later process with the same id. Empty where the
   * platform hides it.
   */
  birth: string;
  /** Where that process id means something: the machine's boot and the process namespace. */
  realm: string;
}

export interface Lock {
  release(): void;
}

/** Error codes of file systems without hard links. */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'];
const START_TIME_AFTER_NAME = 19;
const ACQUIRE_ATTEMPTS = 20;
/**
 * A holder in another container cannot be looked up by its process id: it shows that it is alive by touching the file.
 */
const HEARTBEAT_MS = 1_000;
const HEARTBEAT_WATCH_MS = 5_000;
/** Nobody holds a lock that was untouched for this long, so that a start after a power cut need not wait. */
const HEARTBEAT_DEAD_MS = 60_000;
const POLL_MS = 100;
const DYING_MS = 1_000;

/**
 * Allows one Node per data directory. A second one is refused with the holder's process id; the lock of a dead holder
 * is taken over.
 */
export async function acquireLock(file: string): Promise<Lock> {
  const own = JSON.stringify(self());
  for (let attempt = 0; attempt < ACQUIRE_ATTEMPTS; attempt++) {
    if (createLock(file, own)) return hold(file, own);
    const text = readIfThere(file);
    if (text === undefined) continue; // The holder released it at this moment.
    const holder = parse(text);
    if (holder && (await isStillHeld(holder, file))) {
      const advice = 'Stop it first, or choose another directory with DATA_DIR.';
      const lastResort = `If process ${holder.pid} is not Vintém, delete ${file}.`;
      throw new Error(`The data directory is in use by process ${holder.pid} (${file}). ${advice} ${lastResort}`);
    }
    removeStale(file, text);
  }
  throw new Error(`Could not take the lock ${file}: too many starts at once.`);
}

/** A link to a finished file appears whole or not at all, and fails when the lock exists. */
function createLock(file: string, own: string): boolean {
  const draft = `${file}.${randomSuffix()}`;
  writeFileSync(draft, own, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (NO_HARD_LINKS.some((code) => hasCode(error, code))) return createPlainly(file, own);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function createPlainly(file: string, own: string): boolean {
  try {
    writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function hold(file: string, own: string): Lock {
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readIfThere(file) === own) rmSync(file, { force: true });
    },
  };
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Somebody removed the data directory under us: nothing is left to protect.
  }
}

/**
 * Renames the lock, looks at it again, and only then removes it: of two starts that saw the same stale lock, the slower
 * one must not remove the lock that the faster one took.
 */
function removeStale(file: string, expected: string): void {
  const aside = `${file}.${randomSuffix()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readIfThere(aside) !== expected) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  rmSync(aside, { force: true });
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    if (typeof holder.pid !== 'number') return undefined;
    return { pid: holder.pid, birth: holder.birth ?? '', realm: holder.realm ?? '' };
  } catch {
    return undefined; // Somebody wrote the file by hand, or a full disk cut it short: it holds nothing.
  }
}

/** A Node that was killed takes a moment to be gone. */
async function isStillHeld(holder: Holder, file: string): Promise<boolean> {
  const deadline = Date.now() + DYING_MS;
  while (await isHeld(holder, file)) {
    if (Date.now() > deadline) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function isHeld(holder: Holder, file: string): Promise<boolean> {
  const own = self();
  if (holder.realm !== own.realm) return isTouched(file);
  if (!isAlive(holder.pid)) return false;
  return holder.birth === birthOf(holder.pid);
}

async function isTouched(file: string): Promise<boolean> {
  const lastTouch = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  const before = lastTouch();
  if (before === undefined || Math.abs(Date.now() - before) > HEARTBEAT_DEAD_MS) return false;
  const deadline = Date.now() + HEARTBEAT_WATCH_MS;
  while (Date.now() < deadline) {
    if (lastTouch() !== before) return lastTouch() !== undefined;
    await sleep(POLL_MS);
  }
  return false;
}

function self(): Holder {
  return { pid: process.pid, birth: birthOf(process.pid), realm: realm() };
}

function birthOf(pid: number): string {
  try {
    if (process.platform === 'linux') return startTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * The start time is field 22 of /proc/<pid>/stat. Fields are counted from the end of the program name, which may
 * contain spaces and brackets. A zombie has no start time here: it only waits for its parent and holds nothing.
 */
function startTicks(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return '';
  return fields[START_TIME_AFTER_NAME] ?? '';
}

function realm(): string {
  if (process.platform !== 'linux') return process.platform;
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return process.platform;
  }
}
