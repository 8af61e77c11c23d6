import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

export function randomSuffix(): string {
  return randomBytes(6).toString('hex');
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes the file whole or not at all, even in a power loss. Only its owner may read it. */
export function writeDurably(file: string, text: string): void {
  const draft = `${file}.${randomSuffix()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncDirectory(path.dirname(file));
}

/** A rename survives a power loss only once the directory that holds the name is on disk. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return; // Windows cannot open directories.
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
