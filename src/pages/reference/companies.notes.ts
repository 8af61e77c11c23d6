import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from './operation-notes.ts';

export const companiesNotes: Notes = {
  'GET /companies': {
    operationId: 'listCompanies',
    description: 'The establishments of your merchant.',
    answer: {
      data: [
        {
          id: 1,
          name: 'Loja Demo',
          document: '11222333000181',
          status: 'ACTIVE',
          balance: { available: 17688, future: 0, retention: 0 },
          active_tokens: 1,
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
  'GET /companies/{id}': {
    operationId: 'readCompany',
    description:
      'Tokens are never shown again: `hint` is the end of each. Terms, retention and status are ' +
      'set by the operator.',
    errors: ['COMPANY_NOT_FOUND'],
    answer: {
      id: 2,
      name: 'Marketplace Demo',
      document: '11444777000161',
      status: 'ACTIVE',
      balance: { available: 0, future: 0, retention: 0 },
      active_tokens: 1,
      address: { line_1: 'Av. Paulista, 1000', city: 'São Paulo', state: 'SP', zip_code: '01310100' },
      created_at: '2026-11-16T00:56:22.134Z',
      plans: [
        {
          payment_type: 'pix',
          enabled: true,
          fee_fixed: 0,
          fee_basis_points: 0,
          fee_on_refund: 'returned',
          settlement_days: 0,
        },
      ],
      retention: { basis_points: 0, days: 0 },
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
      access_tokens: [
        { id: 2, hint: '…lace', created_at: '2026-11-16T00:56:22.134Z', status: 'ACTIVE', revoked_at: null },
      ],
    },
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
    answer: {
      success: true,
      transaction: {
        id: 2,
        order_number: '20261115-X8TNB8QCLC',
        status: 'PENDING',
        amount: 10000,
        payment_type: 'pix',
        created_at: '2026-11-16T00:56:28.756Z',
        expires_at: '2026-11-16T01:26:28.756Z',
        refunded_amount: 0,
        company_id: 1,
        retry_of: null,
        metadata: { canal: 'site' },
        payment_url: 'https://pay.example.com/pay/CXLHf6YP2m6WvIkGtt1Nkm04qi_BmzqQ',
        external_id: 'pedido-1043',
        pix_qr_code:
          '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/3c0666d0c7a79ef54d34613b' +
          'de8d1b095204000053039865802BR5909Loja Demo6009Sao Paulo62070503***630499EB',
        pix_qr_code_url: 'https://pay.example.com/public/pix/CXLHf6YP2m6WvIkGtt1Nkm04qi_BmzqQ/qr.png',
      },
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
    answer: {
      success: true,
      total: 10000,
      fee: 0,
      split: [
        {
          company_id: 2,
          name: 'Marketplace Demo',
          merchant_type: 'PRIMARY',
          type: null,
          amount_split: null,
          share: 9000,
          fee: 0,
          net: 9000,
        },
        {
          company_id: 1,
          name: 'Loja Demo',
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
