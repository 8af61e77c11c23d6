import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { finishAll } from '../../../ground/queues/finish-all.ts';
import type { AcquirerPayout } from '../../../rails/acquirers/payout.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { isRemovedDocument } from '../../customers/removed.rules.ts';
import { isDocument } from '../../destinations/holder.rules.ts';
import { lockPayment } from '../../payments/payments.sql.ts';
import { insertFinding } from '../../payouts/findings.sql.ts';
import { nextReturnLookAt } from '../../payouts/payout-outcome.rules.ts';
import { findRefund, type Refund } from '../refunds.sql.ts';
import { claimReturnsDue, rescheduleReturnLook, setGiven } from './by-rail.sql.ts';
import { keptCentsOf } from './rail-answer.rules.ts';
import { tellRailDifference } from './tell-rail-difference.ts';

/** Money that a rail has sent to a payer may come back days later, and whose it was may be told only then. */
export async function lookForReturns(deps: Deps & WithAcquirers): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimReturnsDue(deps.db, { now, realNow: deps.clock.realNow() });
  await finishAll(claimed.map((id) => lookAt(deps, id, now)));
  return claimed.length > 0;
}

async function lookAt(deps: Deps & WithAcquirers, refundId: number, now: Date): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund?.settled_at || refund.way_acquirer === null) return rescheduleReturnLook(deps.db, refundId, null);
  const rail = deps.acquirers.find(refund.way_acquirer)?.payouts;
  const answer = rail ? await rail.query({ reference: refund.reference }) : null;
  if (answer?.outcome === 'found') await follow(deps, refund, answer.payout);
  await rescheduleReturnLook(deps.db, refundId, nextReturnLookAt(refund.settled_at, now));
}

/** Books and status stay as they are: what came back is a divergence, which somebody decides about. */
async function follow(deps: Deps, known: Refund, told: AcquirerPayout): Promise<void> {
  // A person called it paid where the bank still works on it: nothing has come back.
  if (told.status === 'PROCESSING') return;
  await withTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, known.payment_id);
    const refund = await findRefund(tx, known.id);
    if (refund?.status !== 'REFUNDED' || refund.way_acquirer === null) return;
    const now = await deps.clock.now(tx);
    if (!refund.to_others && isSomebodyElses(told.holder, payment.customer_document)) {
      const { merchant_id, company_id } = payment;
      const { way_acquirer: acquirer, reference, amount_cents } = refund;
      const payout = { id: null, merchant_id, company_id, acquirer, reference, amount_cents };
      if (await insertFinding(tx, { payout, kind: 'HOLDER_DIFFERS', bankCents: told.amountCents, at: now }))
        deps.log.error({ refundId: refund.id }, 'the bank gave a refund to somebody else’s account');
    }
    const keptCents = keptCentsOf(told);
    if (keptCents === refund.given_cents) return;
    await setGiven(tx, refund.id, keptCents);
    await tellRailDifference(deps, tx, payment, now);
    deps.log.warn({ paymentId: payment.id, refundId: refund.id, keptCents }, 'a refund came back');
  });
}

/** Whose it was cannot be said any more where the payer's data were removed. */
function isSomebodyElses(holder: AcquirerPayout['holder'], payerDocument: string): boolean {
  const document = holder?.document;
  return document ? !isRemovedDocument(payerDocument) && !isDocument(document, payerDocument) : false;
}
