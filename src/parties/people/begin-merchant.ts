import { actorOfUser } from '../../ground/actor.rules.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { insertUser, type User } from '../accounts/users.sql.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { CompanyDetails } from '../companies/company.rules.ts';
import { createCompanyWithPlans } from '../companies/create-company.ts';
import { insertMerchant } from '../merchants/merchants.sql.ts';

export interface Beginning {
  merchantName: string;
  owner: { name: string; email: string; passwordHash: string };
  company: CompanyDetails;
  now: Date;
}

/** A merchant with its owner and its first company, which starts with the default plans. */
export async function beginMerchant(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { merchantName, owner, company, now }: Beginning,
): Promise<User> {
  const merchantId = await insertMerchant(tx, { name: merchantName, isDemo: false, now });
  await createCompanyWithPlans(tx, { merchantId, ...company, now });
  const user = await insertUser(tx, { merchantId, ...owner, role: 'OWNER', now });
  await recordAudit(deps, tx, {
    merchantId,
    action: 'merchant.created',
    actor: actorOfUser(user),
    object: { kind: 'merchant', id: merchantId },
    details: { name: merchantName },
  });
  return user;
}
