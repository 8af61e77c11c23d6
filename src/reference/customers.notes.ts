import type { Notes } from './operation-notes.ts';

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
};
