import type { Deps } from '../../ground/deps.ts';
import { CHUNK_SIZE, workInChunks } from '../../ground/queues/chunks.ts';
import { forgetEntries } from './audit-log.sql.ts';

const DAY_MS = 86_400_000;

/** What is older than the setting says. Says whether there is more. */
export async function forgetAuditLog({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const olderThan = new Date(clock.realNow().getTime() - config.auditLogDays * DAY_MS);
  return !(await workInChunks<null>(db, async (tx) => ({
    count: await forgetEntries(tx, olderThan, CHUNK_SIZE),
    last: null,
  })));
}
