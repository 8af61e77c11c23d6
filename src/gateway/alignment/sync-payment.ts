import type { Deps } from '../../ground/deps.ts';
import type { AcquirerCharge, QueryResult } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import { noteTrouble } from '../payments/checks/checks.sql.ts';
import type { Payment } from '../payments/payment.ts';
import { PENDING } from '../payments/status.rules.ts';
import { type Applied, answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';
import type { WithApprovals } from './approvals.ts';
import { noCharge } from './receipts/bound-receipts.rules.ts';
import { troubleOf } from './trouble.rules.ts';

export interface SyncedPayment {
  payment: Payment;
  /** Null when the acquirer could not be asked or did not answer: the payment is then our own record. */
  acquirerCharge: AcquirerCharge | null;
}

/** Asks the acquirer about a payment and applies what it says. `mayAsk`: false spares the acquirer the question. */
export async function syncPayment(
  deps: Deps & WithApprovals & WithAcquirers,
  payment: Payment,
  mayAsk?: () => boolean,
): Promise<SyncedPayment> {
  const ask = () => deps.acquirers.ofPayment(payment).query(chargeAtAcquirer(payment), mayAsk);
  const result = await deps.traces.about(payment.id, 'synchronise', ask, ({ outcome }) => outcome);
  if (result.outcome === 'unknown' && result.because === 'not_asked') return { payment, acquirerCharge: null };
  await noteTroubleOf(deps, payment, result);
  if (result.outcome === 'not_found' && payment.has_bound_receipts) {
    const applied = await applyAcquirerStatus(deps, payment, noCharge(payment));
    return { payment: applied.payment, acquirerCharge: null };
  }
  if (result.outcome !== 'found') {
    if (result.outcome === 'unknown')
      deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'acquirer query failed');
    return { payment, acquirerCharge: null };
  }
  const applied = await applyAcquirerStatus(deps, payment, answerOf(result.charge));
  await noteTroubleLeft(deps, applied);
  return { payment: applied.payment, acquirerCharge: result.charge };
}

/** An answer that was read, and is nothing to build on. */
export async function noteTroubleLeft(deps: Deps, { payment, trouble }: Applied): Promise<void> {
  if (trouble) await noteTrouble(deps.db, payment.id, trouble, await deps.clock.now());
}

/** For whoever asks why it is still pending. */
export async function noteTroubleOf(deps: Deps, payment: Payment, result: QueryResult): Promise<void> {
  if (payment.status === PENDING) await noteTrouble(deps.db, payment.id, troubleOf(result), await deps.clock.now());
}
