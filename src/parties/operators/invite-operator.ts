import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { checkEmail, readAccountName } from '../accounts/account.rules.ts';
import { endOfInvitation, invitationUrl } from '../accounts/account-links.rules.ts';
import { insistOnUser } from '../accounts/insist-on-user.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { addressOfEntrance } from '../accounts/sessions/session-cookie.ts';
import { countUsersOfMerchant, findUserByEmail, type User } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { type Invitation, replaceInvitation } from '../people/invitations.sql.ts';
import { refuseSurplusUsers } from '../people/people.rules.ts';
import type { OperatorRole } from './operator-acts.rules.ts';

export interface WantedOperator {
  email: string;
  name?: string;
  role: OperatorRole;
}

/** Invites somebody to run the installation. `inviter` is null at the command line. */
export async function inviteOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'config'>,
  inviter: User | null,
  wanted: WantedOperator,
): Promise<{ invitation: Invitation; url: string }> {
  const email = normalizeEmail(wanted.email);
  checkEmail(email);
  const name = wanted.name === undefined ? null : readAccountName(wanted.name);
  const token = deps.ids.accountLinkToken();
  const at = deps.clock.realNow();
  const invitation = await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, INSTALLATION);
    if (inviter) await insistOnUser(tx, inviter);
    if (await findUserByEmail(tx, email, 'console')) throw invalidField('email', 'belongs to an operator already');
    refuseSurplusUsers((await countUsersOfMerchant(tx, INSTALLATION)).all);
    const made = await replaceInvitation(tx, {
      tokenHash: hashOfToken(token),
      merchantId: INSTALLATION,
      merchantName: null,
      email,
      name,
      role: wanted.role,
      invitedBy: inviter?.id ?? null,
      at,
      expiresAt: endOfInvitation(at),
    });
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'user.invited',
      object: { kind: 'invitation', id: made.id },
      details: { email, role: wanted.role },
    });
    return made;
  });
  return { invitation, url: invitationUrl(addressOfEntrance(deps.config, 'console'), token, 'operator') };
}
