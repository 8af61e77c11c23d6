import type { Deps } from '../../ground/deps.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import type { WithOrderWrites } from './batch-writes.ts';
import { type Created, issuePayment, type StoreOrder } from './issue-payment.ts';
import { decideTerms } from './order.rules.ts';
import type { Order } from './order.ts';

/** An order becomes a payment, through whichever door it came: the rules decide, then it is written and charged. */
export async function createPayment(
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers,
  order: Order,
  at: Date,
  claim: KeyClaim | null,
  store?: StoreOrder,
): Promise<Created> {
  const { acquirers } = deps;
  const { paymentType, seller } = order;
  const acquirer = acquirers.charging(paymentType, seller.plan);
  const isSlip = paymentType === 'invoice' && acquirer !== null;
  const pixAcquirer = isSlip ? acquirers.issuingSlipPix(acquirer, seller.pixPlan) : null;
  const terms = decideTerms(order, at, acquirer, pixAcquirer);
  return issuePayment(deps, order, terms, at, claim, store);
}
