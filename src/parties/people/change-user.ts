import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { insistOnUser } from '../accounts/insist-on-user.ts';
import { removeOtherSessions } from '../accounts/sessions/sessions.sql.ts';
import {
  countUsersOfMerchant,
  findUserOfMerchant,
  type ListedUser,
  type User,
  updateRoleAndStatus,
} from '../accounts/users.sql.ts';
import type { SettledKeys } from '../api-keys/settle-keys.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { mayHandOut, refuseLosingLastOwner, unknownUser } from './people.rules.ts';
import { type VoidedThings, voidHandedOut } from './void-handed-out.ts';

export interface UserChanges {
  role?: ListedUser['role'];
  status?: ListedUser['status'];
}

export interface ChangedUser extends ListedUser {
  handedOut: VoidedThings & SettledKeys;
}

const NOTHING = { invitations: 0, kept: [], revoked: [] };

/**
 * Changes what a user may do, or whether they may log in at all, and ends their sessions and tokens. What they have
 * handed out beyond their new rights ends with it, but for the keys that the owner who does this keeps. Judged under
 * the merchant's lock: of two owners who take each other's role away at once, one stays.
 */
export async function changeUser(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: User,
  userId: number,
  changes: UserChanges,
  keep: readonly number[] = [],
): Promise<ChangedUser> {
  const { merchant_id: merchantId } = owner;
  return withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await insistOnUser(tx, owner);
    const before = await findUserOfMerchant(tx, merchantId, userId);
    if (!before) throw unknownUser(userId);
    const after = { ...before, ...changes };
    if (after.role === before.role && after.status === before.status) return { ...before, handedOut: NOTHING };
    refuseLosingLastOwner(before, after, (await countUsersOfMerchant(tx, merchantId)).owners);
    const user = { id: userId, merchant_id: merchantId };
    await updateRoleAndStatus(tx, merchantId, after);
    await removeOtherSessions(tx, user, null);
    await recordAudit(deps, tx, {
      merchantId,
      action: 'user.changed',
      object: { kind: 'user', id: userId },
      details: { role: after.role, role_before: before.role, status: after.status, status_before: before.status },
    });
    if (mayHandOut(after)) return { ...after, handedOut: NOTHING };
    return { ...after, handedOut: await voidHandedOut(deps, tx, { user, owner, keep }) };
  });
}
