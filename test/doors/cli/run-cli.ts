import { type ChildProcess, execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));
const HOST = fileURLToPath(new URL('./command-host.mjs', import.meta.url));

export interface CliRun {
  code: number;
  out: string;
  err: string;
}

const environment = (env: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', ...env });

/** The compiled command line in a process of its own, with nothing of our environment but the path. */
export function runCliProcess(env: Record<string, string>, ...args: string[]): Promise<CliRun> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env: environment(env) }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}

let host: ChildProcess | null = null;
let commands = 0;
const waiting = new Map<number, { resolve(run: CliRun): void; reject(error: Error): void }>();

function openHost(): ChildProcess {
  const child = fork(HOST, { env: environment({}), execArgv: [] });
  child.on('message', ({ number, ...run }: CliRun & { number: number }) => {
    waiting.get(number)?.resolve(run);
    waiting.delete(number);
    if (waiting.size === 0) hold(child, false);
  });
  child.on('exit', (code) => {
    host = null;
    for (const { reject } of waiting.values()) reject(new Error(`the commands ended with ${code}`));
    waiting.clear();
  });
  return child;
}

/** It ends with the tests: only a command that runs keeps them waiting. */
function hold(child: ChildProcess, isNeeded: boolean): void {
  child[isNeeded ? 'ref' : 'unref']();
  child.channel?.[isNeeded ? 'ref' : 'unref']();
}

/**
 * The compiled command line, one command after the other in one process beside the tests, so that not each waits for a
 * start of Node.
 */
export function runCli(env: Record<string, string>, ...args: string[]): Promise<CliRun> {
  // The library ends the process that showed these.
  if (args.some((word) => ['--help', '-h', '--version', '-v'].includes(word))) return runCliProcess(env, ...args);
  host ??= openHost();
  const [child, number] = [host, ++commands];
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    hold(child, true);
    child.send({ number, env: environment(env), args });
  });
}

/** What a command that must succeed printed with --json. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function cliJson(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, out, err } = await runCli(env, ...args, '--json');
  if (code !== 0) throw new Error(`vintem ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
