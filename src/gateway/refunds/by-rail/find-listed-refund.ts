import type { ListedWork } from '../../payouts/export-list.ts';
import { findRefundWithPayment } from '../refunds.sql.ts';
import { findRefundByRail } from './by-rail.sql.ts';
import { type OpeningDeps, openRefundDestination } from './send-by-rail.ts';

/** A refund in the list of whoever pays by hand; null where there is none, or its destination does not open. */
export async function findListedRefund(
  deps: OpeningDeps,
  acquirer: string,
  reference: string,
): Promise<ListedWork | null> {
  const known = await findRefundByRail(deps.db, acquirer, reference);
  const found = known && (await findRefundWithPayment(deps.db, known.id));
  const destination = found && (await openRefundDestination(deps, found.refund, found.payment));
  if (!found || !destination) return null;
  return { payoutId: null, refundId: found.refund.id, description: found.refund.description, destination };
}
