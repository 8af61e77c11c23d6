import { recordAudit } from '../audit-log/record-audit.ts';
import { checkEmail, readAccountName } from '../auth/account.rules.ts';
import { insistOnUser } from '../auth/insist-on-user.ts';
import { normalizeEmail } from '../auth/log-in.ts';
import type { Role } from '../auth/permissions.rules.ts';
import { countUsersOfMerchant, findUserByEmail, type User } from '../auth/users.sql.ts';
import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { hashOfToken } from '../sessions/open-session.ts';
import { endOfInvitation, invitationUrl } from './account-links.rules.ts';
import { countPendingInvitations, type Invitation, replaceInvitation } from './invitations.sql.ts';
import { MOST_PENDING_INVITATIONS, refuseSurplusUsers } from './people.rules.ts';

/** Invites somebody to a merchant. Whether the e-mail belongs to a user of another merchant is not told here. */
export async function inviteUser(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'config'>,
  inviter: User,
  wanted: { email: string; name?: string; role: Role },
): Promise<{ invitation: Invitation; url: string }> {
  const email = normalizeEmail(wanted.email);
  checkEmail(email);
  const name = wanted.name === undefined ? null : readAccountName(wanted.name);
  const { id: invitedBy, merchant_id: merchantId } = inviter;
  const token = deps.ids.accountLinkToken();
  const at = deps.clock.realNow();
  const invitation = await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await insistOnUser(tx, inviter);
    if ((await findUserByEmail(tx, email))?.merchant_id === merchantId)
      throw invalidField('email', 'belongs to one of your users already');
    const pending = await countPendingInvitations(tx, merchantId, { besides: email, at });
    if (pending >= MOST_PENDING_INVITATIONS)
      throw new ApiError('INVITATION_LIMIT', `at most ${MOST_PENDING_INVITATIONS} invitations are pending at a time`, {
        details: { maximum: MOST_PENDING_INVITATIONS },
      });
    refuseSurplusUsers((await countUsersOfMerchant(tx, merchantId)).all + pending);
    const addressee = { merchantId, merchantName: null, email, name, role: wanted.role, invitedBy };
    const made = await replaceInvitation(tx, {
      ...addressee,
      tokenHash: hashOfToken(token),
      at,
      expiresAt: endOfInvitation(at),
    });
    await recordAudit(deps, tx, {
      merchantId,
      action: 'user.invited',
      object: { kind: 'invitation', id: made.id },
      details: { email, role: wanted.role },
    });
    return made;
  });
  return { invitation, url: invitationUrl(deps.config.publicUrl, token) };
}
