import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from './operation-notes.ts';

export const paymentsNotes: Notes = {
  'POST /payments/order': {
    operationId: 'createOrder',
    description:
      'Creates a payment of the establishment that `access_token` names. When the acquirer ' +
      'refuses it, the answer is 200 with `success: false` and the status FAILED. When the ' +
      'acquirer cannot be reached, the answer is 503 with `details.transaction_id`: the payment ' +
      'stays PENDING and is completed or failed later, and a repeat with the same Idempotency-Key ' +
      'goes on with it.',
    errors: [...ORDER_ERRORS, 'ACCESS_TOKEN_INVALID'],
    isIdempotent: true,
  },
  'POST /payments/split/simulate': {
    operationId: 'simulateSplit',
    description: 'Refused as an order of that total would be. Nothing is written.',
    errors: ['AMOUNT_BELOW_MINIMUM', 'PAYMENT_TYPE_NOT_ENABLED', ...SPLIT_ERRORS, 'ACCESS_TOKEN_INVALID'],
  },
};
