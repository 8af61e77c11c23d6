import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { insistOnUser } from '../accounts/insist-on-user.ts';
import { removeOtherSessions } from '../accounts/sessions/sessions.sql.ts';
import { type User, updateRoleAndStatus } from '../accounts/users.sql.ts';
import { bothSides } from '../audit-log/audit-log.rules.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { unknownUser } from '../people/people.rules.ts';
import { voidHandedOut } from '../people/void-handed-out.ts';
import type { OperatorRole } from './operator-acts.rules.ts';
import { findOperator, type ListedOperator, listOperators } from './operators.ts';

export interface OperatorChanges {
  role?: OperatorRole;
  status?: ListedOperator['status'];
}

/**
 * Changes what an operator may do, or whether they may log in at all; their sessions end, and what they have handed
 * out: invitations, links, tokens. `by` is null at the command line, which always finds a way back in.
 */
export async function changeOperator(
  deps: Pick<Deps, 'db' | 'clock'>,
  by: User | null,
  id: number,
  changes: OperatorChanges,
): Promise<ListedOperator> {
  return withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, INSTALLATION);
    if (by) await insistOnUser(tx, by);
    const before = await findOperator(tx, id);
    if (!before) throw unknownUser(id);
    const after = { ...before, ...changes };
    if (after.role === before.role && after.status === before.status) return before;
    if (by) refuseLosingLastAdmin(await listOperators(tx), after);
    const person = { id, merchant_id: INSTALLATION };
    await updateRoleAndStatus(tx, INSTALLATION, after);
    await removeOtherSessions(tx, person, null);
    await voidHandedOut(deps, tx, { user: person, owner: person, keep: [] });
    const { role, status } = before;
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'user.changed',
      object: { kind: 'user', id },
      details: bothSides({ role, status }, { role: after.role, status: after.status }),
    });
    return after;
  });
}

/** Without one nobody at the console could ever invite another. */
function refuseLosingLastAdmin(operators: readonly ListedOperator[], after: ListedOperator): void {
  const admins = operators.map((one) => (one.id === after.id ? after : one)).filter(isActiveAdmin);
  if (admins.length === 0)
    throw new ApiError('LAST_OWNER', 'this is the last active administrator: make somebody else one first');
}

const isActiveAdmin = ({ role, status }: ListedOperator) => role === 'ADMIN' && status === 'ACTIVE';
