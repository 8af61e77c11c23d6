import { expect, it } from 'vitest';
import { refuseUnfitRefund } from './refund-destination.rules.ts';

const PAID = { payment_type: 'invoice', status: 2, customer_document: '52998224725' } as const;

it('a boleto that was paid is given back', () => {
  expect(() => refuseUnfitRefund(PAID, 1)).not.toThrow();
});

it.each([
  ['nothing', null, 'TRANSACTION_NOT_FOUND'],
  ['a PIX', { ...PAID, payment_type: 'pix' as const }, 'DESTINATION_INVALID'],
  ['one that is pending', { ...PAID, status: 1 as const }, 'DESTINATION_INVALID'],
  ['one that was given back', { ...PAID, status: 4 as const }, 'DESTINATION_INVALID'],
  ['one of nobody', { ...PAID, customer_document: 'removido-7' }, 'DESTINATION_INVALID'],
])('%s is not', (_what, payment, code) => {
  expect(() => refuseUnfitRefund(payment, 1)).toThrow(
    expect.objectContaining({ code, context: { field: 'refund_of' } }),
  );
});
