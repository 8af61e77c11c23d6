import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import { findCompanyOfMerchantByToken, findPaymentPlan, type PayingCompany, type PaymentPlan, type PaymentType } from './companies.sql.ts';

/** The merchant's own active establishment behind an access token; unknown, revoked and foreign tokens are all refused alike. */
export async function findPayingCompany(db: Db, merchantId: number, accessToken: string): Promise<PayingCompany> {
  const company = await findCompanyOfMerchantByToken(db, merchantId, hashAccessToken(accessToken));
  if (!company) throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
  return company;
}

/** A plan whose type this company can charge now, and by whom. */
export interface EnabledPlan extends PaymentPlan {
  acquirer: string;
}

export async function findEnabledPlan(
  { db, acquirers }: Pick<Deps, 'db' | 'acquirers'>,
  companyId: number,
  paymentType: PaymentType,
): Promise<EnabledPlan> {
  const plan = await findPaymentPlan(db, companyId, paymentType);
  const acquirer = plan?.acquirer ?? acquirers.defaultName;
  if (plan?.enabled && acquirer !== null && acquirers.find(acquirer)?.charges[paymentType]) return { ...plan, acquirer };
  throw new ApiError('PAYMENT_TYPE_NOT_ENABLED', `payment.type ${paymentType} is not enabled for this establishment`, {
    field: 'payment.type',
  });
}
