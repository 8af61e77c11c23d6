import type { Notes } from '../operation-notes.ts';

export const customersNotes: Notes = {
  'GET /customers': {
    operationId: 'listCustomers',
    description: 'One record for each document; a later order brings name, e-mail and phone up to date.',
  },
  'GET /customers/{id}': {
    operationId: 'readCustomer',
    description:
      'The figures are of all transactions of the customer, or of the latest where there are very ' +
      'many: then `is_partial` is true.',
    errors: ['CUSTOMER_NOT_FOUND'],
  },
  'GET /customers/{id}/export': {
    operationId: 'exportCustomer',
    errors: ['CUSTOMER_NOT_FOUND'],
    answer: {
      exported_at: '2026-11-16T00:56:33.326Z',
      customer: {
        id: 1,
        document: '52998224725',
        name: 'Maria da Silva',
        email: 'maria@loja.test',
        phone: '+55 (11) 98765-4321',
        created_at: '2026-11-16T00:56:26.690Z',
        updated_at: '2026-11-16T00:56:26.690Z',
        anonymisation: null,
      },
      reminder_refusals: [],
      is_partial: false,
      transactions: [],
    },
  },
  'POST /customers/{id}/anonymise': {
    operationId: 'anonymiseCustomer',
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_HAS_OPEN_PAYMENTS'],
    answer: {
      customer_id: 1,
      anonymised_at: '2026-11-16T00:56:33.326Z',
      is_complete: true,
      document_kept_until: '2032-01-01',
    },
  },
};
