import type { Deps } from '../../ground/deps.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';
import { nameOwnersOfRefunds } from './refund-list.sql.ts';

/**
 * Refunds from before their merchant was stored with them get it, so that lists find them. Once it has found none, it
 * has nothing to do for good, and a later release can do without it.
 */
export async function nameRefundOwners({ db }: Deps): Promise<boolean> {
  return !(await workInChunks(db, nameOwnersOfRefunds));
}
