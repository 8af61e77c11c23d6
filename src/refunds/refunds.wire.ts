import type { ListedRefund } from './refunds.sql.ts';
import type { SettledRefund } from './settle-refund.ts';

/** The interface reports REFUNDED as 6 here and as 4 in reads. */
const PIX_REFUNDED = 6;

export function pixRefundAnswer({ payment, refund }: SettledRefund) {
  return {
    success: true,
    message: 'Devolução PIX realizada',
    transaction: {
      id: payment.id,
      payment_id: payment.acquirer_data?.transactionId ?? '',
      status: PIX_REFUNDED,
      amount: payment.amount_cents,
      refunded_amount: payment.refunded_cents,
      refunded_at: refundedAt(payment.refunded_at),
    },
    refund: { id: refund.id, amount: refund.amount_cents },
  };
}

export function reversalAnswer({ payment, refund }: SettledRefund) {
  return {
    success: true,
    message: 'Estorno realizado',
    transaction: {
      id: payment.id,
      order_number: payment.order_number,
      status: 'REFUNDED',
      amount: payment.amount_cents,
      refund_amount: refund.amount_cents,
      payment_type: payment.payment_type,
      refunded_at: refundedAt(payment.refunded_at),
      created_at: payment.created_at.toISOString(),
    },
    refund: { id: refund.id, amount: refund.amount_cents },
  };
}

/** As a transaction's details show it, refunds under way and refused ones included. */
export function listedRefund(refund: ListedRefund) {
  return {
    id: refund.id,
    amount: refund.amount_cents,
    status: refund.status,
    requested_at: refund.requested_at.toISOString(),
    settled_at: refund.settled_at?.toISOString() ?? null,
  };
}

function refundedAt(at: Date | null): string {
  if (!at) throw new Error('a confirmed refund has a time');
  return at.toISOString();
}
