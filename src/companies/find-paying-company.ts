import type { Db } from '../db/pool.ts';
import { ApiError } from '../errors.ts';
import { hashAccessToken } from './access-tokens.ts';
import { findCompanyOfMerchantByToken, findPaymentPlan, type PayingCompany, type PaymentPlan, type PaymentType } from './companies.sql.ts';

/** The merchant's own active establishment behind an access token; unknown, revoked and foreign tokens are all refused alike. */
export async function findPayingCompany(db: Db, merchantId: number, accessToken: string): Promise<PayingCompany> {
  const company = await findCompanyOfMerchantByToken(db, merchantId, hashAccessToken(accessToken));
  if (!company) throw new ApiError('ACCESS_TOKEN_INVALID', 'access_token is unknown or inactive', { field: 'access_token' });
  return company;
}

export async function findEnabledPlan(db: Db, companyId: number, paymentType: PaymentType): Promise<PaymentPlan> {
  const plan = await findPaymentPlan(db, companyId, paymentType);
  if (plan?.enabled) return plan;
  throw new ApiError('PAYMENT_TYPE_NOT_ENABLED', `payment.type ${paymentType} is not enabled for this establishment`, {
    field: 'payment.type',
  });
}
