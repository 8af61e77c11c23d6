import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import type { Payment } from './payment.ts';
import { findPaymentOfMerchant } from './payments.sql.ts';

/** The merchant's own payment named in the path; anybody else's is as unknown. */
export async function paymentInPath(deps: Deps, merchantId: number, params: unknown): Promise<Payment> {
  const id = readPathId(params);
  const payment = await findPaymentOfMerchant(deps.db, merchantId, id);
  if (!payment) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${id} does not exist`);
  return payment;
}
