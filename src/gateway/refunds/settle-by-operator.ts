import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findRefund } from './refunds.sql.ts';
import { type RefundState, type SettleDeps, settleAs } from './settle-refund.ts';

export interface OperatorsWord {
  refundId: number;
  end: 'REFUNDED' | 'REFUSED';
  reason: string;
}

/**
 * A refund about which the bank never gives a clear answer ends by the word of the operator, who has seen the account.
 * Books, status and event follow as after the bank's own word; the audit log keeps who said so, and why.
 */
export async function settleByOperator(
  deps: SettleDeps,
  { refundId, end, reason }: OperatorsWord,
): Promise<RefundState> {
  const known = await findRefund(deps.db, refundId);
  if (!known) throw new ApiError('REFUND_NOT_FOUND', `refund ${refundId} does not exist`);
  const settled = await settleAs(deps, known, end, (tx, { id, merchant_id }) =>
    recordAudit(deps, tx, {
      merchantId: merchant_id,
      action: 'refund.settled',
      object: { kind: 'refund', id: refundId },
      details: { transaction_id: id, amount: known.amount_cents, as: end, reason },
    }),
  );
  if (!settled) throw new ApiError('VALIDATION_ERROR', `refund ${refundId} has ended before: it is not PROCESSING`);
  return settled;
}
