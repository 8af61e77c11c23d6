import { type Notes, ORDER_ERRORS, SPLIT_ERRORS } from './operation-notes.ts';

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
  },
  'DELETE /companies/{id}/access-tokens/{tokenId}': {
    operationId: 'revokeAccessToken',
    description: 'A token that was revoked before stays revoked. Payments made with it are not touched.',
    errors: ['COMPANY_NOT_FOUND', 'ACCESS_TOKEN_NOT_FOUND'],
  },
  'POST /companies/{id}/payments': {
    operationId: 'createCompanyPayment',
    errors: [...ORDER_ERRORS, 'COMPANY_NOT_FOUND', 'ACCESS_TOKEN_INVALID'],
    isIdempotent: true,
  },
  'PUT /companies/{id}/split': {
    operationId: 'replaceFixedSplit',
    errors: ['COMPANY_NOT_FOUND', ...SPLIT_ERRORS],
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
  },
};
