import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CliError } from '../command.ts';
import type { Answer, Usage, UsageTask } from './tasks.ts';
import type { Undo } from './undo.ts';

/** As `npm start` gives it to Node. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];
/** Settings of Node and of the driver that a connection may need. Nothing else of the operator's reaches a child. */
const HANDED_ON = /^(PATH|HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PG\w+|DATABASE_POOL_SIZE)$/;
const KEPT_OUTPUT = 2_000;
const END_WITHIN_MS = 10_000;

/** A process beside this one that does one task at a time. */
export interface Child<Task> {
  /** Gives the task and waits for its result; `onProgress` hears how many were done so far. */
  ask<Result>(task: Task, onProgress?: (count: number) => void): Promise<Result>;
  usage(): Promise<Usage>;
}

/** It ends with this process, even when this one is killed: its channel is closed then. */
export async function startChild<Ready, Task extends object = never>(
  file: string,
  undo: Undo,
  env: Record<string, string> = {},
): Promise<{ child: Child<Task>; ready: Ready }> {
  undo.refuseWhenStopped();
  const forked = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...handedOn(process.env), ...env },
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  undo.later(() => end(forked));
  const said = keepOutput(forked);
  const ask = <Result>(task: Task | UsageTask | null, onProgress?: (count: number) => void) =>
    nextResult<Result>(forked, task, said, onProgress);
  return { ready: await ask<Ready>(null), child: { ask, usage: () => ask<Usage>({ kind: 'usage' }) } };
}

function handedOn(env: NodeJS.ProcessEnv): Record<string, string> {
  const known = Object.entries(env).filter(([name, value]) => HANDED_ON.test(name) && value !== undefined);
  return Object.fromEntries(known) as Record<string, string>;
}

/** The last of what it has printed, for the line that tells why it ended. */
function keepOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  return () => output.trim();
}

function nextResult<Result>(
  child: ChildProcess,
  task: object | null,
  said: () => string,
  onProgress?: (count: number) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new CliError(`a process of the measurement ended by itself: ${said() || 'no reason'}`));
    const onMessage = (answer: Answer<Result>) => {
      if ('soFar' in answer) return onProgress?.(answer.soFar);
      child.off('exit', onExit).off('message', onMessage);
      if ('problem' in answer) reject(new CliError(answer.problem));
      else resolve(answer.result);
    };
    if (child.exitCode !== null || child.signalCode !== null) return onExit();
    child.once('exit', onExit).on('message', onMessage);
    if (task !== null) child.send(task);
  });
}

/** By its channel first: it closes what it has open, and is not waited for beyond ten seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  const force = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await exited;
  clearTimeout(force);
}
