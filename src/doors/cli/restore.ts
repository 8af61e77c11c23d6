import { type AuditResult, auditLedger } from '../../care/audit/audit-ledger.ts';
import { MIGRATIONS } from '../../care/prepare-database.ts';
import { beginEpoch } from '../../ground/db/begin-epoch.ts';
import { migrate, migrationNames } from '../../ground/db/migrate.ts';
import { readManifest } from '../../ground/embedded-postgres/backup-files.ts';
import { restoreEmbedded } from '../../ground/embedded-postgres/restore.ts';
import { startEmbeddedPostgres } from '../../ground/embedded-postgres/start-embedded-postgres.ts';
import { CliError, command } from './command.ts';
import { onPool, readDataDir } from './database.ts';

export const restore = command({
  name: 'restore',
  description: 'Put a backup of the embedded database into an empty DATA_DIR, and audit its books',
  examples: ['DATA_DIR=/srv/vintem vintem restore --from /var/backups/vintem-monday'],
  args: { from: { type: 'string', required: true, description: 'the folder that vintem backup made' } },
  async run({ from }) {
    const dataDir = readDataDir();
    const log = (line: string) => process.stderr.write(`${line}\n`);
    const { checks, createdAt } = await proveRestore(from, dataDir, log);
    const lines = [
      `restored to ${dataDir} as of ${createdAt}`,
      `the books hold: ${checks} checks`,
      'no id and no reference that was drawn since will be drawn again',
      'the acquirers know what happened since: keep a worker running, and look at vintem reconciliation tomorrow',
      'payouts stand still: compare what left your accounts since, then run vintem payout resume --reason …',
    ];
    return { lines, json: { data_dir: dataDir, created_at: createdAt, checks } };
  },
});

/** Restores into that folder, starts the server on it once, and lets the books prove it. What fails leaves nothing. */
export async function proveRestore(
  from: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<{ checks: number; createdAt: string }> {
  const { migration, vintem, createdAt } = readManifest(from);
  if (!migrationNames(MIGRATIONS).includes(migration))
    throw new CliError(`the backup was made by a newer release, Vintém ${vintem}: restore it with that`);
  let checks = 0;
  const prove = async () => {
    const { held, broken } = await auditRestored(dataDir, log);
    if (broken) throw new CliError(`BROKEN: ${broken.name}: ${JSON.stringify(broken.rows)}`);
    checks = held.length;
  };
  await restoreEmbedded({ from, dataDir, log, prove });
  return { checks, createdAt };
}

async function auditRestored(dataDir: string, log: (line: string) => void): Promise<AuditResult> {
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  try {
    return await onPool(embedded.url, async (db) => {
      await migrate(db, MIGRATIONS);
      await beginEpoch(db, new Date());
      return auditLedger(db);
    });
  } finally {
    await embedded.stop();
  }
}
