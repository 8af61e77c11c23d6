import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import net from 'node:net';
import { runTool, serverEnvironment } from './account.ts';
import { type Cluster, clusterName, serverPath } from './cluster.ts';
import { answersAs } from './connection.ts';
import { sleep } from './files.ts';
import { identify, isAlive, killOrphanedBackends, readPidFile, removePidFile } from './process.ts';
import { serverOptions } from './settings.ts';

export interface Postmaster {
  pid: number;
  port: number;
  hasExited(): boolean;
  /** The signal or exit code of a process that was our child and has ended. */
  ending?: string;
}

export interface LaunchOptions {
  cluster: Cluster;
  logFile: string;
  log: (message: string) => void;
  settings: Record<string, string> | undefined;
}

interface Attempt {
  /** When absent, any free port is taken. */
  port?: number;
  /** Ends the wait and stops what was started. */
  signal?: AbortSignal;
}

/**
 * A start is tried again: dying backends of a killed server hold its shared memory for a moment, and somebody may take
 * a free port.
 */
const START_RETRY_MS = 10_000;
export const RETRY_PAUSE_MS = 150;
/** Recovery after a crash replays what was written since the last checkpoint: minutes at worst. */
const RECOVERY_LIMIT_MS = 300_000;
const ADOPTION_LIMIT_MS = 10_000;
const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
const POLL_MS = 20;
const LOG_ROTATION_BYTES = 10_000_000;
const QUOTED_LOG_CHARS = 2_000;

/** A killed Node may have left a server behind. It is taken over when it answers, and stopped when it does not. */
export async function adoptRunning(
  options: LaunchOptions,
  password: string | undefined,
): Promise<Postmaster | undefined> {
  const { cluster, log } = options;
  clearStrangersPidFile(options);
  const found = readPidFile(cluster.directory);
  if (!found) return undefined;
  const identity = identify(found.pid, cluster.directory);
  if (identity === 'gone') return undefined; // PostgreSQL clears such a file itself.
  const adopted = password ? await waitUntilAnswering(options, found.pid, password) : undefined;
  if (adopted) {
    log(`took over the PostgreSQL that was still running (process ${adopted.pid}, port ${adopted.port})`);
    return adopted;
  }
  // Never signal a process that may be a stranger; PostgreSQL decides about its lock file.
  if (identity === 'unknown') return undefined;
  log(`the PostgreSQL left running as process ${found.pid} does not answer: stopping it`);
  await stopPostmaster(handleOf(found.pid, found.port, cluster), cluster, log);
  return undefined;
}

async function waitUntilAnswering(
  options: LaunchOptions,
  pid: number,
  password: string,
): Promise<Postmaster | undefined> {
  const { directory } = options.cluster;
  const deadline = Date.now() + ADOPTION_LIMIT_MS;
  while (Date.now() < deadline) {
    const state = readPidFile(directory);
    if (state?.pid !== pid || identify(pid, directory) === 'gone') return undefined; // It was already ending.
    if (state.ready && (await answersAs(pid, state.port, password))) return handleOf(pid, state.port, options.cluster);
    if (identify(pid, directory) === 'unknown') return undefined;
    await sleep(RETRY_PAUSE_MS);
  }
  return undefined;
}

/**
 * PostgreSQL would refuse to start while that program (or zombie) exists. Its check of the shared memory still
 * guards the data.
 */
function clearStrangersPidFile({ cluster, log }: LaunchOptions): void {
  const found = readPidFile(cluster.directory);
  if (!found || identify(found.pid, cluster.directory) !== 'stranger') return;
  log(`postmaster.pid names process ${found.pid}, which is not the server of this directory: removing the stale file`);
  removePidFile(cluster.directory);
}

/**
 * The process table shows when a server that is not our child ends. It is watched as long as it runs. Only Linux shows
 * a command line without starting a program; elsewhere the process id must be enough.
 */
function handleOf(pid: number, port: number, cluster: Cluster): Postmaster {
  const isGone = () => ['gone', 'stranger'].includes(identify(pid, cluster.directory));
  return { pid, port, hasExited: process.platform === 'linux' ? isGone : () => !isAlive(pid) };
}

export async function startPostmaster(options: LaunchOptions): Promise<Postmaster> {
  const deadline = Date.now() + START_RETRY_MS;
  for (;;) {
    const postmaster = await tryStart(options);
    if (postmaster) return postmaster;
    if (Date.now() > deadline) break;
    await sleep(RETRY_PAUSE_MS);
  }
  throw new Error(`PostgreSQL did not start. The end of ${options.logFile}:\n${endOf(options.logFile)}`);
}

/** One attempt, to the point where the server accepts connections. */
export async function tryStart(
  options: LaunchOptions,
  { port, signal }: Attempt = {},
): Promise<Postmaster | undefined> {
  rotateLog(options.logFile);
  clearStrangersPidFile(options);
  const chosen = port ?? (await freePort());
  const postmaster = await (process.platform === 'win32'
    ? launchOnWindows(options, chosen)
    : launchChild(options, chosen));
  try {
    if (postmaster && (await waitUntilReady(postmaster, options, signal))) return postmaster;
  } catch (error) {
    // If it kept running, no later attempt could use its directory.
    if (postmaster) await stopPostmaster(postmaster, options.cluster, options.log);
    throw error;
  }
  killOrphanedBackends(options.cluster.directory);
  return undefined;
}

