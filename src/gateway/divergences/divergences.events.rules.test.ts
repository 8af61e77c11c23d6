import { expect, it } from 'vitest';
import { divergenceOpened } from './divergences.events.rules.ts';

it('divergence.opened tells the order and the money of both sides', () => {
  const payment = { id: 41, order_number: 'ORD-41', amount_cents: 12_345, payment_type: 'pix' } as const;
  const opened = divergenceOpened(payment, {
    divergenceId: 5,
    statusName: 'APPROVED',
    acquirerStatus: 'PAID',
    detectedAt: new Date('2026-03-04T10:00:00.000Z'),
    difference: {
      kind: 'UNREQUESTED_REFUND',
      here: { receivedCents: 12_345, refundedCents: 2_000 },
      there: { receivedCents: 12_344, refundedCents: 2_345 },
      differenceCents: -345,
    },
  });
  expect(opened).toEqual({
    kind: 'divergence.opened',
    facts: {
      transaction_id: 41,
      order_number: 'ORD-41',
      status: 'APPROVED',
      amount: 12_345,
      payment_type: 'pix',
      divergence_id: 5,
      kind: 'UNREQUESTED_REFUND',
      acquirer_status: 'PAID',
      received_amount: 12_345,
      refunded_amount: 2_000,
      acquirer_received_amount: 12_344,
      acquirer_refunded_amount: 2_345,
      difference: -345,
      detected_at: '2026-03-04T10:00:00.000Z',
    },
  });
});
