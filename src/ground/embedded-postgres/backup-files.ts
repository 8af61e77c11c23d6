import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, syncDirectory } from './files.ts';

/** What a backup says about itself. Its files are held against their hashes before a server sees them. */
export interface Manifest {
  format: typeof FORMAT;
  /** The release that made it, and the newest migration in it. */
  vintem: string;
  migration: string;
  postgresMajor: number;
  createdAt: string;
  directories: string[];
  files: BackupFile[];
}

export interface BackupFile {
  /** From the folder of the backup, with forward slashes. */
  path: string;
  size: number;
  sha256: string;
}

export const FORMAT = 1;
const MANIFEST = 'manifest.json';
const CHUNK_BYTES = 1 << 20;
const FULL_ACCESS_FOR_OWNER = 0o700;

export class BackupError extends Error {}

/**
 * Copies one file to disk for good, and says what was copied. Null: the file is gone, as files of a running
 * server may be.
 */
export async function copyHashed(from: string, to: string, name: string): Promise<BackupFile | null> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!source) return null;
  const target = await open(to, 'wx', 0o600);
  try {
    const copied = await pour(source, target);
    await target.sync();
    return { path: name, ...copied };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function pour(source: FileHandle, target: FileHandle): Promise<Omit<BackupFile, 'path'>> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES);
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    await target.writeFile(part);
    size += bytesRead;
  }
}

/** A folder that only its owner may enter. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { mode: FULL_ACCESS_FOR_OWNER });
}

export function isMissingOrEmpty(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found === undefined || (found.isDirectory() && readdirSync(directory).length === 0);
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(path.join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  syncDirectory(folder);
}

export function readManifest(folder: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')) as Partial<Manifest>;
  } catch {
    throw new BackupError(`${folder} is no whole backup: it has no readable ${MANIFEST}`);
  }
  if (manifest.format !== FORMAT)
    throw new BackupError(`${folder} has the format ${manifest.format}, and this release reads ${FORMAT}`);
  const names = [...(manifest.directories ?? []), ...(manifest.files ?? []).map((file) => file.path)];
  for (const name of names) refuseOutside(name);
  return manifest as Manifest;
}

/** A manifest that somebody has changed must not write elsewhere. */
function refuseOutside(name: string): void {
  const parts = name.split('/');
  if (path.isAbsolute(name) || name.includes('\\') || parts.includes('..') || parts.includes(''))
    throw new BackupError(`the manifest names a file outside of the backup: ${name}`);
}
