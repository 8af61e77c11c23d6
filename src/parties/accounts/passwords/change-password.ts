import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { invalidField } from '../../../ground/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { checkEmail } from '../account.rules.ts';
import { normalizeEmail } from '../log-in.ts';
import { findNamesOfUser, findUserByEmail, updatePassword } from '../users.sql.ts';
import { hashNewPassword } from './new-passwords.ts';

/**
 * Sets the password and ends every session of the user: each session is refused at its next request, in every process.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  login: { email: string; password: string },
): Promise<{ email: string }> {
  const email = normalizeEmail(login.email);
  checkEmail(email);
  const user = await findUserByEmail(deps.db, email);
  if (!user) throw invalidField('email', 'does not belong to any user');
  const names = await findNamesOfUser(deps.db, user);
  const passwordHash = await hashNewPassword(login.password, [...names, email]);
  await withTransaction(deps.db, async (tx) => {
    await updatePassword(tx, user, passwordHash);
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'password.changed',
      object: { kind: 'user', id: user.id },
    });
  });
  return { email };
}
