import type { ListedWork } from '../../payouts/export-list.ts';
import { findRefundWithPayment } from '../refunds.sql.ts';
import { findRefundByRail } from './by-rail.sql.ts';
import { type OpeningDeps, openRefundDestination } from './send-by-rail.ts';

/** A refund in the list of whoever pays by hand; null where there is none. */
export async function findListedRefund(
  deps: OpeningDeps,
  acquirer: string,
  reference: string,
): Promise<ListedWork | null> {
  const known = await findRefundByRail(deps.db, acquirer, reference);
  const found = known && (await findRefundWithPayment(deps.db, known.id));
  if (!found) return null;
  const { refund, payment } = found;
  const { id, description, status } = refund;
  const open = () => openRefundDestination(deps, refund, payment);
  return { payoutId: null, refundId: id, description, status, isOpen: status === 'PROCESSING', open };
}
