import { isDatabaseAway, isLocked, isRefusedForItsData } from '../../ground/db/away.ts';
import { type BatchLimits, startBatcher } from '../../ground/db/batcher.ts';
import { KeyTaken } from '../../ground/idempotency/with-idempotency.ts';
import { isAccepted } from '../../ground/refusals.ts';
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
  const holding = startBatcher<RefundToHold, HeldRefund>({
    run: (refunds) => holdRefunds(deps, refunds, 'for a moment'),
    // Outside of the lanes: a lock that somebody keeps stops whoever needs it, and nobody else.
    repeat: async (refund) => {
      const [held] = await holdRefunds(deps, [refund], 'as long as it takes');
      if (!held || !isAccepted(held)) throw held;
      return held;
    },
    isWorthRepeating: (error, count) => isLocked(error) || (count > 1 && isUndone(error)),
    ...limits,
    keyOf: ({ claim }) => claim && `${claim.merchantId} ${claim.key}`,
    shareOf: ({ merchantId }) => merchantId,
  });
  const confirming = startBatcher<RefundToConfirm, ConfirmedRefund | null>({
    run: (refunds) => confirmRefunds(deps, refunds),
    // One that was confirmed after all is found so.
    isWorthRepeating: (error, count) => count > 1 && !isDatabaseAway(error),
    ...limits,
    // Of two refunds of one payment, the second tells what both have given back.
    keyOf: ({ payment_id }) => String(payment_id),
    shareOf: ({ merchantId }) => merchantId,
  });
  return { hold: holding.add, confirm: confirming.add };
}

/**
 * Nothing of it is stored, for sure: PostgreSQL has said so, or it was never told to commit. After anything else a
 * refund that is held once more might be paid twice.
 */
function isUndone(error: unknown): boolean {
  return isRefusedForItsData(error) || [KeyTaken, RangeError].some((kind) => error instanceof kind);
}
