import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The operating-system user PostgreSQL runs as. `undefined` everywhere below means "as ourselves". */
export interface Account {
  uid: number;
  gid: number;
}

const TRAVERSABLE = 0o711;
/** The output of initdb and similar programs is only quoted in error messages: its end is enough. */
const KEPT_OUTPUT_CHARS = 8_000;
/** The server gets these variables only: it needs none of our secrets, and PG* variables would change its behaviour. */
const INHERITED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Creates the data directory if needed. One that root makes lets the database account pass; the mode of each file
 * keeps it private.
 */
export function prepareDataDir(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  const firstCreated = mkdirSync(wanted, { recursive: true, mode: 0o700 });
  if (firstCreated && isRoot()) {
    for (let current = wanted; current.length >= firstCreated.length; current = path.dirname(current))
      chmodSync(current, TRAVERSABLE);
  }
  return realpathSync(wanted);
}

/** Whether the mode bits let the account pass through every directory down to and including `directory`. */
export function canTraverse(directory: string, account: Account | undefined): boolean {
  if (!account) return true;
  for (let current = path.resolve(directory); ; current = path.dirname(current)) {
    if (!mayEnter(current, account)) return false;
    if (current === path.dirname(current)) return true;
  }
}

function mayEnter(directory: string, account: Account): boolean {
  const { uid, gid, mode } = statSync(directory);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

export function serverEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of INHERITED_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

export interface ToolRun {
  command: string;
  args: string[];
  cwd: string;
  account: Account | undefined;
  input?: string;
}

export interface ToolResult {
  ok: boolean;
  output: string;
}

/** Runs a short-lived program to its end. Never throws: when the program cannot start, the output says why. */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  try {
    return await runToEnd(run);
  } catch (error) {
    const as = run.account ? ` as user ${run.account.uid}` : '';
    return { ok: false, output: `${run.command}${as}: ${error instanceof Error ? error.message : error}` };
  }
}

function runToEnd(run: ToolRun): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT_CHARS);
    };
    // Detached: a session of its own has no terminal, so that initdb reads the password from stdin
    // instead of prompting.
    const child = spawn(run.command, run.args, {
      ...run.account,
      cwd: run.cwd,
      env: serverEnvironment(),
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    // The program may end without reading its input; its exit code says what happened.
    child.stdin.on('error', () => {});
    child.stdin.end(run.input ?? '');
  });
}
