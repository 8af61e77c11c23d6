import { expect, it } from 'vitest';
import { linkPaidLate } from './payment-links.events.rules.ts';

it('payment_link.paid_late tells the order, the link and whether it has sold too much', () => {
  const payment = { id: 41, order_number: 'ORD-41', amount_cents: 12_345, payment_type: 'pix' } as const;
  const late = { linkId: 'pl_1', paidCount: 51, maxPayments: 50, stock: null, isAboveMaximum: true };
  expect(linkPaidLate(payment, late)).toEqual({
    kind: 'payment_link.paid_late',
    facts: {
      transaction_id: 41,
      order_number: 'ORD-41',
      status: 'APPROVED',
      amount: 12_345,
      payment_type: 'pix',
      payment_link_id: 'pl_1',
      paid_count: 51,
      max_payments: 50,
      stock: null,
      above_maximum: true,
    },
  });
});
