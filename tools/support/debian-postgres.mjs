// PostgreSQL as Debian packages it: the embedded programs have neither pg_basebackup nor anything else
// that drills need.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the newest installed version keeps its programs. */
export function findBinaries() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin/pg_basebackup')))
    : [];
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1);
  if (!newest) throw new Error('no pg_basebackup under /usr/lib/postgresql: install the package postgresql');
  return join(root, newest, 'bin');
}

/** PostgreSQL refuses to run as root, so root runs it as the user of the package. */
export function accountOf() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** A temporary folder that the account may write to. */
export function makeFolder(account) {
  const folder = mkdtempSync(join(tmpdir(), 'vintem-drill-'));
  if (account.uid) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function runProgram(program, args, account) {
  const done = spawnSync(program, args, { ...account, encoding: 'utf8', cwd: '/' });
  if (done.status !== 0) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}

/** A server works in its data directory; whoever has its process id by now and does not is somebody else. */
function isServerOf(pid, directory) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

/** The postmaster of a data directory, 0 when none runs, and its children, each with its command line. */
export function processesBelow(directory) {
  const file = join(directory, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (!isServerOf(postmaster, directory)) return { postmaster: 0, children: [] };
  const children = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)], { encoding: 'utf8' }).stdout;
  const rows = children
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
    .filter(Boolean);
  return { postmaster, children: rows.map(([, pid, args]) => ({ pid: Number(pid), args })) };
}

/** As a machine that loses its power: nobody gets to say goodbye. */
export function killServer(directory) {
  const { postmaster, children } = processesBelow(directory);
  if (postmaster === 0) return;
  for (const pid of [postmaster, ...children.map((child) => child.pid)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
}
