import type { Payout } from './payout.rules.ts';
import type { PaidPayout } from './payouts.sql.ts';

export function payoutToWire(payout: Payout): Record<string, unknown> {
  return {
    id: payout.payoutId,
    reference: payout.reference,
    status: payout.status,
    amount: payout.amountCents,
    endToEndId: payout.endToEndId,
    paidAt: payout.paidAt?.toISOString() ?? null,
    reason: payout.reason,
    keyUnknown: payout.isKeyUnknown,
    holder: payout.isKeyUnknown ? null : payout.holder,
    returns: payout.returns,
  };
}

export function paidPayoutToWire({ reference, endToEndId, amountCents, paidAt }: PaidPayout): Record<string, unknown> {
  return { reference, endToEndId, amount: amountCents, paidAt: paidAt.toISOString() };
}
