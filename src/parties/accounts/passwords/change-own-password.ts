import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { removeOtherSessions, type Session, updateUserVersion } from '../sessions/sessions.sql.ts';
import { findNamesOfUser, type User, updatePassword } from '../users.sql.ts';
import { checkPassword } from './check-password.ts';
import { hashNewPassword } from './new-passwords.ts';

/** Ends every token and session of the user but the session that asked, if it was one. */
export async function changeOwnPassword(
  deps: Deps & WithWebhooks,
  user: User,
  session: Session | null,
  passwords: { current_password: string; new_password: string },
  address: string,
): Promise<void> {
  await checkPassword(deps, user, passwords.current_password, address, 'current_password');
  const names = await findNamesOfUser(deps.db, user);
  const passwordHash = await hashNewPassword(passwords.new_password, [...names, user.email], 'new_password');
  await withTransaction(deps.db, async (tx) => {
    await removeOtherSessions(tx, user, session?.id ?? null);
    const version = await updatePassword(tx, user, passwordHash);
    if (session) await updateUserVersion(tx, user, session.id, version);
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'password.changed',
      object: { kind: 'user', id: user.id },
    });
  });
}
