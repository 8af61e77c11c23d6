import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { clusterName } from './cluster.ts';
import { hasCode, readIfThere } from './files.ts';

export interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** `unknown` means that a process has that id and this platform does not tell which program it is. */
export type Identity = 'ours' | 'stranger' | 'gone' | 'unknown';

function pidFilePath(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** Lines of postmaster.pid: pid, directory, start time, port, socket directory, address, shared memory, status. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readIfThere(pidFilePath(cluster))?.split('\n');
  if (!lines) return undefined;
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10) || 0, ready: lines[7]?.trim() === 'ready' };
}

export function removePidFile(cluster: string): void {
  rmSync(pidFilePath(cluster), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/**
 * Whether the process is the PostgreSQL of that directory. This is asked before any signal, because after a
 * power loss the id in postmaster.pid may belong to anybody. A zombie has no command line, so it is not ours,
 * and it holds nothing.
 */
export function identify(pid: number, cluster: string): Identity {
  if (!isAlive(pid)) return 'gone';
  if (process.platform === 'linux') return identifyOnLinux(pid, cluster);
  if (process.platform === 'win32') return 'unknown';
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(`cluster_name=${clusterName(cluster)}`) ? 'ours' : 'stranger';
  } catch {
    return isAlive(pid) ? 'unknown' : 'gone';
  }
}

function identifyOnLinux(pid: number, cluster: string): Identity {
  let words: string[];
  try {
    words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return isAlive(pid) ? 'unknown' : 'gone';
  }
  if (path.basename(words[0] ?? '') !== 'postgres') return 'stranger';
  try {
    // This also finds a data directory that was moved while the server ran.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? 'ours' : 'stranger';
  } catch {
    // Root without CAP_SYS_PTRACE (in a container) may not look there; everybody may read the command line.
    return words.includes(`cluster_name=${clusterName(cluster)}`) ? 'ours' : 'stranger';
  }
}

/**
 * Ends backends that outlived a killed postmaster. Most end by themselves at once. One that is in a long
 * statement, or waits for a lock whose holder was killed, holds the shared memory, and no server can start until
 * it is gone. The write-ahead log makes killing it safe. This works on Linux only; elsewhere the start tries again
 * until they have ended.
 */
export function killOrphanedBackends(cluster: string): void {
  if (process.platform !== 'linux') return;
  const postmaster = readPidFile(cluster)?.pid;
  if (postmaster && identify(postmaster, cluster) === 'ours') return; // They are not orphans.
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry) && isBackendOf(entry, cluster)) kill(Number(entry));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/**
 * Checks the title and the directory itself: in a container, another cluster may have the same path and so
 * the same title.
 */
function isBackendOf(pid: string, cluster: string): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`postgres: ${clusterName(cluster)}: `)) return false;
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return false; // The process ended in between, or we may not look at it.
  }
}
