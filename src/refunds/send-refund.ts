import type { RefundResult } from '../acquirers/acquirer.ts';
import type { Deps } from '../deps.ts';
import type { Refund } from './refunds.sql.ts';

/** Under the refund's own reference: however often it is sent, the acquirer sees one refund. */
export function sendRefund(deps: Deps, refund: Refund, chargeReference: string): Promise<RefundResult> {
  return deps.acquirer.refund({
    reference: refund.reference,
    chargeReference,
    amountCents: refund.amount_cents,
    description: refund.description,
  });
}

/** "Not found" means that it never arrived: send it again, never give back on a guess. */
export async function askAboutRefund(deps: Deps, refund: Refund, chargeReference: string): Promise<RefundResult> {
  const known = await deps.acquirer.queryRefund(refund.reference);
  return known.outcome === 'not_found' ? sendRefund(deps, refund, chargeReference) : known;
}
