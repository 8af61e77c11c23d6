import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from '../operation-notes.ts';

export const companiesNotes: Notes = {
  'GET /companies': {
    operationId: 'listCompanies',
    description: 'The establishments of your merchant.',
  },
  'GET /companies/{id}': {
    operationId: 'readCompany',
    description:
      'Tokens are never shown again: `hint` is the end of each. Terms, retention and status are ' +
      'set by the operator.',
    errors: ['COMPANY_NOT_FOUND'],
  },
  'POST /companies/{id}/access-tokens': {
    operationId: 'createAccessToken',
    errors: ['COMPANY_NOT_FOUND', 'ACCESS_TOKENS_EXCEEDED'],
    answer: { id: 4, hint: '…F7pA', created_at: '2026-11-16T00:56:32.495Z', token: 'est_exemplo' },
  },
  'DELETE /companies/{id}/access-tokens/{tokenId}': {
    operationId: 'revokeAccessToken',
    description: 'Payments made with it are not touched. A token that was revoked before is not found.',
    errors: ['COMPANY_NOT_FOUND', 'ACCESS_TOKEN_NOT_FOUND'],
  },
  'POST /companies/{id}/payments': {
    operationId: 'createCompanyPayment',
    errors: [...ORDER_ERRORS, 'COMPANY_NOT_FOUND', 'ACCESS_TOKEN_INVALID'],
    isIdempotent: true,
    request: {
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
      external_id: 'pedido-1043',
      metadata: { canal: 'site' },
    },
  },
  'PUT /companies/{id}/reminders': {
    operationId: 'replaceReminderDays',
    errors: ['COMPANY_NOT_FOUND'],
    request: { reminder_days: [-3, 0, 3] },
  },
  'PUT /companies/{id}/split': {
    operationId: 'replaceFixedSplit',
    errors: ['COMPANY_NOT_FOUND', ...SPLIT_ERRORS],
    request: {
      splitParticipants: [
        {
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          chargeFee: false,
          discountGrossAmount: true,
          amountSplit: 1000,
          company_id: 1,
        },
      ],
    },
    answer: {
      company_id: 2,
      split: [
        {
          company_id: 1,
          name: 'Loja Demo',
          merchantType: 'SECONDARY',
          type: 'PERCENTAGE',
          chargeFee: false,
          discountGrossAmount: true,
          amountSplit: 1000,
        },
      ],
    },
  },
  'POST /companies/{id}/split/simulate': {
    operationId: 'simulateFixedSplit',
    errors: [
      'COMPANY_NOT_FOUND',
      'ACCESS_TOKEN_INVALID',
      'AMOUNT_BELOW_MINIMUM',
      'PAYMENT_TYPE_NOT_ENABLED',
      ...SPLIT_ERRORS,
    ],
    request: { payment: { type: 'pix' }, total: 10000 },
  },
};
