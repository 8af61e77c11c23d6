import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import { checkEmail } from './account.rules.ts';
import { normalizeEmail } from './log-in.ts';
import { hashNewPassword } from './new-passwords.ts';
import { updatePassword } from './users.sql.ts';

/** Ends every session of the user, in every process, at its next request. */
export async function changePassword(deps: Pick<Deps, 'db'>, login: { email: string; password: string }): Promise<{ email: string }> {
  const email = normalizeEmail(login.email);
  checkEmail(email);
  const passwordHash = await hashNewPassword(login.password);
  const isFound = await withTransaction(deps.db, (tx) => updatePassword(tx, email, passwordHash));
  if (!isFound) throw invalidField('email', 'is not of any user');
  return { email };
}
