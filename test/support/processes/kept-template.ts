import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDataDirectory } from './data-directory.ts';

/** `TEST_IDS_ABOVE=2e12 npm test` runs everything as in a cell whose identities are large numbers. */
export const IDS_ABOVE = Number(process.env['TEST_IDS_ABOVE'] ?? 0);

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const KEPT = root('node_modules/.cache/test-databases');
/** What a prepared data directory follows from: the migrations, the server, and how it is prepared. */
const MADE_FROM = ['db/migrations', 'db/sandbox-acquirer', 'test/support/processes/cluster.ts', 'package-lock.json'];

/**
 * A prepared data directory from a former run, copied into an empty folder. False when there is none that fits, or
 * nobody may read it: then it has to be made.
 */
export function takeKeptTemplate(to: string): boolean {
  try {
    copyDataDirectory(join(KEPT, nameOfTemplate()), to);
    return true;
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { mode: 0o700 });
    if (['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Keeps it for the next run, in place of all others; whole or not at all. Where nobody may write, nothing is kept. */
export function keepTemplate(from: string): void {
  const kept = join(KEPT, nameOfTemplate());
  const draft = `${kept}.${process.pid}`;
  try {
    rmSync(KEPT, { recursive: true, force: true });
    mkdirSync(KEPT, { recursive: true });
    copyDataDirectory(from, draft);
    renameSync(draft, kept);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}

/** Contents decide, and who runs it: files of another user are of no use. */
function nameOfTemplate(): string {
  const hash = createHash('sha256').update(`${process.getuid?.()} ${IDS_ABOVE}`);
  for (const path of MADE_FROM.map(root))
    for (const file of statSync(path).isDirectory()
      ? readdirSync(path)
          .sort()
          .map((name) => resolve(path, name))
      : [path])
      hash.update(file.slice(root('').length)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}
