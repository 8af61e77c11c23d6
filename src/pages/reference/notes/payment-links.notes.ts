import type { Notes } from '../operation-notes.ts';

export const paymentLinksNotes: Notes = {
  'GET /payment-links': {
    operationId: 'listPaymentLinks',
  },
  'POST /payment-links': {
    operationId: 'createPaymentLink',
    errors: ['COMPANY_NOT_FOUND', 'AMOUNT_BELOW_MINIMUM', 'TOTAL_MISMATCH', 'PAYMENT_TYPE_NOT_ENABLED'],
    request: {
      company_id: 1,
      title: 'Camiseta Vintém',
      items: [{ name: 'Camiseta', quantity: 1, price: 7990 }],
      shipping: { name: 'Sedex', price: 2000 },
      methods: ['pix', 'invoice'],
      max_payments: 50,
    },
  },
  'GET /payment-links/{id}': {
    operationId: 'readPaymentLink',
    errors: ['PAYMENT_LINK_NOT_FOUND'],
  },
  'PATCH /payment-links/{id}': {
    operationId: 'changePaymentLink',
    errors: ['PAYMENT_LINK_NOT_FOUND'],
    request: { title: 'Camiseta Vintém 2026', status: 'DISABLED' },
  },
};
