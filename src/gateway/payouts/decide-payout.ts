import type { Asker } from '../../ground/actor.rules.ts';
import { readEpoch } from '../../ground/db/epochs.sql.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import { ApiError } from '../../ground/errors.ts';
import { currentAsker } from '../../ground/request-context.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { type EndDeps, tellOfPayout, undoPayout } from './end-payout.ts';
import { nameOf } from './hold-payouts.ts';
import { PAYOUT_TRANSITIONS, type Payout } from './payout.ts';
import { payoutApproved } from './payouts.events.rules.ts';
import { findPayoutOfMerchant, insertStep, lockPayout, setApproved } from './payouts.sql.ts';

/** What somebody says about a payout that has not been sent. */
export interface Decision {
  merchantId: number;
  payoutId: number;
  reason: string | null;
}

/** Somebody who may approve: a person, who must not be the one behind the payout. */
export interface Approver {
  userId: number;
}

/** Under the lock that sending takes: one of the two comes first, and the other sees it. */
export function cancelPayout(deps: EndDeps, decision: Decision): Promise<Payout> {
  return decide(deps, decision, async (tx, payout, now, asker) => {
    if (!PAYOUT_TRANSITIONS[payout.status].includes('CANCELLED'))
      throw new ApiError('PAYOUT_NOT_CANCELLABLE', `payout ${payout.id} is ${payout.status}`);
    await refuseUnasked(tx, payout);
    await note(deps, tx, payout, 'payout.cancelled', decision.reason);
    const step = { step: 'CANCELLED', at: now, by: nameOf(asker), reason: decision.reason } as const;
    return undoPayout(deps, tx, payout, { status: 'CANCELLED', step });
  });
}

export function approvePayout(deps: EndDeps, decision: Decision, approver: Approver): Promise<Payout> {
  return decide(deps, decision, async (tx, payout, now, asker) => {
    refuseUnfitApproval(payout, approver);
    const approved = await setApproved(tx, payout.id, nameOf(asker), now);
    await insertStep(tx, payout.id, { step: 'APPROVED', at: now, by: nameOf(asker), reason: decision.reason });
    await note(deps, tx, payout, 'payout.approved', decision.reason);
    await tellOfPayout(deps, tx, approved, payoutApproved(approved, now), now);
    tx.afterCommit(() => deps.poke('send-payouts'));
    return approved;
  });
}

export function refusePayout(deps: EndDeps, decision: Decision, approver: Approver): Promise<Payout> {
  return decide(deps, decision, async (tx, payout, now, asker) => {
    refuseUnfitApproval(payout, approver);
    await refuseUnasked(tx, payout);
    await note(deps, tx, payout, 'payout.refused', decision.reason);
    const step = { step: 'REFUSED', at: now, by: nameOf(asker), reason: decision.reason } as const;
    return undoPayout(deps, tx, payout, { status: 'CANCELLED', step });
  });
}

/** Nobody decides on their own, nor on what their key asked for. */
export function isFitToDecide({ status, requested_by_user }: Payout, { userId }: Approver): boolean {
  return status === 'AWAITING_APPROVAL' && requested_by_user !== userId;
}

export function refuseUnfitApproval(payout: Payout, approver: Approver): void {
  if (payout.status !== 'AWAITING_APPROVAL')
    throw new ApiError('PAYOUT_NOT_AWAITING_APPROVAL', `payout ${payout.id} is ${payout.status}`);
  if (!isFitToDecide(payout, approver))
    throw new ApiError('FORBIDDEN', 'somebody else has to approve a payout than whoever asked for it');
}

/** What came out of a backup may have left since: nothing is given back before its bank was asked. */
async function refuseUnasked(tx: Tx, { id, epoch }: Payout): Promise<void> {
  if (epoch < (await readEpoch(tx)))
    throw new ApiError('PAYOUT_NOT_CANCELLABLE', `payout ${id}: its bank is asked first whether it was sent already`);
}

async function decide(
  deps: EndDeps,
  { merchantId, payoutId }: Decision,
  act: (tx: Tx, payout: Payout, now: Date, asker: Asker) => Promise<Payout>,
): Promise<Payout> {
  return withTransaction(deps.db, async (tx) => {
    const found = await findPayoutOfMerchant(tx, merchantId, payoutId);
    if (!found) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${payoutId} does not exist`);
    const payout = await lockPayout(tx, payoutId);
    return act(tx, payout, await deps.clock.now(tx), currentAsker());
  });
}

function note(
  deps: EndDeps,
  tx: Tx,
  payout: Payout,
  action: 'payout.cancelled' | 'payout.approved' | 'payout.refused',
  reason: string | null,
): Promise<void> {
  return recordAudit(deps, tx, {
    merchantId: payout.merchant_id,
    action,
    object: { kind: 'payout', id: payout.id },
    details: { amount: payout.amount_cents, ...(reason === null ? {} : { reason }) },
  });
}
