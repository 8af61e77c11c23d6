import type { Notes } from '../operation-notes.ts';

export const balanceNotes: Notes = {
  'POST /balance/list': {
    operationId: 'readBalance',
    description: 'A company that is named twice counts once. One that is not yours is as one that does not exist.',
    errors: ['COMPANY_NOT_FOUND'],
    request: { companyIds: [1] },
  },
  'GET /companies/{id}/statement': {
    operationId: 'readStatement',
    description:
      'Files carry the balances in the headers X-Opening-Balance and X-Closing-Balance, and are ' +
      'refused where they would hold more than 50000 entries.',
    errors: ['COMPANY_NOT_FOUND'],
  },
  'GET /companies/{id}/statement/days': {
    operationId: 'readStatementDays',
    description: 'Every day of the period has a row, also those without entries.',
    errors: ['COMPANY_NOT_FOUND'],
  },
};
