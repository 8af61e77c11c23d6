import type { FastifyRequest } from 'fastify';
import { callerOf } from '../auth/authenticate.ts';
import { findConfirmAbove } from '../companies/confirm-above.sql.ts';
import { isPasswordOld, passwordNeeded } from '../dashboard/fresh-password.ts';
import { isAboveThreshold } from '../dashboard/sensitive-acts.rules.ts';
import type { Deps } from '../deps.ts';
import { findPaymentOfMerchant } from '../payments/payments.sql.ts';
import { readReais } from './refunds.schemas.ts';

/**
 * A refund above what the operator has set for the company is a sensitive act at the dashboard. What is wrong with the
 * refund itself is said by the refund: here only its amount counts, and without one it is the whole.
 */
export function insistOnPasswordAbove(deps: Deps) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isPasswordOld(deps, request)) return;
    const { transaction_id, amount } = request.body as { transaction_id: number; amount?: number };
    const payment = await findPaymentOfMerchant(deps.db, callerOf(request).merchantId, transaction_id);
    if (!payment) return;
    const amountCents = readReais(amount) ?? payment.amount_cents;
    if (isAboveThreshold(amountCents, await findConfirmAbove(deps.db, payment.company_id))) throw passwordNeeded();
  };
}
