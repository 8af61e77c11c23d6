import { isDatabaseAway } from '../../ground/db/away.ts';
import { type BatchLimits, startBatcher } from '../../ground/db/batcher.ts';
import { type ConfirmDeps, type ConfirmedRefund, confirmRefunds, type RefundToConfirm } from './confirm-refunds.ts';
import { type HeldRefund, type HoldDeps, holdRefunds, type RefundToHold } from './hold-refunds.ts';

/** The two writes of a refund. Those of the same moment share a transaction; each has its own result or refusal. */
export interface RefundWrites {
  hold(refund: RefundToHold): Promise<HeldRefund>;
  /** Null: there is more to it than a plain confirmation, and nothing was written. */
  confirm(refund: RefundToConfirm): Promise<ConfirmedRefund | null>;
}

export interface WithRefundWrites {
  refundWrites: RefundWrites;
}

/**
 * All refunds of a company wait for its debit lock, and the lock for the disk: together they wait once. While one batch
 * does, the next is worked on.
 */
const LIMITS: BatchLimits = { maxItems: 32, lanes: 2, maxQueued: 500, maxWaitMs: 5_000 };

export function startRefundWrites(deps: HoldDeps & ConfirmDeps, limits: BatchLimits = LIMITS): RefundWrites {
  const isWorthRepeating = (error: unknown, count: number) => count > 1 && !isDatabaseAway(error);
  const holding = startBatcher<RefundToHold, HeldRefund>({
    run: (refunds) => holdRefunds(deps, refunds),
    isWorthRepeating,
    ...limits,
    shareOf: ({ merchantId }) => merchantId,
  });
  const confirming = startBatcher<RefundToConfirm, ConfirmedRefund | null>({
    run: (refunds) => confirmRefunds(deps, refunds),
    isWorthRepeating,
    ...limits,
    // Of two refunds of one payment, the second tells what both have given back.
    keyOf: ({ payment_id }) => String(payment_id),
  });
  return { hold: holding.add, confirm: confirming.add };
}
