import { countUsersOfMerchant, findUserOfMerchant, type ListedUser, updateRoleAndStatus } from '../auth/users.sql.ts';
import { removeOtherSessions } from '../dashboard/sessions.sql.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { refuseLosingLastOwner, unknownUser } from './people.rules.ts';

/**
 * Changes what a user may do, or whether they may log in at all, and ends their sessions and tokens. Judged under the
 * merchant's lock: of two owners who take each other's role away at once, one stays.
 */
export async function changeUser(
  deps: Pick<Deps, 'db'>,
  merchantId: number,
  userId: number,
  changes: Partial<Pick<ListedUser, 'role' | 'status'>>,
): Promise<ListedUser> {
  return withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    const before = await findUserOfMerchant(tx, merchantId, userId);
    if (!before) throw unknownUser(userId);
    const after = { ...before, ...changes };
    if (after.role === before.role && after.status === before.status) return before;
    refuseLosingLastOwner(before, after, (await countUsersOfMerchant(tx, merchantId)).owners);
    await updateRoleAndStatus(tx, merchantId, after);
    await removeOtherSessions(tx, { id: userId, merchant_id: merchantId }, null);
    return after;
  });
}
