import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import {
  endOfSignUp,
  invitationUrl,
  MOST_SIGN_UPS_COUNTED,
  signUpsCountedSince,
} from '../accounts/account-links.rules.ts';
import { knownAccountMail, signUpMail } from '../accounts/account-mails.rules.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import type { PostOffice } from '../accounts/post-office.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { findUserByEmail } from '../accounts/users.sql.ts';
import { countSignUpsInTurn, insertSignUp } from './invitations.sql.ts';

/**
 * Mails a link by which whoever reads that mailbox begins a merchant. Whoever has an account already is told so there,
 * and nowhere else. Was enough sent already, nothing happens.
 */
export async function askToSignUp(deps: Deps, postOffice: PostOffice, typed: string): Promise<void> {
  const email = normalizeEmail(typed);
  const token = deps.ids.accountLinkToken();
  const at = deps.clock.realNow();
  const isAsked = await withTransaction(deps.db, async (tx) => {
    if ((await countSignUpsInTurn(tx, email, signUpsCountedSince(at))) >= MOST_SIGN_UPS_COUNTED) return false;
    await insertSignUp(tx, { tokenHash: hashOfToken(token), email, at, expiresAt: endOfSignUp(at) });
    return true;
  });
  if (!isAsked) return;
  const { publicUrl } = deps.config;
  const hasAccount = (await findUserByEmail(deps.db, email)) !== null;
  const mail = hasAccount ? knownAccountMail(publicUrl) : signUpMail(invitationUrl(publicUrl, token));
  await postOffice.send(email, mail);
}
