import type { Deps } from '../../ground/deps.ts';
import { isPasswordOld, passwordNeeded } from '../../parties/accounts/passwords/fresh-password.ts';
import { isAboveThreshold } from '../../parties/accounts/sessions/sensitive-acts.rules.ts';
import type { Session } from '../../parties/accounts/sessions/sessions.sql.ts';
import { findConfirmAbove } from '../../parties/companies/confirm-above.sql.ts';
import { findPaymentOfMerchant } from '../payments/payments.sql.ts';
import type { RefundAsked } from './prepare-refund.ts';

/**
 * A refund above what the operator has set for the company is a sensitive act at the dashboard. What is wrong with the
 * refund itself is said by the refund: here only its amount counts, and without one it is the whole.
 */
export async function insistOnPassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  session: Session | null,
  { paymentId, amountCents }: RefundAsked,
): Promise<void> {
  if (!isPasswordOld(deps, session)) return;
  const payment = await findPaymentOfMerchant(deps.db, merchantId, paymentId);
  if (!payment) return;
  const thresholdCents = await findConfirmAbove(deps.db, payment.company_id);
  if (isAboveThreshold(amountCents ?? payment.amount_cents, thresholdCents)) throw passwordNeeded();
}
