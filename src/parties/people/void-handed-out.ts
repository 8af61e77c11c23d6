import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { aboutUser } from '../accounts/about-user.ts';
import { removeResetsOfUser } from '../accounts/passwords/password-resets.sql.ts';
import type { Person } from '../accounts/second-factors/second-factors.sql.ts';
import { type SettledKeys, settleKeys } from '../api-keys/settle-keys.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { removeInvitationsBy } from './invitations.sql.ts';

export interface VoidedThings {
  /** How many were withdrawn. */
  invitations: number;
}

/** Ends what somebody has handed out who may not any more: it would lead them, or whoever they chose, back in. */
export async function voidHandedOut(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { user, owner, keep }: { user: Person; owner: Person; keep: readonly number[] },
): Promise<VoidedThings & SettledKeys> {
  const invitations = await removeInvitationsBy(tx, user);
  for (const { id, email, role } of invitations) {
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'invitation.revoked',
      object: { kind: 'invitation', id },
      details: { email, role, invited_by: user.id },
    });
  }
  const count = await removeResetsOfUser(tx, user);
  if (count > 0)
    await recordAudit(deps, tx, { ...aboutUser(user), action: 'password.reset_voided', details: { count } });
  const keys = await settleKeys(deps, tx, { maker: user, heir: owner, keep });
  return { invitations: invitations.length, ...keys };
}
