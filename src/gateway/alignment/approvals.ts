import { isDatabaseAway } from '../../ground/db/away.ts';
import { type Batcher, type BatchLimits, startBatcher } from '../../ground/db/batcher.ts';
import type { AnsweredPayment, Applied } from './answer.rules.ts';
import { type ApprovalDeps, approvePayments } from './approve-payments.ts';

/** More together gain nothing. While one batch waits for the disk, the next is worked on. */
const LIMITS: BatchLimits = { maxItems: 64, lanes: 2, maxQueued: 2_000 };

export interface WithApprovals {
  /** Writes plain approvals of the same moment together. */
  approvals: Batcher<AnsweredPayment, Applied | null>;
}

/** Plain approvals that come at the same time, from whichever door, are written together. */
export function startApprovals(deps: ApprovalDeps, limits = LIMITS): Batcher<AnsweredPayment, Applied | null> {
  return startBatcher({
    run: (answered) => approvePayments(deps, answered),
    isWorthRepeating: (error, count) => count > 1 && !isDatabaseAway(error),
    ...limits,
    // A payment is approved once: whoever comes second has to see what the first has done.
    keyOf: ({ asked }) => String(asked.id),
    shareOf: ({ asked }) => asked.merchant_id,
  });
}
