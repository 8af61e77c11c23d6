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
  const terms = decideTerms(order, at, deps.acquirers.charging(order.paymentType, order.seller.plan));
  return issuePayment(deps, order, terms, at, claim, store);
}
