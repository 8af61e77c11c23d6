import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../ground/config.ts';
import { migrate } from '../ground/db/migrate.ts';
import { type DbPool, openPool } from '../ground/db/pool.ts';
import { grantToRole } from '../ground/db/service-role.ts';
import { type MigratedSchema, mayMigrate } from '../ground/db/service-standing.ts';
import { refuseToServeOtherCell, settleInCell } from '../ground/db/settle-in-cell.ts';
import { findKeptDays, storeKeptDays } from '../parties/audit-log/keeping.sql.ts';
import { migrateSandboxAcquirer, SANDBOX_ACQUIRER } from '../rails/sandbox-acquirer/migrate-sandbox-acquirer.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

export interface Preparation {
  mode: 'sandbox' | 'live';
  /** The role that the service connects as, where it is another than the owner. */
  serviceRole: string | null;
  /** For how many days the audit log is kept at least; null leaves it as it is. */
  auditLogDays: number | null;
  /** The number of the installation; null leaves it as it is. */
  cell: number | null;
  onFile?: (name: string) => void;
}

/** What a process of this mode needs in its database. */
export function schemasOf(mode: Preparation['mode']): MigratedSchema[] {
  const own = { schema: 'public', folder: MIGRATIONS } as const;
  return mode === 'sandbox' ? [own, SANDBOX_ACQUIRER] : [own];
}

/** All that only the owner of the tables can do: migrations, what the service may do, what it may not forget. */
export async function prepareDatabase(owner: DbPool, wanted: Preparation): Promise<string[]> {
  const applied = await migrate(owner, MIGRATIONS, 'public', undefined, wanted.onFile);
  if (wanted.mode === 'sandbox') await migrateSandboxAcquirer(owner);
  await settleInCell(owner, wanted.cell);
  if (wanted.serviceRole !== null) await grantToRole(owner, wanted.serviceRole, ['public', SANDBOX_ACQUIRER.schema]);
  if (wanted.auditLogDays !== null) await storeKeptDays(owner, wanted.auditLogDays);
  return applied;
}

/** Where a start migrates. */
export interface MigratingAddresses {
  /** Migrations, which keep a session for themselves, connect here: past a pooler, as the owner if there is one. */
  migrateUrl: string;
  /** The owner of the tables connects here; null where the service itself owns them, or does not know the owner. */
  ownerUrl: string | null;
}

/**
 * The owner migrates and then grants access to the service; a service that may not migrate starts where that was done
 * before. A migration may take longer than any request.
 */
export async function bringUpToDate(
  { ownerUrl, migrateUrl }: MigratingAddresses,
  config: Config,
  service: DbPool,
  log: Logger,
): Promise<string[]> {
  const owner = openPool({
    url: migrateUrl,
    max: 1,
    applicationName: 'vintem-migrate',
    onError: () => {},
    isPatient: true,
  });
  try {
    if (!ownerUrl && !(await mayMigrate(owner, schemasOf(config.mode)))) {
      await refuseToServeOtherCell(service, config.cell);
      await warnOfOtherKeeping(service, config, log);
      return [];
    }
    const serviceRole = ownerUrl && (await findRole(service));
    return await prepareDatabase(owner, { ...config, serviceRole });
  } finally {
    await owner.close();
  }
}

async function findRole(service: DbPool): Promise<string> {
  const [is] = await service.query<{ role: string }>('SELECT current_user::text AS role');
  return is?.role ?? '';
}

/** Where another one migrates, the setting of this process may ask for less than the database lets it forget. */
async function warnOfOtherKeeping(db: DbPool, { auditLogDays }: Config, log: Logger): Promise<void> {
  const keptDays = await findKeptDays(db);
  if (keptDays !== null && auditLogDays < keptDays)
    log.warn({ auditLogDays, keptDays }, 'the audit log is kept longer here: run vintem migrate with AUDIT_LOG_DAYS');
}
