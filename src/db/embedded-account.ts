import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** The operating-system user PostgreSQL runs as. `undefined` everywhere below means "as ourselves". */
export interface Account {
  uid: number;
  gid: number;
}

/** `_postgres` is the name on macOS. */
const ACCOUNT_NAMES = ['postgres', '_postgres', 'nobody'];
const LAST_RESORT_ACCOUNT: Account = { uid: 65534, gid: 65534 };
const TRAVERSABLE = 0o711;
/** Output of initdb and friends is only quoted in error messages: keep its end, not all of it. */
const KEPT_OUTPUT_CHARS = 8_000;
/** Everything else stays out: the server needs none of our secrets, and PG* variables would change its behaviour. */
const INHERITED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root lends it the account of a system user. */
export function accountForNewCluster(): Account | undefined {
  if (!isRoot()) return undefined;
  const users = readPasswd();
  for (const name of ACCOUNT_NAMES) {
    const account = users.get(name);
    if (account && account.uid !== 0) return account;
  }
  return LAST_RESORT_ACCOUNT;
}

/** An existing cluster keeps its owner: a `postgres` user installed later must not lock us out of data made as `nobody`. */
export function accountForExistingCluster(cluster: string): Account | undefined {
  const ownUid = process.getuid?.();
  if (ownUid === undefined) return undefined;
  const { uid, gid } = statSync(cluster);
  if (ownUid !== 0 && uid !== ownUid) {
    throw new Error(`The database in ${cluster} belongs to user id ${uid}, and this process runs as ${ownUid}. Start Vintém as that user.`);
  }
  if (ownUid !== 0) return undefined;
  if (uid === 0) {
    const { uid: wanted, gid: wantedGid } = accountForNewCluster() ?? LAST_RESORT_ACCOUNT;
    throw new Error(
      `The database in ${cluster} belongs to root, and PostgreSQL refuses to run as root. Run: chown -R ${wanted}:${wantedGid} ${cluster}`,
    );
  }
  return { uid, gid };
}

function readPasswd(): Map<string, Account> {
  const users = new Map<string, Account>();
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return users;
  }
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid) continue;
    users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}

/** Creates the data directory if needed. Made by root it must let the database account pass; every file in it is private by its own mode. */
export function prepareDataDir(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  const firstCreated = mkdirSync(wanted, { recursive: true, mode: 0o700 });
  if (firstCreated && isRoot()) {
    for (let current = wanted; current.length >= firstCreated.length; current = path.dirname(current)) chmodSync(current, TRAVERSABLE);
  }
  return realpathSync(wanted);
}

/** Whether the account may pass through every directory down to and including `directory`, judged by mode bits. */
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

/** Runs a short-lived program to its end. Never throws: a failure to start is a failure with its reason as output. */
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
    // Detached: in a session of its own there is no terminal, so initdb takes the password from stdin instead of prompting.
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
    child.stdin.on('error', () => {}); // the program may end without reading: its exit code tells the story
    child.stdin.end(run.input ?? '');
  });
}
