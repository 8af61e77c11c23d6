import type { Notes } from '../operation-notes.ts';

export const reportsNotes: Notes = {
  'GET /reports/payments': {
    operationId: 'reportPayments',
    errors: ['COMPANY_NOT_FOUND'],
  },
};
