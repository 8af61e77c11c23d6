import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { identify, readPidFile } from '../../../src/ground/embedded-postgres/process.ts';
import {
  type EmbeddedOptions,
  startEmbeddedPostgres,
} from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import type { AnotherUser } from '../../support/processes/another-user.ts';
import { fillDataDirectory } from '../../support/processes/data-directory.ts';

export const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
export const LAUNCHER = path.join(REPOSITORY, 'dist/ground/embedded-postgres/start-embedded-postgres.js');
export const AS_ROOT = process.getuid?.() === 0;
/** Long past what a busy machine needs: only what never comes takes as long. */
export const PATIENCE_MS = 120_000;
const CHILD_SCRIPT = path.join(import.meta.dirname, 'child.mjs');
const created: string[] = [];
const children: ChildProcess[] = [];

export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'vintem-embedded-'));
  created.push(directory);
  return directory;
}

/** Holds a database that was made before, for tests about what comes after a first start. */
export function preparedDirectory(): string {
  return fillDataDirectory(temporaryDirectory());
}

export const clusterOf = (dataDir: string) => path.join(dataDir, 'postgres');

export function start(dataDir: string, messages: string[] = [], more: Partial<EmbeddedOptions> = {}) {
  const log = (message: string) => messages.push(message);
  return startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' }, ...more });
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
export function launchInChild(dataDir: string, mode: 'stay' | 'leave', user?: AnotherUser): LauncherChild {
  if (!existsSync(LAUNCHER)) throw new Error(`${LAUNCHER} is missing: run npm run build`);
  const launcher = user ? path.join(user.project, path.relative(REPOSITORY, LAUNCHER)) : LAUNCHER;
  // As a text, because another user may not be able to read the file.
  const script = readFileSync(CHILD_SCRIPT, 'utf8');
  const args = ['--input-type=module', '-e', script, '--', launcher, dataDir, mode];
  const child = spawn(user?.node ?? process.execPath, args, {
    ...user?.account,
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

export async function waitFor<T>(what: string, look: () => T | undefined, limitMs = PATIENCE_MS): Promise<T> {
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
