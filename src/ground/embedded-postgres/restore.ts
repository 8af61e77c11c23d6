import { existsSync, lchownSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Account, prepareDataDir } from './account.ts';
import { BackupError, copyHashed, isMissingOrEmpty, type Manifest, makePrivate, readManifest } from './backup-files.ts';
import { findBinaries } from './binaries.ts';
import { clusterDirectory, passwordFile } from './cluster.ts';
import { randomSuffix, syncDirectory } from './files.ts';
import { acquireLock } from './lock.ts';
import { accountForNewCluster } from './owner.ts';
import { LOCK_FILE } from './start-embedded-postgres.ts';

export interface RestoreOptions {
  from: string;
  /** Made by the restore; must not be there yet, or be empty. */
  dataDir: string;
  log: (message: string) => void;
  /** Tries what was restored; a failure takes the restore back. */
  prove: () => Promise<void>;
}

const CLUSTER = 'postgres';
const PASSWORD = 'postgres.password';

/**
 * Puts a backup where a server can start on it: every file is held against its hash on the way. The next start replays
 * the log that came with it.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<void> {
  const { dataDir } = options;
  if (!isMissingOrEmpty(dataDir)) throw new BackupError(`${dataDir} is not empty, and a restore overwrites nothing`);
  const wasThere = existsSync(dataDir);
  try {
    await restoreInto(prepareDataDir(dataDir), options);
    await options.prove();
  } catch (error) {
    // The folder was empty, so that everything in it is ours.
    const made = wasThere ? readdirSync(dataDir).map((name) => path.join(dataDir, name)) : [dataDir];
    for (const entry of made) rmSync(entry, { recursive: true, force: true });
    throw error;
  }
}

async function restoreInto(home: string, { from, log }: RestoreOptions): Promise<void> {
  const manifest = readManifest(from);
  const account = await accountForNewCluster(log);
  const { majorVersion } = await findBinaries(home, account, log);
  if (manifest.postgresMajor !== majorVersion)
    throw new BackupError(
      `PostgreSQL ${manifest.postgresMajor} made the backup, but ${majorVersion} is installed: ` +
        `restore it with Vintém ${manifest.vintem}`,
    );
  // Nobody starts a server here before everything is in its place.
  const lock = await acquireLock(path.join(home, LOCK_FILE));
  const draft = path.join(home, `restore-${randomSuffix()}`);
  try {
    await copyBack(from, draft, manifest, account);
    // The password first: whatever has a cluster has its password.
    renameSync(path.join(draft, PASSWORD), passwordFile(home));
    renameSync(path.join(draft, CLUSTER), clusterDirectory(home));
    rmSync(draft, { recursive: true });
    syncDirectory(home);
  } finally {
    lock.release();
  }
}

async function copyBack(from: string, draft: string, manifest: Manifest, account: Account | undefined): Promise<void> {
  makePrivate(draft);
  const own = (name: string) => {
    if (account && name !== PASSWORD) lchownSync(path.join(draft, name), account.uid, account.gid);
  };
  for (const name of manifest.directories) makePrivate(path.join(draft, name));
  for (const file of manifest.files) {
    const copied = await copyHashed(path.join(from, file.path), path.join(draft, file.path), file.path);
    if (copied?.sha256 !== file.sha256)
      throw new BackupError(`${file.path} is ${copied ? 'not what it was when the backup was made' : 'missing'}`);
    own(file.path);
  }
  for (const name of manifest.directories) {
    own(name);
    syncDirectory(path.join(draft, name));
  }
}
