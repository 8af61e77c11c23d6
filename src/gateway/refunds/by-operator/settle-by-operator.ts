import { ApiError } from '../../../ground/errors.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { takeOffLists } from '../../../rails/manual-payouts/lists.sql.ts';
import { findRefund } from '../refunds.sql.ts';
import { type RefundState, type SettleDeps, settleAs } from '../settle-refund.ts';

export interface OperatorsWord {
  refundId: number;
  end: 'REFUNDED' | 'REFUSED';
  reason: string;
}

export interface RefundSettledByOperator {
  state: RefundState;
  /** Of those who pay by hand: the list that has it already. */
  list: number | null;
}

/**
 * A refund about which the bank never gives a clear answer ends by the word of the operator, who has seen the account.
 * Books, status and event follow as after the bank's own word; the audit log keeps who said so, and why.
 */
export async function settleByOperator(
  deps: SettleDeps,
  { refundId, end, reason }: OperatorsWord,
): Promise<RefundSettledByOperator> {
  const known = await findRefund(deps.db, refundId);
  if (!known) throw new ApiError('REFUND_NOT_FOUND', `refund ${refundId} does not exist`);
  let list: number | null = null;
  const state = await settleAs(deps, known, end, async (tx, { id, merchant_id }) => {
    await recordAudit(deps, tx, {
      merchantId: merchant_id,
      action: 'refund.settled',
      object: { kind: 'refund', id: refundId },
      details: {
        ...{ transaction_id: id, amount: known.amount_cents, as: end, reason },
        ...{ status: end, status_before: 'PROCESSING' },
      },
    });
    if (known.way_acquirer !== null) list = await takeOffLists(tx, known.way_acquirer, known.reference);
  });
  if (!state) throw new ApiError('VALIDATION_ERROR', `refund ${refundId} has ended before: it is not PROCESSING`);
  return { state, list };
}
