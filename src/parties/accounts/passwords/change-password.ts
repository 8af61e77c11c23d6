import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { invalidField } from '../../../ground/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { checkEmail } from '../account.rules.ts';
import { normalizeEmail } from '../log-in.ts';
import { findNamesOfUser, findUserByEmail, type User, updatePassword } from '../users.sql.ts';
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
  const names = await findNamesOfUser(deps.db, email);
  if (!names) throw invalidField('email', 'does not belong to any user');
  const passwordHash = await hashNewPassword(login.password, [...names, email]);
  await withTransaction(deps.db, async (tx) => {
    await updatePassword(tx, email, passwordHash);
    const user = (await findUserByEmail(tx, email)) as User;
    await recordAudit(deps, tx, {
      merchantId: user.merchant_id,
      action: 'password.changed',
      object: { kind: 'user', id: user.id },
    });
  });
  return { email };
}
