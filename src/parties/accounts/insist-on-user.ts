import type { Tx } from '../../ground/db/transaction.ts';
import { ApiError } from '../../ground/errors.ts';
import { findActiveUser, type User } from './users.sql.ts';

/**
 * Who asks was looked up up to five seconds ago. Whatever hands rights out asks again, under the lock of whoever takes
 * rights away: nothing is handed out after that.
 */
export async function insistOnUser(tx: Tx, { id, version }: User): Promise<void> {
  if (await findActiveUser(tx, id, version)) return;
  throw new ApiError('UNAUTHORIZED', 'what you may do has changed meanwhile: log in again');
}
