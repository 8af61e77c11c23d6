import { ApiError } from '../../ground/errors.ts';
import type { EnabledPlan, PaymentType, Seller } from './seller.ts';

/**
 * Returns the seller's plan for a type of payment. Refuses a type that is not enabled, or that no
 * acquirer charges (null).
 */
export function enabledPlanOf({ plan }: Seller, paymentType: PaymentType, acquirer: string | null): EnabledPlan {
  if (plan?.enabled && acquirer !== null) return { ...plan, acquirer };
  throw new ApiError('PAYMENT_TYPE_NOT_ENABLED', `payment.type ${paymentType} is not enabled for this establishment`, {
    field: 'payment.type',
  });
}
