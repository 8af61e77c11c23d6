import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { checkEmail, readAccountName } from '../accounts/account.rules.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import { hashNewPassword } from '../accounts/passwords/new-passwords.ts';
import { inPasswordSlot } from '../accounts/passwords/passwords.ts';
import { findUserByEmail, type User } from '../accounts/users.sql.ts';
import { beginMerchant } from './begin-merchant.ts';
import { type CompanyForm, readCompanyForm, refuseTakenEmail, takenEmail } from './join.rules.ts';

export interface SignUpForm {
  email: string;
  name: string;
  password: string;
  company: CompanyForm;
}

/** Begins a merchant, named after its first company, where nobody can show that an address is theirs. */
export async function signUp(deps: Deps, form: SignUpForm, address: string): Promise<User> {
  const name = readAccountName(form.name);
  const email = normalizeEmail(form.email);
  checkEmail(email);
  const company = readCompanyForm(form.company, deps.config.documentCheck);
  if (await findUserByEmail(deps.db, email)) throw takenEmail();
  const passwordHash = await inPasswordSlot({ account: email, address }, () =>
    hashNewPassword(form.password, [name, email, company.name]),
  );
  const now = await deps.clock.now();
  const beginning = { merchantName: company.name, owner: { name, email, passwordHash }, company, now };
  return withTransaction(deps.db, (tx) => beginMerchant(deps, tx, beginning)).catch(refuseTakenEmail);
}
