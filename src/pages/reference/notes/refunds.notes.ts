import { type Notes, PIX_REFUND_ERRORS, REFUND_ERRORS } from '../operation-notes.ts';

/** Of a boleto that goes back by the rail of payouts. */
const BY_RAIL_ERRORS = [
  'DESTINATION_NOT_FOUND',
  'DESTINATION_INVALID',
  'DESTINATION_ON_HOLD',
  'PAYOUT_BELOW_MINIMUM',
  'PAYOUT_LIMIT_EXCEEDED',
] as const;

export const refundsNotes: Notes = {
  'POST /payments/pix/refund': {
    operationId: 'refundPix',
    errors: [...PIX_REFUND_ERRORS, 'ACQUIRER_UNAVAILABLE'],
    isIdempotent: true,
    request: { transaction_id: 1, amount: 12.5, description: 'Item devolvido' },
  },
  'POST /payments/reversal': {
    operationId: 'reversePayment',
    errors: [
      ...REFUND_ERRORS,
      ...BY_RAIL_ERRORS,
      'TRANSACTION_NOT_APPROVED',
      'ACQUIRER_UNAVAILABLE',
      'PASSWORD_NEEDED',
    ],
    isIdempotent: true,
    request: { transaction_id: 2, reason: 'Desistência' },
  },
  'POST /payments/refund/simulate': {
    operationId: 'simulateRefund',
    errors: [...PIX_REFUND_ERRORS, ...BY_RAIL_ERRORS, 'TRANSACTION_NOT_APPROVED'],
    request: { kind: 'pix_refund', transaction_id: 1, amount: 12.5 },
  },
  'GET /refunds': {
    operationId: 'listRefunds',
  },
  'GET /refunds/{id}': {
    operationId: 'readRefund',
    errors: ['REFUND_NOT_FOUND'],
  },
};
