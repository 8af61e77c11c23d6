import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from '../operation-notes.ts';

const SCHEDULE = {
  company_id: 2,
  rhythm: 'weekly',
  day: 1,
  destination_id: 7,
  minimum: 10000,
  keep: 50000,
  next_runs: [
    { day: '2026-02-18', at: '2026-02-18T13:00:00.000Z' },
    { day: '2026-02-23', at: '2026-02-23T13:00:00.000Z' },
    { day: '2026-03-02', at: '2026-03-02T13:00:00.000Z' },
  ],
  runs: [
    {
      day: '2026-02-09',
      due_on: '2026-02-09',
      ran_at: '2026-02-09T13:00:04.117Z',
      payout_id: 31,
      amount: 150000,
      status: 'PAID',
      reason: null,
    },
    {
      day: '2026-02-02',
      due_on: '2026-02-02',
      ran_at: '2026-02-02T13:00:02.903Z',
      payout_id: null,
      amount: null,
      status: null,
      reason: 'PAYOUT_BELOW_MINIMUM',
    },
  ],
};

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
  'GET /companies/{id}/payout-schedule': {
    operationId: 'readPayoutSchedule',
    description: 'A run that came late, or was made up for after a standstill, says in `due_on` since when it was due.',
    errors: ['COMPANY_NOT_FOUND'],
    answer: SCHEDULE,
  },
  'PUT /companies/{id}/payout-schedule': {
    operationId: 'setPayoutSchedule',
    errors: ['COMPANY_NOT_FOUND', 'DESTINATION_NOT_FOUND', 'PAYOUTS_NOT_ENABLED', 'DESTINATION_INVALID'],
    request: { rhythm: 'weekly', day: 1, destination_id: 7, minimum: 10000, keep: 50000 },
    answer: { ...SCHEDULE, runs: [] },
  },
  'DELETE /companies/{id}/payout-schedule': {
    operationId: 'removePayoutSchedule',
    description: 'Nothing happens where there is none.',
    errors: ['COMPANY_NOT_FOUND'],
  },
  'GET /companies/{id}/payout-terms': {
    operationId: 'readPayoutTerms',
    description: 'Set by the operator.',
    errors: ['COMPANY_NOT_FOUND'],
    answer: {
      company_id: 2,
      enabled: true,
      fee: 100,
      minimum: 1000,
      limit: 500000,
      day_limit: 2000000,
      day_used: 120000,
      to_others: false,
      needs_approval: false,
    },
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
