import type { Charge } from './charge.rules.ts';
import type { StoredFault } from './faults.sql.ts';
import type { Refund } from './refunds.sql.ts';

const PROVIDER = 'SANDBOX';

export function chargeToWire(charge: Charge): Record<string, unknown> {
  return {
    id: charge.transactionId,
    reference: charge.reference,
    // What was received, all payments together; while nothing was, what was asked for.
    operation: { status: charge.status, value: charge.receivedCents || charge.amountCents, provider: PROVIDER },
    expired: charge.history.at(-1)?.isExpired ?? false,
    history: charge.history.map(({ status, createdAt }) => ({ status, createdAt })),
    payer: { fullName: charge.payerName, document: charge.payerDocument },
    createdAt: charge.createdAt.toISOString(),
    paidAt: charge.paidAt?.toISOString() ?? null,
    refundedAmount: charge.refundedCents,
    received:
      charge.paymentType === 'invoice' && charge.receivedCents > 0
        ? { fine: charge.fineCents, interest: charge.interestCents, discount: charge.discountCents }
        : null,
    pix: charge.pixQrCode === null ? null : { qrCode: charge.pixQrCode },
    boleto: charge.boleto,
    dueDate: charge.dueDate,
  };
}

export function refundToWire(refund: Refund): Record<string, unknown> {
  return {
    id: refund.refundId,
    reference: refund.reference,
    chargeReference: refund.chargeReference,
    status: refund.status,
    amount: refund.amountCents,
    refundedAt: refund.refundedAt?.toISOString() ?? null,
    reason: refund.reason,
  };
}

export function faultToWire(fault: StoredFault): Record<string, unknown> {
  return {
    id: fault.id,
    operation: fault.operation,
    kind: fault.kind,
    reference: fault.reference,
    remaining: fault.remaining,
    delay_ms: fault.delayMs,
  };
}
