import { existsSync, realpathSync } from 'node:fs';
import { clusterDirectory, readPassword } from './cluster.ts';
import { answersAs, connectionUrl } from './connection.ts';
import { sleep } from './files.ts';
import { identify, readPidFile } from './process.ts';

const DATABASE = 'vintem';
const POLL_MS = 100;
/** A server that is just starting becomes ready within this time, unless it recovers from a crash. */
const READY_LIMIT_MS = 10_000;

/** The address of the PostgreSQL that runs on a data directory, whoever started it, or null when none runs. */
export async function findRunningEmbedded(dataDir: string): Promise<string | null> {
  if (!existsSync(dataDir)) return null;
  const home = realpathSync(dataDir);
  const cluster = clusterDirectory(home);
  const deadline = Date.now() + READY_LIMIT_MS;
  while (Date.now() < deadline) {
    const state = readPidFile(cluster);
    if (!state || ['gone', 'stranger'].includes(identify(state.pid, cluster))) return null;
    const password = readPassword(home);
    // The password is given only to the process that the lock file of this directory names.
    if (password && state.ready && (await answersAs(state.pid, state.port, password)))
      return connectionUrl(state.port, password, DATABASE);
    await sleep(POLL_MS);
  }
  return null;
}
