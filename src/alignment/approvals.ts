import { isDatabaseAway } from '../db/away.ts';
import { type Batcher, startBatcher } from '../db/batcher.ts';
import type { AnsweredPayment, Applied } from './answer.rules.ts';
import { type ApprovalDeps, approvePayments } from './approve-payments.ts';

/** More than this gains nothing: what a transaction costs by itself is shared by enough. */
const MAX_TOGETHER = 64;
/** While one batch waits for the disk, the next is worked on. */
const LANES = 2;
const MAX_WAITING = 2_000;

/** Plain approvals that come at the same time, from whichever door, are written together. */
export function startApprovals(deps: ApprovalDeps): Batcher<AnsweredPayment, Applied | null> {
  return startBatcher({
    run: (answered) => approvePayments(deps, answered),
    isWorthRepeating: (error) => !isDatabaseAway(error),
    maxItems: MAX_TOGETHER,
    lanes: LANES,
    maxQueued: MAX_WAITING,
    // A payment is approved once: whoever comes second has to see what the first has done.
    keyOf: ({ asked }) => String(asked.id),
    shareOf: ({ asked }) => asked.merchant_id,
  });
}
