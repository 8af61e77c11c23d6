import { STATUS_NAMES } from '../payments/status.rules.ts';
import type { ListedRefund } from './refunds.sql.ts';
import type { RequestedRefund } from './request-refund.ts';

/** The interface reports REFUNDED as 6 here and as 4 in reads. */
const PIX_REFUNDED = 6;

export function pixRefundAnswer({ payment, refund }: RequestedRefund) {
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

export function reversalAnswer({ payment, refund }: RequestedRefund) {
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

const UNDER_WAY = 'Devolução em processamento';

/** The bank is still working on it: everything as it stands, and the refund as it is. */
export function pixRefundUnderWay({ payment, refund }: RequestedRefund) {
  return {
    success: true,
    message: UNDER_WAY,
    transaction: {
      id: payment.id,
      payment_id: payment.acquirer_data?.transactionId ?? '',
      status: payment.status,
      amount: payment.amount_cents,
      refunded_amount: payment.refunded_cents,
      refunded_at: payment.refunded_at?.toISOString() ?? null,
    },
    refund: { id: refund.id, amount: refund.amount_cents, status: 'PROCESSING' },
  };
}

export function reversalUnderWay({ payment, refund }: RequestedRefund) {
  return {
    success: true,
    message: UNDER_WAY,
    transaction: {
      id: payment.id,
      order_number: payment.order_number,
      status: STATUS_NAMES[payment.status],
      amount: payment.amount_cents,
      refund_amount: refund.amount_cents,
      payment_type: payment.payment_type,
      refunded_at: payment.refunded_at?.toISOString() ?? null,
      created_at: payment.created_at.toISOString(),
    },
    refund: { id: refund.id, amount: refund.amount_cents, status: 'PROCESSING' },
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
