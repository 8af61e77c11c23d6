import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { checkEmail, readAccountName } from '../accounts/account.rules.ts';
import { endOfInvitation, invitationUrl } from '../accounts/account-links.rules.ts';
import { insistOnUser } from '../accounts/insist-on-user.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import type { Role } from '../accounts/permissions.rules.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { countUsersOfMerchant, findUserByEmail, type User } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
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
