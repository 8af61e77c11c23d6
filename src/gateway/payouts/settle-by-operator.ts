import { withTransaction } from '../../ground/db/transaction.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { takeOffLists } from '../../rails/manual-payouts/lists.sql.ts';
import { type EndDeps, undoPayout } from './end-payout.ts';
import type { Payout } from './payout.ts';
import { findPayout, lockPayout } from './payouts.sql.ts';
import { confirmPaid } from './settle-payout.ts';

export interface OperatorsWord {
  payoutId: number;
  end: 'PAID' | 'FAILED';
  reason: string;
}

export interface PayoutSettledByOperator extends Payout {
  /** Of those who pay by hand: the list that has it already. */
  list: number | null;
}

/** How steps name whoever runs the service. */
export const OPERATOR = 'operador';

/** One about which the bank never gives a clear answer ends by the word of the operator, who has seen the account. */
export async function settleByOperator(
  deps: EndDeps,
  { payoutId, end, reason }: OperatorsWord,
): Promise<PayoutSettledByOperator> {
  const known = await findPayout(deps.db, payoutId);
  if (!known) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${payoutId} does not exist`);
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout.status !== 'SENT')
      throw new ApiError(
        'VALIDATION_ERROR',
        `payout ${payoutId} is ${payout.status}: only one that is SENT is settled`,
      );
    const now = await deps.clock.now(tx);
    await recordAudit(deps, tx, {
      merchantId: payout.merchant_id,
      action: 'payout.settled',
      object: { kind: 'payout', id: payoutId },
      details: { amount: payout.amount_cents, as: end, status: end, status_before: payout.status, reason },
    });
    const list = await takeOffLists(tx, payout.acquirer, payout.reference);
    const failed = { status: 'FAILED', step: { step: 'FAILED', at: now, by: OPERATOR, reason } } as const;
    const settled =
      end === 'PAID'
        ? await confirmPaid(deps, tx, payout, null, OPERATOR, now)
        : await undoPayout(deps, tx, payout, failed);
    return { ...settled, list };
  });
}
