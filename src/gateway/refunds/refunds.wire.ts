import { STATUS_NAMES } from '../payments/status.rules.ts';
import type { StoredShare } from '../splits/splits.sql.ts';
import type { RefundShare } from './refund-legs.rules.ts';
import type { RefundRecord } from './refund-list.sql.ts';
import type { ListedRefund } from './refunds.sql.ts';
import type { RequestedRefund } from './request-refund.ts';
import type { RefundPreview } from './simulate-refund.ts';

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

export function refundPreview(preview: RefundPreview) {
  return {
    success: true,
    amount: preview.amountCents,
    remaining: preview.remainingCents,
    legs: refundLegs(preview.refundShares, preview.splitShares, preview.ownCompanyIds),
    covers_others: preview.hasLegsOfOthers,
    balance: { before: preview.availableBeforeCents, after: preview.availableAfterCents },
    way: wayOf(preview.way !== null),
    ...(preview.way && { destination: preview.way.masked }),
  };
}

function wayOf(isByRail: boolean) {
  return isByRail ? ('payout_rail' as const) : ('acquirer' as const);
}

/**
 * Companies are named as they were when the payment was ordered. What others are short of is theirs to know: less the
 * amount, it is their balance.
 */
export function refundLegs(
  refundShares: readonly RefundShare[],
  splitShares: readonly StoredShare[],
  ownCompanyIds: readonly number[],
) {
  const names = new Map(splitShares.map(({ company_id, company_name }) => [company_id, company_name]));
  return refundShares.map((share) => ({
    company_id: share.companyId,
    name: names.get(share.companyId) ?? '',
    amount: share.amountCents,
    fee_returned: share.feeReturnedCents,
    available: share.availableCents,
    future: share.futureCents,
    retention: share.retentionCents,
    covered: ownCompanyIds.includes(share.companyId) ? share.coveredCents : null,
  }));
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

export function refundRecord(refund: RefundRecord) {
  return {
    id: refund.id,
    transaction_id: refund.payment_id,
    order_number: refund.order_number,
    company_id: refund.company_id,
    kind: refund.kind,
    status: refund.status,
    amount: refund.amount_cents,
    description: refund.description,
    way: wayOf(refund.way_acquirer !== null),
    failure_reason: refund.failure_reason,
    requested_at: refund.requested_at.toISOString(),
    settled_at: refund.settled_at?.toISOString() ?? null,
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
