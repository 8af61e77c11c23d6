import { type Notes, ORDER_ERRORS } from './operation-notes.ts';

export const transactionsNotes: Notes = {
  'GET /transactions': {
    operationId: 'listTransactions',
    answer: {
      data: [
        {
          id: 1,
          order_number: '20261115-H6JHLR6CD2',
          status: 2,
          amount: 10000,
          payment_type: 'pix',
          customer_name: 'Maria da Silva',
          customer_email: 'maria@loja.test',
          created_at: '2026-11-16T00:56:26.690Z',
          updated_at: '2026-11-16T00:56:28.399Z',
          company_id: 1,
          refunded_amount: 1250,
          expires_at: '2026-11-16T01:26:26.690Z',
          paid_at: '2026-11-16T00:56:27.299Z',
          failure_reason: null,
          external_id: 'pedido-1042',
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
  'GET /transactions/{id}': {
    operationId: 'readTransaction',
    description:
      'Without `payment_type` nothing is asked of the acquirer, and `acquirer_status` is null. ' +
      'With it, a pending transaction follows what the acquirer says; when the acquirer cannot be ' +
      'asked, the answer is what is stored.',
    errors: ['TRANSACTION_NOT_FOUND'],
    answer: {
      id: 1,
      order_number: '20261115-H6JHLR6CD2',
      status: 2,
      status_payment_name: 'APPROVED',
      failure_reason: null,
      pending: null,
      amount: 10000,
      refunded_amount: 1250,
      payment_type: 'pix',
      installments: 1,
      company_id: 1,
      customer: {
        id: 1,
        name: 'Maria da Silva',
        email: 'maria@loja.test',
        document: '52998224725',
        phone: '+55 (11) 98765-4321',
      },
      items: [{ name: 'Camiseta', quantity: 2, price: 4000 }],
      shipping: { name: 'Sedex', price: 2000 },
      metadata: { canal: 'site' },
      payment_link_id: null,
      external_id: 'pedido-1042',
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
      refunds: [
        {
          id: 1,
          amount: 1250,
          status: 'REFUNDED',
          requested_at: '2026-11-16T00:56:28.272Z',
          settled_at: '2026-11-16T00:56:28.399Z',
        },
      ],
      retry_of: null,
      retried_by: null,
      due_date: null,
      expires_at: '2026-11-16T01:26:26.690Z',
      payment_url: 'https://pay.example.com/pay/4BAo3XxATgQheq0ESC1uDicL2c8ujDzD',
      pix_qr_code:
        '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/7239aac8b3a01da5fbe0e4cb' +
        '1809bda45204000053039865802BR5909Loja Demo6009Sao Paulo62070503***63046598',
      pix_qr_code_url: 'https://pay.example.com/public/pix/4BAo3XxATgQheq0ESC1uDicL2c8ujDzD/qr.png',
      boleto_url: null,
      boleto_barcode: null,
      boleto_digitable_line: null,
      created_at: '2026-11-16T00:56:26.690Z',
      updated_at: '2026-11-16T00:56:28.399Z',
      paid_at: '2026-11-16T00:56:27.299Z',
      refunded_at: '2026-11-16T00:56:28.399Z',
      acquirer_status: {
        id: 'sbx_fcf2e2644e8b6c1f6084fc8d391fd665',
        operation: { status: 'PAID', value: 10000, provider: 'SANDBOX' },
        history: [
          { status: 'WAITING_PAYMENT', createdAt: '2026-11-16T00:56:26.948Z' },
          { status: 'PAID', createdAt: '2026-11-16T00:56:27.299Z' },
        ],
        payer: { fullName: 'Maria da Silva', document: '***.982.247-**' },
      },
    },
  },
  'POST /transactions/{id}/cancel': {
    operationId: 'cancelTransaction',
    description:
      'The charge is cancelled at the acquirer first; the transaction becomes FAILED. One that ' +
      'was paid meanwhile is refused.',
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING', 'ACQUIRER_UNAVAILABLE'],
    answer: {
      success: true,
      transaction: {
        id: 6,
        order_number: '20261115-YJQWXQEZ3T',
        status: 'FAILED',
        amount: 10000,
        payment_type: 'pix',
        created_at: '2026-11-16T00:56:29.507Z',
        expires_at: '2026-11-16T01:26:29.507Z',
        refunded_amount: 0,
        company_id: 1,
        retry_of: null,
        metadata: { canal: 'site' },
        payment_url: 'https://pay.example.com/pay/FkwCzHFl4OkLU7zWdJ_X_2toASJN7XeY',
        external_id: 'pedido-1053',
        pix_qr_code:
          '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/5df5135be3bc9bd262c5fccf' +
          '265065635204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304B262',
        pix_qr_code_url: 'https://pay.example.com/public/pix/FkwCzHFl4OkLU7zWdJ_X_2toASJN7XeY/qr.png',
      },
    },
  },
  'POST /transactions/{id}/retry': {
    operationId: 'retryTransaction',
    description:
      'Makes another transaction for the same order, with `retry_of` pointing back. An order has ' +
      'one open or paid retry at a time. The split is checked anew, and a due date that has ' +
      'passed gets the default. A payment link must have a place for it, as for every buyer.',
    errors: [
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_NOT_FAILED',
      'PAYMENT_LINK_UNAVAILABLE',
      ...ORDER_ERRORS,
      'ACCESS_TOKEN_INVALID',
    ],
    isIdempotent: true,
    answer: {
      success: true,
      transaction: {
        id: 8,
        order_number: '20261115-JLYXLYEKZV',
        status: 'PENDING',
        amount: 10000,
        payment_type: 'pix',
        created_at: '2026-11-16T00:56:30.064Z',
        expires_at: '2026-11-16T01:26:30.064Z',
        refunded_amount: 0,
        company_id: 1,
        retry_of: 3,
        metadata: { canal: 'site' },
        payment_url: 'https://pay.example.com/pay/OrJXqX5NzOUgNSc5BK4HayOM9ZyEBQ29',
        external_id: 'pedido-1050',
        pix_qr_code:
          '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/64cea223d6089d35048d3d35' +
          '713f1bdc5204000053039865802BR5909Loja Demo6009Sao Paulo62070503***630464DA',
        pix_qr_code_url: 'https://pay.example.com/public/pix/OrJXqX5NzOUgNSc5BK4HayOM9ZyEBQ29/qr.png',
      },
    },
  },
  'GET /transactions/{id}/events': {
    operationId: 'listTransactionEvents',
    errors: ['TRANSACTION_NOT_FOUND'],
    answer: {
      data: [
        {
          id: 'evt_d7c4636ed13e775649342018590e3cea',
          event: 'payment.refunded',
          sequence: 3,
          created_at: '2026-11-16T00:56:28.399Z',
          deliveries: [
            {
              id: 2,
              webhook_id: 1,
              url: 'https://loja.example.com/vintem',
              status: 'DELIVERED',
              resend: false,
              attempts: 1,
              last_status_code: 200,
              last_duration_ms: 44,
            },
          ],
          transaction_id: 1,
          status: 'REFUNDED',
          refund_amount: 1250,
          refunded_at: '2026-11-16T00:56:28.399Z',
          refund_id: 1,
          total_refunded_amount: 1250,
          company_id: 1,
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
  'GET /transactions/{id}/entries': {
    operationId: 'listTransactionEntries',
    errors: ['TRANSACTION_NOT_FOUND'],
    answer: {
      data: [
        {
          id: 1,
          available_at: '2026-11-16T00:56:27.542Z',
          posted_at: '2026-11-16T00:56:27.542Z',
          cause: 'approval',
          kind: 'share',
          account: 'main',
          amount: 9000,
          transaction_id: 1,
          order_number: '20261115-H6JHLR6CD2',
          refund_id: null,
          company_id: 1,
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
};
