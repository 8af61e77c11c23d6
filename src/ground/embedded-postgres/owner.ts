import { lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Account, isRoot, runTool } from './account.ts';
import { readIfThere } from './files.ts';
import { identify, readPidFile } from './process.ts';

/** `_postgres` is the name on macOS; the last one is ours. */
const ACCOUNT_NAMES = ['postgres', '_postgres', 'vintem-postgres'];
const OWN_ACCOUNT = 'vintem-postgres';
const ACCOUNT_OPTIONS = [
  '--system',
  '--user-group',
  '--no-create-home',
  '--home-dir',
  '/nonexistent',
  '--shell',
  '/usr/sbin/nologin',
];
/** Every program that wants no rights shares this account: what belongs to it belongs to all of them. */
const NOBODY_UID = 65534;

type Log = (message: string) => void;

/** Where system accounts are listed, and the program that makes one. */
const SYSTEM = { passwd: '/etc/passwd', useradd: '/usr/sbin/useradd' };

/**
 * PostgreSQL refuses to run as root, so root gives it an account that runs nothing else, and makes one if
 * there is none.
 */
export async function accountForNewCluster(log: Log, system = SYSTEM): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const found = findAccount(system.passwd);
  if (found) return found;
  const args = [...ACCOUNT_OPTIONS, OWN_ACCOUNT];
  const { output } = await runTool({ command: system.useradd, args, cwd: '/', account: undefined });
  // We look again, whatever the program said: another start may have made the account at the same moment.
  const made = findAccount(system.passwd);
  if (!made) {
    throw new Error(
      'PostgreSQL refuses to run as root, there is no account "postgres", ' +
        `and "${OWN_ACCOUNT}" could not be made (${output.trim()}). Start Vintém as an ordinary user, ` +
        'make one of these accounts, or set DATABASE_URL to use a database of your own.',
    );
  }
  log(`made the system account ${OWN_ACCOUNT}, which PostgreSQL runs as`);
  return made;
}

/**
 * An existing cluster keeps its owner: a `postgres` user that is installed later must not lock us out of data
 * of another user.
 */
export async function accountForExistingCluster(cluster: string, log: Log): Promise<Account | undefined> {
  const ownUid = process.getuid?.();
  if (ownUid === undefined) return undefined;
  const { uid, gid } = statSync(cluster);
  if (ownUid !== 0 && uid !== ownUid) {
    const problem = `The database in ${cluster} belongs to user id ${uid}, and this process runs as ${ownUid}.`;
    throw new Error(`${problem} Start Vintém as that user.`);
  }
  if (ownUid !== 0) return undefined;
  if (uid === 0) {
    const wanted = await accountForNewCluster(log);
    throw new Error(
      `The database in ${cluster} belongs to root, and PostgreSQL refuses to run as root. ` +
        `Run: chown -R ${wanted?.uid}:${wanted?.gid} ${cluster}`,
    );
  }
  if (uid === NOBODY_UID && !isServed(cluster)) return takeFromNobody(cluster, log);
  return { uid, gid };
}

/**
 * An earlier version made these files. The directory itself comes last: a start that is killed midway leaves the rest
 * to the next.
 */
async function takeFromNobody(cluster: string, log: Log): Promise<Account | undefined> {
  const account = await accountForNewCluster(log);
  if (!account) return undefined;
  const entries = readdirSync(cluster, { recursive: true }) as string[];
  for (const entry of [...entries, '.']) lchownSync(path.join(cluster, entry), account.uid, account.gid);
  const reason = 'the database files belonged to nobody, an account that any program may use';
  log(`${reason}; now they belong to user id ${account.uid}`);
  return account;
}

/** A killed Node may have left a server running. It is taken over as it is: its files must not change their owner. */
function isServed(cluster: string): boolean {
  const state = readPidFile(cluster);
  return state !== undefined && identify(state.pid, cluster) === 'ours';
}

function findAccount(passwd: string): Account | undefined {
  const users = new Map<string, Account>();
  for (const line of (readIfThere(passwd) ?? '').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return ACCOUNT_NAMES.map((name) => users.get(name)).find((account) => account && account.uid !== 0);
}
