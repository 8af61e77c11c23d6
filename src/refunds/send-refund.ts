import type { RefundResult } from '../acquirers/acquirer.ts';
import type { Deps } from '../deps.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import type { Payment } from '../payments/payment.ts';
import type { Refund } from './refunds.sql.ts';

/** Under the refund's own reference: however often it is sent, the acquirer sees one refund. */
export async function sendRefund(deps: Deps, refund: Refund, payment: Payment): Promise<RefundResult> {
  const { refunds } = deps.acquirers.ofPayment(payment);
  const { reference, amount_cents: amountCents, description } = refund;
  return refunds
    ? refunds.send({ reference, charge: chargeAtAcquirer(payment), amountCents, description })
    : cannotRefund(payment);
}

/** "Not found" means that it never arrived: send it again, never give back on a guess. */
export async function askAboutRefund(deps: Deps, refund: Refund, payment: Payment): Promise<RefundResult> {
  const { refunds } = deps.acquirers.ofPayment(payment);
  if (!refunds) return cannotRefund(payment);
  const known = await refunds.query({ reference: refund.reference, charge: chargeAtAcquirer(payment) });
  return known.outcome === 'not_found' ? sendRefund(deps, refund, payment) : known;
}

/**
 * Nobody is asked for a refund that cannot be made; one that is under way was possible when it began, so it stays open.
 */
function cannotRefund(payment: Payment): RefundResult {
  return { outcome: 'unknown', reason: `${payment.acquirer} makes no refunds any more` };
}
