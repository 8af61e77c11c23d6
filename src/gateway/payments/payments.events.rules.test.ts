import { expect, it } from 'vitest';
import { paymentApproved, paymentCreated, paymentFailed } from './payments.events.rules.ts';

const payment = { id: 41, order_number: 'ORD-41', amount_cents: 12_345, payment_type: 'pix' } as const;
const order = { transaction_id: 41, order_number: 'ORD-41', amount: 12_345, payment_type: 'pix' };

it('payment.approved has the fields of the interface, when it was paid among them', () => {
  expect(paymentApproved(payment, new Date('2026-03-02T12:00:00.000Z'))).toEqual({
    kind: 'payment.approved',
    facts: { ...order, status: 'APPROVED', paid_at: '2026-03-02T12:00:00.000Z' },
  });
});

it('payment.created and payment.failed tell the order and its status', () => {
  expect(paymentCreated(payment)).toEqual({ kind: 'payment.created', facts: { ...order, status: 'PENDING' } });
  expect(paymentFailed(payment)).toEqual({ kind: 'payment.failed', facts: { ...order, status: 'FAILED' } });
});
