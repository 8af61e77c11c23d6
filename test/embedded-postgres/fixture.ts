import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Account, canTraverse } from '../../src/embedded-postgres/account.ts';
import { identify, readPidFile } from '../../src/embedded-postgres/process.ts';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/start-embedded-postgres.ts';

export const REPOSITORY = path.resolve(import.meta.dirname, '../..');
export const LAUNCHER = path.join(REPOSITORY, 'dist/embedded-postgres/start-embedded-postgres.js');
export const NOBODY: Account = { uid: 65534, gid: 65534 };
export const AS_ROOT = process.getuid?.() === 0;
/** When Node or the project lies under a 0700 home, another user cannot run them at all. */
export const CAN_RUN_AS_NOBODY =
  AS_ROOT && [REPOSITORY, path.dirname(process.execPath)].every((directory) => canTraverse(directory, NOBODY));

const CHILD_SCRIPT = path.join(import.meta.dirname, 'child.mjs');
const created: string[] = [];
const children: ChildProcess[] = [];

export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'vintem-embedded-'));
  created.push(directory);
  return directory;
}

export const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres');

export function start(dataDir: string, messages: string[] = []) {
  return startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message), settings: { fsync: 'off' } });
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export interface LauncherChild {
  pid: number;
  exit: Promise<number | null>;
  line(beginning: string): Promise<string>;
}

/** Needs `dist/`, which `npm test` builds first. */
export function launchInChild(dataDir: string, mode: 'stay' | 'leave', account?: Account): LauncherChild {
  if (!existsSync(LAUNCHER)) throw new Error(`${LAUNCHER} is missing: run npm run build`);
  const child = spawn(process.execPath, [CHILD_SCRIPT, LAUNCHER, dataDir, mode], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const line = (beginning: string) =>
    waitFor(`a line "${beginning}" in: ${output}`, () =>
      output
        .split('\n')
        .find((text) => text.startsWith(beginning))
        ?.slice(beginning.length + 1),
    );
  return { pid: child.pid ?? 0, exit, line };
}

export async function waitFor<T>(what: string, look: () => T | undefined, limitMs = 15_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Waited in vain for ${what}`);
}

export function postmasterPid(dataDir: string): number {
  const pid = readPidFile(clusterOf(dataDir))?.pid;
  if (!pid) throw new Error(`no server runs in ${dataDir}`);
  return pid;
}

/** The postmaster and every process it started. */
export function serverProcesses(postmaster: number): number[] {
  const isChild = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster;
    } catch {
      return false;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return [postmaster, ...pids.map(Number)];
}

/** Every living process of that cluster, whoever its parent is by now. */
export function processesOf(cluster: string): number[] {
  const belongs = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && belongs(name))
    .map(Number);
}

export function killIfRunning(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is already gone.
  }
}

/** Ends the processes that a failed test left, by process id, and removes its files. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.pid && child.exitCode === null && child.signalCode === null) killIfRunning(child.pid);
  }
  for (const directory of created.splice(0)) {
    for (const dataDir of [directory, path.join(directory, 'data')]) await stopLeftServer(clusterOf(dataDir));
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function stopLeftServer(cluster: string): Promise<void> {
  const left = readPidFile(cluster);
  if (!left || identify(left.pid, cluster) !== 'ours') return;
  killIfRunning(left.pid, 'SIGQUIT');
  await waitFor('the left server to end', () => (identify(left.pid, cluster) === 'ours' ? undefined : true));
}
