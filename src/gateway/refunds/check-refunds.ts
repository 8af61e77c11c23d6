import { keepKeysOf } from '../../ground/idempotency/keys.sql.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import { refundSubject } from '../../ground/subjects/subject.rules.ts';
import type { RailDeps } from './by-rail/send-by-rail.ts';
import { nextRefundCheckAt } from './refund-outcome.rules.ts';
import type { WithRefundWrites } from './refund-writes.ts';
import { claimRefundsDueForCheck, findRefundWithPayment, rescheduleRefundCheck, traceOf } from './refunds.sql.ts';
import { askAboutRefund } from './send-refund.ts';
import { settleRefund } from './settle-refund.ts';

/** Refunds whose outcome is unknown stay held until the acquirer's answers settle them (`refund-outcome.rules.ts`). */
export async function checkRefunds(deps: RailDeps & WithRefundWrites): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimRefundsDueForCheck(deps.db, { now, realNow: deps.clock.realNow() });
  await finishAll(claimed.map((id) => checkRefund(deps, id, now)));
  return claimed.length > 0;
}

async function checkRefund(deps: RailDeps & WithRefundWrites, refundId: number, now: Date): Promise<void> {
  const found = await findRefundWithPayment(deps.db, refundId);
  if (found?.refund.status !== 'PROCESSING') return;
  const { refund, payment } = found;
  const ask = () => askAboutRefund(deps, refund, payment);
  const answer = await deps.traces.about(payment.id, 'check-refund', ask, ({ outcome }) => outcome);
  const state = await settleRefund(deps, { status: refund.status, refund, payment }, answer);
  if (state.status !== 'PROCESSING') return;
  const next = nextRefundCheckAt(refund.checks_done + 1, traceOf(state.refund), now);
  await keepKeysOf(deps.db, refundSubject(refundId), deps.clock.realNow());
  await rescheduleRefundCheck(deps.db, refundId, next);
}
