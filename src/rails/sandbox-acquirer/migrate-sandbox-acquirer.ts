import { fileURLToPath } from 'node:url';
import { migrate } from '../../ground/db/migrate.ts';
import type { DbPool } from '../../ground/db/pool.ts';

export const SANDBOX_ACQUIRER = {
  schema: 'sandbox_acquirer' as const,
  folder: fileURLToPath(new URL('../../../db/sandbox-acquirer', import.meta.url)),
};

/** Its own schema, made by the owner of the database: the service itself may not change tables. */
export function migrateSandboxAcquirer(owner: DbPool): Promise<string[]> {
  return migrate(owner, SANDBOX_ACQUIRER.folder, SANDBOX_ACQUIRER.schema);
}
