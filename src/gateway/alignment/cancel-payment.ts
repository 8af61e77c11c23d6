import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { FAILED, PENDING } from '../payments/status.rules.ts';
import { answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';
import type { WithApprovals } from './approvals.ts';
import { noteRequestedChange, notPending } from './requested-change.ts';

const RETRY_AFTER_SECONDS = 5;

/** Cancels at the acquirer first; what it answers is what counts. Money that was faster wins. */
export async function cancelPayment(deps: Deps & WithApprovals & WithAcquirers, payment: Payment): Promise<Payment> {
  if (payment.status !== PENDING) throw notPending(payment);
  const cancel = () => deps.acquirers.ofPayment(payment).cancel(chargeAtAcquirer(payment));
  const result = await deps.traces.about(payment.id, 'cancel', cancel, ({ outcome }) => outcome);
  if (result.outcome !== 'found') {
    // "Not found" right after an order may mean that the charge is still on its way; the safety net finds out.
    throw new ApiError('ACQUIRER_UNAVAILABLE', 'the acquirer did not confirm the cancellation; nothing was changed', {
      details: { transaction_id: payment.id },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  const { payment: updated } = await applyAcquirerStatus(deps, payment, answerOf(result.charge), (tx, ended) =>
    tellOfCancel(deps, tx, ended),
  );
  // A bank that answers later has taken note of it: the payment stays as it is until then.
  if (updated.status === PENDING && result.charge.requestedChange?.kind === 'cancel')
    return noteRequestedChange(deps, updated, { kind: 'cancel' });
  if (updated.status !== FAILED) throw notPending(updated);
  return updated;
}

async function tellOfCancel(deps: Deps, tx: Tx, { id, merchant_id, status }: Payment): Promise<void> {
  if (status !== FAILED) return;
  await recordAudit(deps, tx, {
    merchantId: merchant_id,
    action: 'transaction.canceled',
    object: { kind: 'transaction', id },
  });
}
