import type { ToldEvent } from '../../news/events/event.rules.ts';
import {
  cents,
  describeEvent,
  type EventDescription,
  EXAMPLE_TIME,
  nullableNumber,
  number,
  text,
  time,
  word,
} from '../../news/events/event-descriptions.rules.ts';
import { EXAMPLE_ORDER, TRANSACTION_ID } from '../payments/payments.events.rules.ts';

interface RefundOfEvent {
  /** Null when the acquirer reported a refund that was not asked for here. */
  refundId: number | null;
  refundCents: number;
  /** Of the whole payment so far. */
  totalRefundedCents: number;
}

/** The status says REFUNDED for a partial refund too; whether all is refunded shows in `total_refunded_amount`. */
export function paymentRefunded(
  payment: { id: number },
  refund: RefundOfEvent & {
    refundedAt: Date;
    /** Why the banks took it back; null for a refund that was asked for. */
    nature: string | null;
  },
) {
  return {
    kind: 'payment.refunded',
    facts: {
      transaction_id: payment.id,
      status: 'REFUNDED',
      refund_amount: refund.refundCents,
      refunded_at: refund.refundedAt.toISOString(),
      refund_id: refund.refundId,
      total_refunded_amount: refund.totalRefundedCents,
      ...(refund.nature === null ? {} : { nature: refund.nature }),
    },
  } satisfies ToldEvent;
}

/** The money is back with whoever paid, and the payment stays as it was. */
export function refundFailed(
  payment: { id: number },
  refund: RefundOfEvent & {
    refundId: number;
    failedAt: Date;
    /** Why, where it is known. */
    reason: string | null;
  },
) {
  return {
    kind: 'refund.failed',
    facts: {
      transaction_id: payment.id,
      status: 'APPROVED',
      refund_id: refund.refundId,
      refund_amount: refund.refundCents,
      total_refunded_amount: refund.totalRefundedCents,
      failed_at: refund.failedAt.toISOString(),
      ...(refund.reason === null ? {} : { reason: refund.reason }),
    },
  } satisfies ToldEvent;
}

const EXAMPLE_REFUND = { refundId: 42, refundCents: 2_345, totalRefundedCents: 2_345 };

export const REFUND_EVENTS = {
  'payment.refunded': describeEvent({
    what: 'A refund was processed, of the whole amount or of a part.',
    fields: {
      transaction_id: TRANSACTION_ID,
      status: word('REFUNDED', 'the refund is done, partial ones included'),
      refund_amount: cents('of this refund, in cents'),
      refunded_at: time('when the refund was processed'),
      refund_id: nullableNumber('the refund; null when the acquirer reported one that was not asked for here'),
      total_refunded_amount: cents('of all refunds of the transaction so far, in cents'),
    },
    optional: {
      nature: text('only of money that the banks took back: MED_OPERACIONAL, MED_FRAUDE or MED_PIX_AUTOMATICO'),
    },
    example: paymentRefunded(EXAMPLE_ORDER, { ...EXAMPLE_REFUND, refundedAt: EXAMPLE_TIME, nature: null }),
  }),
  'refund.failed': describeEvent({
    what: 'The bank did not make a refund; its money was given back.',
    fields: {
      transaction_id: TRANSACTION_ID,
      status: word('APPROVED', 'the status, which does not change'),
      refund_id: number('the refund'),
      refund_amount: cents('of this refund, in cents'),
      total_refunded_amount: cents('of all refunds of the transaction so far, in cents; this one is not among them'),
      failed_at: time('when the bank said so'),
    },
    optional: {
      reason: text('only of a boleto that was to go back by the rail of payouts: why it did not, in Portuguese'),
    },
    example: refundFailed(EXAMPLE_ORDER, {
      ...EXAMPLE_REFUND,
      totalRefundedCents: 0,
      failedAt: EXAMPLE_TIME,
      reason: null,
    }),
  }),
} satisfies Record<string, EventDescription>;
