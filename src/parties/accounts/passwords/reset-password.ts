import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { type Entrance, entranceOf } from '../../merchants/installation.rules.ts';
import { aboutUser } from '../about-user.ts';
import { invalidLink } from '../account-links.rules.ts';
import { hashOfToken } from '../sessions/open-session.ts';
import { removeOtherSessions } from '../sessions/sessions.sql.ts';
import { findNamesOfUser, updatePassword } from '../users.sql.ts';
import { hashNewPassword } from './new-passwords.ts';
import { findLiveReset, lockLiveReset, removeResetsOfUser } from './password-resets.sql.ts';
import { inPasswordSlot } from './passwords.ts';

/**
 * Sets the password of whoever holds the link, once, and ends every session, token and other link of theirs. It logs
 * nobody in: the second factor is asked for at the login, as always.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  address: string,
  entrance: Entrance = 'dashboard',
): Promise<void> {
  const tokenHash = hashOfToken(token);
  const found = await findLiveReset(deps.db, tokenHash, deps.clock.realNow());
  if (!found || entranceOf(found.user) !== entrance) throw invalidLink();
  const { email } = found.user;
  const names = await findNamesOfUser(deps.db, found.user);
  const passwordHash = await inPasswordSlot({ account: email, address }, () =>
    hashNewPassword(password, [...names, email]),
  );
  await withTransaction(deps.db, async (tx) => {
    const reset = await lockLiveReset(tx, tokenHash, deps.clock.realNow());
    if (!reset) throw invalidLink();
    await removeResetsOfUser(tx, reset.user);
    await removeOtherSessions(tx, reset.user, null);
    await updatePassword(tx, reset.user, passwordHash);
    await recordAudit(deps, tx, { ...aboutUser(reset.user), action: 'password.changed', details: { by: 'link' } });
  });
}
