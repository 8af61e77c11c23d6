import type { Deps } from '../../ground/deps.ts';
import { invalidLink } from '../accounts/account-links.rules.ts';
import type { Role } from '../accounts/permissions.rules.ts';
import { hashOfToken } from '../accounts/sessions/open-session.ts';
import { type Entrance, INSTALLATION } from '../merchants/installation.rules.ts';
import { findActiveMerchantName } from '../merchants/merchants.sql.ts';
import { findLiveInvitation } from './invitations.sql.ts';

export interface OpenedInvitation {
  /** Null: whoever accepts begins the merchant. */
  merchantId: number | null;
  /** Null: whoever accepts says it, by the name of the first company. */
  merchantName: string | null;
  email: string;
  name: string | null;
  role: Role;
  expiresAt: Date;
}

/** What a link invites to; refused unless it can still be accepted. */
export async function openInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  entrance: Entrance = 'dashboard',
): Promise<OpenedInvitation> {
  const found = await findLiveInvitation(db, hashOfToken(token), clock.realNow());
  if (!found || (found.merchant_id === INSTALLATION) !== (entrance === 'console')) throw invalidLink();
  const { merchant_id: merchantId, email, name, role, expires_at: expiresAt } = found;
  const merchantName = merchantId === null ? found.merchant_name : await findActiveMerchantName(db, merchantId);
  if (merchantName === null && !found.is_sign_up) throw invalidLink();
  return { merchantId, merchantName, email, name, role, expiresAt };
}
