import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import { maySendAgain } from '../../rails/acquirers/send-trace.rules.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import { holderOf } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { askRail, isByRail, type RailDeps } from './by-rail/send-by-rail.ts';
import { noteRepeat, type Refund, traceOf } from './refunds.sql.ts';

/**
 * Under the refund's own reference: however often it is sent, the acquirer sees one refund. Only whoever has just
 * stored it sends it for the first time.
 */
export async function sendRefund(
  deps: RailDeps,
  refund: Refund,
  payment: Payment,
  isRepeat: boolean,
): Promise<RefundAnswer> {
  if (isByRail(refund)) return askRail(deps, refund, payment);
  const { reference, amount_cents: amountCents, description } = refund;
  const { refunds } = deps.acquirers.ofPayment(payment);
  const charge = chargeAtAcquirer(payment);
  return refunds ? refunds.send({ reference, charge, amountCents, description, isRepeat }) : cannotRefund(payment);
}

/** What the acquirer neither shows nor has refused may never have arrived: it is sent again. */
export async function askAboutRefund(deps: RailDeps, refund: Refund, payment: Payment): Promise<RefundAnswer> {
  if (isByRail(refund)) return askRail(deps, refund, payment);
  const { refunds } = deps.acquirers.ofPayment(payment);
  if (!refunds) return cannotRefund(payment);
  const known = await refunds.query({ reference: refund.reference, charge: chargeAtAcquirer(payment) });
  if (known.outcome !== 'not_found' || !maySendAgain(traceOf(refund))) return known;
  return (await noteRepeat(deps.db, refund.id)) ? sendRefund(deps, refund, payment, true) : known;
}

/**
 * Nobody is asked for a refund that cannot be made; one that is under way was possible when it began, so it stays open.
 */
function cannotRefund(payment: Payment): RefundAnswer {
  return { outcome: 'unknown', reason: `${holderOf(payment)} makes no refunds any more` };
}
