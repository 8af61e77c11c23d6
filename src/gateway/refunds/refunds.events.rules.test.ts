import { expect, it } from 'vitest';
import { paymentRefunded, refundFailed } from './refunds.events.rules.ts';

const payment = { id: 41 };
const amounts = { refundCents: 345, totalRefundedCents: 2_345 };
const refundedAt = new Date('2026-03-03T09:00:00.000Z');

it('payment.refunded has the fields of the interface, and the sum of all refunds', () => {
  const facts = {
    transaction_id: 41,
    status: 'REFUNDED',
    refund_amount: 345,
    refunded_at: '2026-03-03T09:00:00.000Z',
    refund_id: 9,
    total_refunded_amount: 2_345,
  };
  const refund = { ...amounts, refundId: 9, refundedAt, nature: null };
  expect(paymentRefunded(payment, refund)).toEqual({ kind: 'payment.refunded', facts });
  expect(paymentRefunded(payment, { ...refund, nature: 'MED_FRAUDE' }).facts).toEqual({
    ...facts,
    nature: 'MED_FRAUDE',
  });
  expect(paymentRefunded(payment, { ...refund, refundId: null }).facts.refund_id).toBeNull();
});

it('refund.failed tells what was given back', () => {
  expect(refundFailed(payment, { ...amounts, refundId: 9, reason: null, failedAt: refundedAt })).toEqual({
    kind: 'refund.failed',
    facts: {
      transaction_id: 41,
      status: 'APPROVED',
      refund_id: 9,
      refund_amount: 345,
      total_refunded_amount: 2_345,
      failed_at: '2026-03-03T09:00:00.000Z',
    },
  });
});
