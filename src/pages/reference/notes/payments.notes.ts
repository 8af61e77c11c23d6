import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from '../operation-notes.ts';

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
    request: {
      access_token: 'est_demo_loja',
      customer: {
        name: 'Maria da Silva',
        email: 'maria@loja.test',
        document: '52998224725',
        phone: { country_code: '55', area_code: '11', number: '987654321' },
      },
      items: [{ name: 'Camiseta', quantity: 2, price: 4000 }],
      payment: { type: 'pix', installments: 1 },
      shipping: { name: 'Sedex', price: 2000 },
      subtotal: 8000,
      total: 10000,
      external_id: 'pedido-1042',
      metadata: { canal: 'site' },
      splitParticipants: [
        {
          accessToken: 'est_demo_parceiro',
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          chargeFee: false,
          discountGrossAmount: true,
          amountSplit: 1000,
        },
      ],
    },
  },
  'POST /payments/split/simulate': {
    operationId: 'simulateSplit',
    description: 'Refused as an order of that total would be. Nothing is written.',
    errors: ['AMOUNT_BELOW_MINIMUM', 'PAYMENT_TYPE_NOT_ENABLED', ...SPLIT_ERRORS, 'ACCESS_TOKEN_INVALID'],
    request: {
      access_token: 'est_demo_loja',
      payment: { type: 'pix' },
      total: 10000,
      splitParticipants: [
        {
          accessToken: 'est_demo_parceiro',
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          chargeFee: false,
          discountGrossAmount: true,
          amountSplit: 1000,
        },
      ],
    },
  },
};
