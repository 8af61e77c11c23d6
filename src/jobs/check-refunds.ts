import type { RefundResult } from '../acquirers/acquirer.ts';
import type { Deps } from '../deps.ts';
import { findPayment } from '../payments/payments.sql.ts';
import { nextRefundCheckAt } from '../refunds/refund.rules.ts';
import { claimRefundsDueForCheck, findRefund, type Refund, rescheduleRefundCheck } from '../refunds/refunds.sql.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { finishAll } from './finish-all.ts';

/** Refunds whose outcome is unknown stay held until the acquirer says yes or no; "not found" only means: send it again. */
export async function checkRefunds(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimRefundsDueForCheck(deps.db, now, deps.clock.realNow());
  await finishAll(claimed.map((id) => checkRefund(deps, id, now)));
  return claimed.length > 0;
}

async function checkRefund(deps: Deps, refundId: number, now: Date): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (refund?.status !== 'PROCESSING') return;
  const result = await ask(deps, refund);
  const settled = result.outcome === 'found' ? await settleRefund(deps, refundId, result.refund) : null;
  if (settled) return;
  await rescheduleRefundCheck(deps.db, refundId, nextRefundCheckAt(refund.checks_done + 1, now));
}

async function ask(deps: Deps, refund: Refund): Promise<RefundResult> {
  const known = await deps.acquirer.queryRefund(refund.reference);
  if (known.outcome !== 'not_found') return known;
  const payment = await findPayment(deps.db, refund.payment_id);
  if (!payment) throw new Error(`refund ${refund.id} has no payment`);
  // The same reference as before: if the first request arrives after all, the acquirer sees one refund.
  return deps.acquirer.refund({
    reference: refund.reference,
    chargeReference: payment.reference,
    amountCents: refund.amount_cents,
    description: refund.description,
  });
}
