import { isLocked, isRefusedForItsData } from '../../ground/db/away.ts';
import { type BatchLimits, startBatcher } from '../../ground/db/batcher.ts';
import { KeyTaken } from '../../ground/idempotency/with-idempotency.ts';
import { isAccepted } from '../../ground/refusals.ts';
import { type HoldDeps, holdPayouts, type PayoutToHold } from './hold-payouts.ts';
import type { Payout } from './payout.ts';

/** Payouts of the same moment share a transaction; each has its own result or refusal. */
export interface PayoutWrites {
  hold(payout: PayoutToHold): Promise<Payout>;
}

export interface WithPayoutWrites {
  payoutWrites: PayoutWrites;
}

/** All debits of a company wait for its debit lock, and the lock for the disk: together they wait once. */
const LIMITS: BatchLimits = { maxItems: 32, lanes: 2, maxQueued: 500, maxWaitMs: 5_000 };

export function startPayoutWrites(deps: HoldDeps, limits: BatchLimits = LIMITS): PayoutWrites {
  const holding = startBatcher<PayoutToHold, Payout>({
    run: (payouts) => holdPayouts(deps, payouts, 'for a moment'),
    // Outside of the lanes: a lock that somebody keeps stops whoever needs it, and nobody else.
    repeat: async (payout) => {
      const [held] = await holdPayouts(deps, [payout], 'as long as it takes');
      if (!held || !isAccepted(held)) throw held;
      return held;
    },
    isWorthRepeating: (error, count) => isLocked(error) || (count > 1 && isUndone(error)),
    ...limits,
    keyOf: ({ claim }) => claim && `${claim.merchantId} ${claim.key}`,
    shareOf: ({ merchantId }) => merchantId,
  });
  return { hold: holding.add };
}

/** Nothing of it is stored, for sure; after anything else, one that is held once more might be paid twice. */
function isUndone(error: unknown): boolean {
  return isRefusedForItsData(error) || [KeyTaken, RangeError].some((kind) => error instanceof kind);
}
