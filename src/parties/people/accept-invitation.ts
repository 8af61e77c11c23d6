import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { actorOf } from '../accounts/about-user.ts';
import { readAccountName } from '../accounts/account.rules.ts';
import { invalidLink } from '../accounts/account-links.rules.ts';
import { hashNewPassword } from '../accounts/passwords/new-passwords.ts';
import { inPasswordSlot } from '../accounts/passwords/passwords.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { countUsersOfMerchant, insertUser, type User } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { CompanyDetails } from '../companies/company.rules.ts';
import type { Entrance } from '../merchants/installation.rules.ts';
import { lockMerchant } from '../merchants/merchants.sql.ts';
import { beginMerchant } from './begin-merchant.ts';
import { type OpenedInvitation, openInvitation } from './invitation-by-token.ts';
import { takeInvitation } from './invitations.sql.ts';
import { type CompanyForm, readCompanyForm, refuseTakenEmail } from './join.rules.ts';
import { refuseSurplusUsers } from './people.rules.ts';

export interface Acceptance {
  token: string;
  name: string;
  password: string;
  company?: CompanyForm;
}

/** Makes a user of whoever holds the link, and a merchant if it says so. What is refused does not use the link up. */
export async function acceptInvitation(
  deps: Deps,
  form: Acceptance,
  address: string,
  entrance: Entrance = 'dashboard',
): Promise<User> {
  const invitation = await openInvitation(deps, form.token, entrance);
  const name = readAccountName(form.name);
  const company = readCompanyOf(deps, invitation, form.company);
  const { email } = invitation;
  const merchantName = invitation.merchantName ?? company?.name ?? '';
  const passwordHash = await inPasswordSlot({ account: email, address }, () =>
    hashNewPassword(form.password, [name, email, merchantName]),
  );
  const now = await deps.clock.now();
  const owner = { name, email, passwordHash };
  return withTransaction(deps.db, async (tx) => {
    // The merchant first, as whoever invites does.
    if (invitation.merchantId !== null) await lockMerchant(tx, invitation.merchantId);
    if (!(await takeInvitation(tx, hashOfToken(form.token), deps.clock.realNow()))) throw invalidLink();
    if (company) return beginMerchant(deps, tx, { merchantName, owner, company, now });
    return joinMerchant(deps, tx, invitation, owner, now);
  }).catch(refuseTakenEmail);
}

function readCompanyOf(
  { config }: Deps,
  { merchantId }: OpenedInvitation,
  form: CompanyForm | undefined,
): CompanyDetails | null {
  if (merchantId !== null) return null;
  if (!form) throw invalidField('company', 'is missing: the merchant begins with it');
  return readCompanyForm(form, config.documentCheck);
}

async function joinMerchant(
  deps: Deps,
  tx: Tx,
  { merchantId, role }: OpenedInvitation,
  person: { name: string; email: string; passwordHash: string },
  now: Date,
): Promise<User> {
  if (merchantId === null) throw new Error('an invitation without a merchant begins one');
  refuseSurplusUsers((await countUsersOfMerchant(tx, merchantId)).all);
  const user = await insertUser(tx, { merchantId, ...person, role, now });
  await recordAudit(deps, tx, {
    merchantId,
    action: 'user.joined',
    actor: actorOf(user),
    object: { kind: 'user', id: user.id },
    details: { role },
  });
  return user;
}
