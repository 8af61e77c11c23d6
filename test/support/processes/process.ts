import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchAnswersOf } from '../described-answers.ts';
import { showLogOnFailure } from './gateway-logs.ts';

const ENTRY = fileURLToPath(new URL('../../../dist/start.js', import.meta.url));
/** Long past what a busy machine needs. */
const START_WITHIN_MS = 120_000;

/** A seventh of a start; no test that starts a process is about it. */
const WITHOUT_CONSOLE = { OPERATOR_CONSOLE: 'off' };

export interface VintemProcess {
  child: ChildProcess;
  url: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Kills the process and whatever shares its group, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop, waits, and returns the exit code. */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  env: Record<string, string>;
  uid?: number;
  gid?: number;
  entry?: string;
  /** The program, where it is not the Node that runs the tests. */
  node?: string;
  cwd?: string;
  /** Called at once with a way to kill the process, long before it is ready. */
  onSpawn?: (kill: () => Promise<void>) => void;
}

/** Starts the compiled service as a process of its own and waits for its ready line. */
export async function startVintemProcess(options: ProcessOptions): Promise<VintemProcess> {
  const child = spawn(options.node ?? process.execPath, [options.entry ?? ENTRY], {
    // The process gets nothing of the runner's environment, such as a DATABASE_URL.
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...WITHOUT_CONSOLE, ...options.env },
    cwd: options.cwd ?? '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid ?? options.uid }),
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const kill = async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  options.onSpawn?.(kill);
  void exited.then(showLogOnFailure(`process ${child.pid}`, () => output));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no ready line within ${START_WITHIN_MS} ms:\n${output}`)),
      START_WITHIN_MS,
    );
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /Vintém is ready at (\S+)/.exec(output)?.[1];
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready:\n${output}`));
    });
  });
  void exited.then(watchAnswersOf(url));
  return {
    child,
    url,
    output: () => output,
    kill,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

export async function callJson(url: string, init: { method?: string; token?: string; body?: unknown } = {}) {
  const response = await fetch(url, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    headers: {
      // A process that stops would wait for a connection that might still bring a request.
      connection: 'close',
      ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return { status: response.status, body: (await response.json()) as any };
}

export async function logInAsDemo(url: string): Promise<string> {
  const { body } = await callJson(`${url}/auth`, { body: { email: 'demo@vintem.dev', password: 'vintem-demo' } });
  return body.response.token;
}
