import type { Db } from '../../ground/db/pool.ts';
import { cancelStatementOf, readBackendId, takeAuditTurn } from './audit-runs.sql.ts';

/** Somebody else audits at this moment, in whichever process. */
export class AuditElsewhere extends Error {}

/**
 * Between the checks of an audit and its snapshot: one audit at a time over all processes, by a lock that ends with the
 * snapshot; and when told to stop, the statement under way is cancelled and none follows.
 */
export async function stoppableSnapshot(db: Db, snapshot: Db, limit: AbortSignal): Promise<Db> {
  limit.throwIfAborted();
  if (!(await takeAuditTurn(snapshot))) throw new AuditElsewhere('another audit is under way');
  const backendId = await readBackendId(snapshot);
  let isRunning = false;
  limit.addEventListener('abort', () => {
    // Only while a statement runs: afterwards the connection may be somebody else's.
    if (isRunning) void cancelStatementOf(db, backendId).catch(() => {});
  });
  return {
    async query(sql, params) {
      limit.throwIfAborted();
      isRunning = true;
      try {
        return await snapshot.query(sql, params);
      } finally {
        isRunning = false;
      }
    },
  };
}
