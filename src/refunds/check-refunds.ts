import type { Deps } from '../deps.ts';
import { finishAll } from '../queues/finish-all.ts';
import { nextRefundCheckAt } from './refund.rules.ts';
import { claimRefundsDueForCheck, findRefundWithPayment, rescheduleRefundCheck } from './refunds.sql.ts';
import { askAboutRefund } from './send-refund.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Refunds whose outcome is unknown stay held until the acquirer says yes or no; "not found" only means: send it again.
 */
export async function checkRefunds(deps: Deps): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimRefundsDueForCheck(deps.db, { now, realNow: deps.clock.realNow() });
  await finishAll(claimed.map((id) => checkRefund(deps, id, now)));
  return claimed.length > 0;
}

async function checkRefund(deps: Deps, refundId: number, now: Date): Promise<void> {
  const found = await findRefundWithPayment(deps.db, refundId);
  if (found?.refund.status !== 'PROCESSING') return;
  const { refund, payment } = found;
  const ask = () => askAboutRefund(deps, refund, payment);
  const result = await deps.traces.about(payment.id, 'check-refund', ask, ({ outcome }) => outcome);
  const settled = result.outcome === 'found' ? await settleRefund(deps, refund, result.refund) : null;
  if (settled) return;
  await rescheduleRefundCheck(deps.db, refundId, nextRefundCheckAt(refund.checks_done + 1, now));
}
