import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { noteBackup } from '../../care/backups/note-backup.ts';
import { newestApplied } from '../../ground/db/migrate.ts';
import { backUpEmbedded } from '../../ground/embedded-postgres/backup.ts';
import { CliError, command } from './command.ts';
import { withEmbedded } from './database.ts';
import { proveRestore } from './restore.ts';
import { readVersion } from './version.ts';

const BYTES_IN_MB = 1_000_000;
/** The SQLSTATE of undefined_table: the database is of a release that noted nothing. */
const NO_SUCH_TABLE = '42P01';

export const backup = command({
  name: 'backup',
  description: 'Copy the embedded database, also while it serves, and prove that the copy can be restored',
  examples: ['vintem backup --to /var/backups/vintem-monday'],
  args: {
    to: { type: 'string', required: true, description: 'the folder to make; must not be there yet' },
    unproved: { type: 'boolean', description: 'do not restore the copy once to audit it' },
  },
  run: ({ to, unproved }) =>
    withEmbedded(async ({ dataDir, url, db }) => {
      const log = (line: string) => process.stderr.write(`${line}\n`);
      const [migration, createdAt] = [await newestApplied(db), new Date()];
      const manifest = await backUpEmbedded({ dataDir, url, to, vintem: readVersion(), migration, createdAt });
      const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
      const made = `backed up to ${to}: ${manifest.files.length} files, ${Math.ceil(bytes / BYTES_IN_MB)} MB`;
      const checks = unproved ? null : await prove(to, log);
      const noted = { madeAt: createdAt, madeBy: 'vintem' as const, isProved: checks !== null, bytes };
      await noteBackup(db, noted, new Date()).catch((error: { code?: string }) => {
        if (error.code !== NO_SUCH_TABLE) throw error;
      });
      const lines = [made, checks === null ? 'not proved' : `proved by a restore: the books hold, ${checks} checks`];
      return { lines, json: { to, files: manifest.files.length, bytes, checks } };
    }),
});

/** A backup that was never restored is a hope. The trial is made beside it, where there is room for a second one. */
async function prove(to: string, log: (line: string) => void): Promise<number> {
  const trial = mkdtempSync(`${path.resolve(to)}.trial-`);
  try {
    return (await proveRestore(to, trial, log)).checks;
  } catch (error) {
    throw new CliError(`the backup in ${to} is there but does not restore: ${(error as Error).message}`);
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}
