import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { checkEmail, readAccountName } from '../accounts/account.rules.ts';
import { endOfInvitation, invitationUrl } from '../accounts/account-links.rules.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { findUserByEmail } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import { type Invitation, replaceInvitation } from './invitations.sql.ts';

/** Invites somebody to begin a merchant: nothing of it exists before the link is accepted. For the operator. */
export async function inviteMerchant(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'config'>,
  wanted: { name: string; email: string },
): Promise<{ invitation: Invitation; url: string }> {
  const merchantName = readAccountName(wanted.name);
  const email = normalizeEmail(wanted.email);
  checkEmail(email);
  const token = deps.ids.accountLinkToken();
  const at = deps.clock.realNow();
  const invitation = await withTransaction(deps.db, async (tx) => {
    if (await findUserByEmail(tx, email)) throw invalidField('email', 'is taken by another user');
    const made = await replaceInvitation(tx, {
      tokenHash: hashOfToken(token),
      merchantId: null,
      merchantName,
      email,
      name: null,
      role: 'OWNER',
      invitedBy: null,
      at,
      expiresAt: endOfInvitation(at),
    });
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'merchant.invited',
      object: { kind: 'invitation', id: made.id },
      details: { name: merchantName },
    });
    return made;
  });
  return { invitation, url: invitationUrl(deps.config.publicUrl, token) };
}
