import { fileURLToPath } from 'node:url';
import { storeKeptDays } from './audit-log/keeping.sql.ts';
import { migrate } from './db/migrate.ts';
import type { DbPool } from './db/pool.ts';
import { grantToRole } from './db/service-role.ts';
import type { MigratedSchema } from './db/service-standing.ts';
import { migrateSandboxAcquirer, SANDBOX_ACQUIRER } from './sandbox-acquirer/migrate-sandbox-acquirer.ts';

export const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));

export interface Preparation {
  mode: 'sandbox' | 'live';
  /** The role that the service connects as, where it is another than the owner. */
  serviceRole: string | null;
  /** For how many days the audit log is kept at least; null leaves it as it is. */
  auditLogDays: number | null;
  onFile?: (name: string) => void;
}

/** What a process of this mode needs in its database. */
export function schemasOf(mode: Preparation['mode']): MigratedSchema[] {
  const own = { schema: 'public', folder: MIGRATIONS };
  return mode === 'sandbox' ? [own, SANDBOX_ACQUIRER] : [own];
}

/** All that only the owner of the tables can do: migrations, what the service may do, what it may not forget. */
export async function prepareDatabase(owner: DbPool, wanted: Preparation): Promise<string[]> {
  const applied = await migrate(owner, MIGRATIONS, 'public', undefined, wanted.onFile);
  if (wanted.mode === 'sandbox') await migrateSandboxAcquirer(owner);
  if (wanted.serviceRole !== null) await grantToRole(owner, wanted.serviceRole, ['public', SANDBOX_ACQUIRER.schema]);
  if (wanted.auditLogDays !== null) await storeKeptDays(owner, wanted.auditLogDays);
  return applied;
}
