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
    answer: {
      success: true,
      transaction: {
        id: 1,
        order_number: '20261115-H6JHLR6CD2',
        status: 'PENDING',
        amount: 10000,
        payment_type: 'pix',
        created_at: '2026-11-16T00:56:26.690Z',
        expires_at: '2026-11-16T01:26:26.690Z',
        refunded_amount: 0,
        company_id: 1,
        retry_of: null,
        metadata: { canal: 'site' },
        payment_url: 'https://pay.example.com/pay/4BAo3XxATgQheq0ESC1uDicL2c8ujDzD',
        external_id: 'pedido-1042',
        pix_qr_code:
          '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/7239aac8b3a01da5fbe0e4cb' +
          '1809bda45204000053039865802BR5909Loja Demo6009Sao Paulo62070503***63046598',
        pix_qr_code_url: 'https://pay.example.com/public/pix/4BAo3XxATgQheq0ESC1uDicL2c8ujDzD/qr.png',
      },
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
    answer: {
      success: true,
      total: 10000,
      fee: 100,
      split: [
        {
          company_id: 1,
          name: 'Loja Demo',
          merchant_type: 'PRIMARY',
          type: null,
          amount_split: null,
          share: 9000,
          fee: 100,
          net: 8900,
        },
        {
          company_id: 3,
          name: 'Parceiro Demo',
          merchant_type: 'SECONDARY',
          type: 'PERCENTAGE',
          amount_split: 1000,
          share: 1000,
          fee: 0,
          net: 1000,
        },
      ],
    },
  },
};
