import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { listKnownDivergences } from '../../divergences/divergences.sql.ts';
import type { Payment } from '../../payments/payment.ts';
import { findPayment, lockPayment, markReceiptsBound } from '../../payments/payments.sql.ts';
import { STATUS_NAMES } from '../../payments/status.rules.ts';
import { type ApplyDeps, applyInside, isReceiptOfAnother } from '../apply-acquirer-status.ts';
import { asLastSeen, checkBinding, withBoundReceipts } from './bound-receipts.rules.ts';
import { lockUnknownReceipt, markReceiptBound } from './unknown-receipts.sql.ts';

export interface Binding {
  receiptId: number;
  paymentId: number;
  reason: string;
  by: string;
}

/**
 * From now on a receipt is part of what the acquirer says about a payment. It takes effect at once and as any answer
 * does: a pending payment is approved by it, one that is over has a divergence.
 */
export async function bindReceipt(deps: ApplyDeps & Pick<Deps, 'db'>, binding: Binding): Promise<Payment> {
  const refundReference = deps.ids.reference();
  try {
    return await withTransaction(deps.db, (tx) => bindInside(deps, tx, binding, refundReference));
  } catch (error) {
    if (!isReceiptOfAnother(error)) throw error;
    throw new ApiError('VALIDATION_ERROR', `receipt ${binding.receiptId} has paid another transaction meanwhile`);
  }
}

async function bindInside(
  deps: ApplyDeps,
  tx: Tx,
  { receiptId, paymentId, reason, by }: Binding,
  refundReference: string,
): Promise<Payment> {
  if (!(await findPayment(tx, paymentId)))
    throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${paymentId} does not exist`);
  const locked = await lockPayment(tx, paymentId);
  const receipt = await lockUnknownReceipt(tx, receiptId);
  if (!receipt) throw new ApiError('RECEIPT_NOT_FOUND', `receipt ${receiptId} does not exist`);
  checkBinding(receipt, locked);
  const now = await deps.clock.now(tx);
  await markReceiptBound(tx, { id: receiptId, paymentId }, { by, reason, now });
  const marked = await markReceiptsBound(tx, paymentId);
  const lastSeen = asLastSeen(marked, await listKnownDivergences(tx, paymentId));
  const answer = withBoundReceipts(lastSeen, [receipt], { saleId: null, refundedCents: 0 });
  const { payment } = await applyInside(deps, tx, { asked: marked, locked: marked, answer, refundReference, now });
  await recordAudit(deps, tx, {
    merchantId: payment.merchant_id,
    action: 'receipt.bound',
    object: { kind: 'receipt', id: receiptId },
    details: {
      ...{ transaction_id: paymentId, amount: receipt.amount_cents, reason },
      ...{ status: STATUS_NAMES[payment.status], status_before: STATUS_NAMES[locked.status] },
    },
  });
  return payment;
}
