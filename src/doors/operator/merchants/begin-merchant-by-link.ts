import type { Deps } from '../../../ground/deps.ts';
import { createMerchant } from '../../../parties/accounts/create-merchant.ts';
import { makeResetLink } from '../../../parties/accounts/passwords/make-reset-link.ts';
import { findActiveUserByEmail, type User } from '../../../parties/accounts/users.sql.ts';

/** Makes the merchant at once; its owner chooses the password by a link, so that nobody else ever knows it. */
export async function beginMerchantByLink(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'config'>,
  wanted: { name: string; email: string },
): Promise<{ merchantId: number; url: string; expiresAt: Date }> {
  const created = await createMerchant(deps, { ...wanted, password: deps.ids.accountLinkToken() });
  const owner = (await findActiveUserByEmail(deps.db, created.email)) as User;
  return { merchantId: created.merchantId, ...(await makeResetLink(deps, deps.db, owner)) };
}
