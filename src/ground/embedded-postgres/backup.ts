import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  BackupError,
  type BackupFile,
  copyHashed,
  FORMAT,
  isMissingOrEmpty,
  type Manifest,
  makePrivate,
  writeManifest,
} from './backup-files.ts';
import { clusterDirectory, passwordFile } from './cluster.ts';
import { randomSuffix, syncDirectory, writeDurably } from './files.ts';

export interface BackupOptions {
  dataDir: string;
  /** The server that runs on it, as its owner. */
  url: string;
  /** Made by the backup; must not be there yet, or be empty. */
  to: string;
  vintem: string;
  migration: string;
  createdAt: Date;
}

/** Their content belongs to the running server; a copy begins with empty ones. */
const EMPTY_IN_A_COPY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const OF_THE_RUNNING_SERVER = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init(?:\.\d+)?|pgsql_tmp.*)$/;
/** It says where recovery begins, so it is copied when everything else is there. */
const LAST = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;
const CLUSTER = 'postgres';
const PASSWORD = 'postgres.password';

interface Span {
  /** The first and the last file of the log without which the copy is not whole. */
  firstSegment: string;
  lastSegment: string;
  label: string;
}

/**
 * A base backup as PostgreSQL defines it: files are copied while the server writes, between pg_backup_start and
 * pg_backup_stop, together with the log of that time, which makes them whole. The embedded programs have no
 * pg_basebackup, which does the same over a connection. Nothing appears under its name before it is complete.
 */
export async function backUpEmbedded(options: BackupOptions): Promise<Manifest> {
  const to = path.resolve(options.to);
  if (!isMissingOrEmpty(to)) throw new BackupError(`${to} is there already, and a backup overwrites nothing`);
  const draft = `${to}.unfinished-${randomSuffix()}`;
  makePrivate(draft);
  try {
    const manifest = await copyRunning(options, draft);
    await writeManifest(draft, manifest);
    renameSync(draft, to);
    syncDirectory(path.dirname(to));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

async function copyRunning(options: BackupOptions, draft: string): Promise<Manifest> {
  const cluster = clusterDirectory(options.dataDir);
  if (readdirSync(path.join(cluster, 'pg_tblspc')).length > 0)
    throw new BackupError('the database has tablespaces outside of DATA_DIR, which a backup does not reach');
  const client = new pg.Client({ connectionString: options.url, application_name: 'vintem-backup' });
  let lost: Error | null = null;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    const firstSegment = await beginBackup(client);
    const copy = await copyCluster(cluster, draft);
    if (lost) throw lost;
    const span = await endBackup(client, firstSegment);
    const files = [...copy.files, ...(await copyLog(cluster, draft, span))];
    files.push(await copyKnown(passwordFile(options.dataDir), path.join(draft, PASSWORD), PASSWORD));
    files.push(writeLabel(draft, span.label));
    const { rows } = await client.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::integer / 10000 AS major",
    );
    const { vintem, migration, createdAt } = options;
    return {
      format: FORMAT,
      vintem,
      migration,
      postgresMajor: rows[0]?.major ?? 0,
      createdAt: createdAt.toISOString(),
      directories: copy.directories,
      files,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

/** The slot ends with the session. Until then the server keeps the log that the copy will need. */
async function beginBackup(client: pg.Client): Promise<string> {
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`vintem_backup_${randomSuffix()}`]);
  const { rows } = await client.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_backup_start('vintem', fast => true)) AS segment",
  );
  return rows[0]?.segment ?? '';
}

async function endBackup(client: pg.Client, firstSegment: string): Promise<Span> {
  const { rows } = await client.query<{ segment: string; label: string }>(
    'SELECT pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
  );
  return { firstSegment, lastSegment: rows[0]?.segment ?? '', label: rows[0]?.label ?? '' };
}

interface Copied {
  directories: string[];
  files: BackupFile[];
}

async function copyCluster(cluster: string, draft: string): Promise<Copied> {
  const copied: Copied = { directories: [], files: [] };
  await copyTree(cluster, draft, CLUSTER, copied);
  copied.files.push(await copyKnown(path.join(cluster, LAST), path.join(draft, CLUSTER, LAST), `${CLUSTER}/${LAST}`));
  return copied;
}

async function copyTree(from: string, draft: string, name: string, copied: Copied): Promise<void> {
  makePrivate(path.join(draft, name));
  copied.directories.push(name);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const inside = `${name}/${entry.name}`;
    if (OF_THE_RUNNING_SERVER.test(entry.name) || inside === `${CLUSTER}/${LAST}`) continue;
    if (entry.isDirectory()) {
      if (EMPTY_IN_A_COPY.has(entry.name)) {
        makePrivate(path.join(draft, inside));
        copied.directories.push(inside);
      } else await copyTree(path.join(from, entry.name), draft, inside, copied);
    } else if (entry.isFile()) {
      const file = await copyHashed(path.join(from, entry.name), path.join(draft, inside), inside);
      if (file) copied.files.push(file);
    }
  }
  syncDirectory(path.join(draft, name));
}

async function copyLog(cluster: string, draft: string, { firstSegment, lastSegment }: Span): Promise<BackupFile[]> {
  const segments = readdirSync(path.join(cluster, 'pg_wal'))
    .filter((name) => SEGMENT.test(name) && name >= firstSegment && name <= lastSegment)
    .sort();
  if (segments[0] !== firstSegment || segments.at(-1) !== lastSegment)
    throw new BackupError(`the log from ${firstSegment} to ${lastSegment} is not all there any more: try again`);
  const files: BackupFile[] = [];
  for (const name of segments) {
    const inside = `${CLUSTER}/pg_wal/${name}`;
    files.push(await copyKnown(path.join(cluster, 'pg_wal', name), path.join(draft, inside), inside));
  }
  return files;
}

/** A copy of a file that must be there. */
async function copyKnown(from: string, to: string, name: string): Promise<BackupFile> {
  const file = await copyHashed(from, to, name);
  if (!file) throw new BackupError(`${from} is missing, without which a backup cannot be restored`);
  return file;
}

/** It tells the server that starts on the copy where to begin, and that it must not end before the copy is whole. */
function writeLabel(draft: string, label: string): BackupFile {
  const name = `${CLUSTER}/backup_label`;
  writeDurably(path.join(draft, name), label);
  return { path: name, size: Buffer.byteLength(label), sha256: createHash('sha256').update(label).digest('hex') };
}
