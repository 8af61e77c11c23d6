import { insertUser, type User } from '../auth/users.sql.ts';
import type { CompanyDetails } from '../companies/company.rules.ts';
import { createCompanyWithPlans } from '../companies/create-company.ts';
import type { Tx } from '../db/transaction.ts';
import { insertMerchant } from '../merchants/merchants.sql.ts';

export interface Beginning {
  merchantName: string;
  owner: { name: string; email: string; passwordHash: string };
  company: CompanyDetails;
  now: Date;
}

/** A merchant with its owner and its first company, which starts with the default plans. */
export async function beginMerchant(tx: Tx, { merchantName, owner, company, now }: Beginning): Promise<User> {
  const merchantId = await insertMerchant(tx, { name: merchantName, isDemo: false, now });
  await createCompanyWithPlans(tx, { merchantId, ...company, now });
  return insertUser(tx, { merchantId, ...owner, role: 'OWNER', now });
}