/**
 * On a full disk PostgreSQL ends itself, and where the machine allows it that leaves a file as large as its memory
 * beside the data: the room that somebody has just made would be gone again.
 */
const WITHOUT_CORE_FILES = 'ulimit -c 0; exec "$0" "$@"';

function launchChild(options: LaunchOptions, port: number): Postmaster | undefined {
  const { cluster, logFile, log, settings } = options;
  const output = openSync(logFile, 'a', 0o600);
  const args = [
    '-D',
    serverPath(cluster.directory, cluster.account),
    ...serverOptions(port, clusterName(cluster.directory), settings),
  ];
  let exited = false;
  let postmaster: Postmaster | undefined;
  try {
    // Detached, so that Ctrl-C in the terminal reaches only Node, which drains its work before it stops the server.
    const child = spawn('/bin/sh', ['-c', WITHOUT_CORE_FILES, cluster.binaries.postgres, ...args], {
      ...cluster.account,
      cwd: cluster.directory,
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.on('exit', (code, signalName) => {
      exited = true;
      if (postmaster) postmaster.ending = signalName ?? `code ${code}`;
    });
    child.on('error', (error) => {
      exited = true;
      log(`PostgreSQL could not be started: ${error.message}`);
    });
    child.unref();
    if (child.pid !== undefined) postmaster = { pid: child.pid, port, hasExited: () => exited };
    return postmaster;
  } finally {
    closeSync(output);
  }
}

/** On Windows, pg_ctl drops administrator rights, which PostgreSQL requires. */
async function launchOnWindows(options: LaunchOptions, port: number): Promise<Postmaster | undefined> {
  const { cluster, logFile, settings } = options;
  const words = serverOptions(port, clusterName(cluster.directory), settings).map((word) =>
    word === '-c' ? word : `"${word}"`,
  );
  const args = ['start', '-W', '-s', '-D', cluster.directory, '-l', logFile, '-o', words.join(' ')];
  const { ok } = await runTool({ command: cluster.binaries.pgCtl, args, cwd: cluster.directory, account: undefined });
  const deadline = Date.now() + START_RETRY_MS;
  while (ok && Date.now() < deadline) {
    const state = readPidFile(cluster.directory);
    if (state && state.port === port) return { pid: state.pid, port, hasExited: () => !isAlive(state.pid) };
    await sleep(POLL_MS);
  }
  return undefined;
}

/**
 * The server is ready when the lock file of the process that we started says so. Nobody connects before: another
 * program may have taken the port in between, and must not get the password.
 */
async function waitUntilReady(postmaster: Postmaster, options: LaunchOptions, signal?: AbortSignal): Promise<boolean> {
  const started = Date.now();
  let told = false;
  while (!postmaster.hasExited()) {
    const state = readPidFile(options.cluster.directory);
    if (state?.pid === postmaster.pid && state.ready) return true;
    const waited = Date.now() - started;
    if (waited > RECOVERY_LIMIT_MS || signal?.aborted) {
      await stopPostmaster(postmaster, options.cluster, options.log);
      return false;
    }
    if (!told && waited > START_RETRY_MS) {
      told = true;
      options.log('PostgreSQL is still starting (recovering after a crash?)');
    }
    await sleep(POLL_MS);
  }
  return false;
}

/**
 * A fast shutdown ends sessions and flushes data. After its time limit an immediate one follows, from which the
 * next start recovers.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  cluster: Cluster,
  log: (message: string) => void,
): Promise<void> {
  if (postmaster.hasExited()) return;
  await send(postmaster, cluster, 'SIGINT');
  if (await waitForExit(postmaster, FAST_SHUTDOWN_MS)) return;
  log(`PostgreSQL did not stop within ${FAST_SHUTDOWN_MS / 1000} s: shutting it down at once`);
  await send(postmaster, cluster, 'SIGQUIT');
  if (await waitForExit(postmaster, IMMEDIATE_SHUTDOWN_MS)) return;
  // The server is stopped by SIGSTOP or stuck on a dying disk. The write-ahead log makes killing it safe; its children
  // end by themselves.
  await send(postmaster, cluster, 'SIGKILL');
  if (await waitForExit(postmaster, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop.`);
}

async function send(postmaster: Postmaster, cluster: Cluster, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-W', '-s', '-D', cluster.directory, '-m', name === 'SIGINT' ? 'fast' : 'immediate'];
    await runTool({ command: cluster.binaries.pgCtl, args, cwd: cluster.directory, account: undefined });
    return;
  }
  try {
    process.kill(postmaster.pid, name);
  } catch {
    // It ended in between; the wait that follows notices.
  }
}

async function waitForExit(postmaster: Postmaster, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (postmaster.hasExited()) return true;
    await sleep(POLL_MS);
  }
  return postmaster.hasExited();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_ROTATION_BYTES) renameSync(logFile, `${logFile}.1`);
}

export function endOf(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').slice(-QUOTED_LOG_CHARS);
  } catch {
    return '(no log)';
  }
}
