import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import { checkEmail } from './account.rules.ts';
import { normalizeEmail } from './log-in.ts';
import { hashNewPassword } from './new-passwords.ts';
import { findNamesOfUser, updatePassword } from './users.sql.ts';

/** Ends every session of the user, in every process, at its next request. */
export async function changePassword(deps: Pick<Deps, 'db'>, login: { email: string; password: string }): Promise<{ email: string }> {
  const email = normalizeEmail(login.email);
  checkEmail(email);
  const names = await findNamesOfUser(deps.db, email);
  if (!names) throw invalidField('email', 'is not of any user');
  const passwordHash = await hashNewPassword(login.password, [...names, email]);
  await withTransaction(deps.db, (tx) => updatePassword(tx, email, passwordHash));
  return { email };
}
