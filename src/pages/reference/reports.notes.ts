import type { Notes } from './operation-notes.ts';

export const reportsNotes: Notes = {
  'GET /reports/payments': {
    operationId: 'reportPayments',
    errors: ['COMPANY_NOT_FOUND'],
    answer: {
      from: '2026-10-17',
      to: '2026-11-15',
      interval: 'day',
      basis: 'paid',
      data: [
        {
          date: '2026-11-15',
          payment_type: 'pix',
          count: 3,
          amount: 30000,
          approved_count: 3,
          approved_amount: 30000,
          failed_count: 0,
          refunded_amount: 11250,
        },
      ],
      totals: {
        count: 3,
        amount: 30000,
        approved_count: 3,
        approved_amount: 30000,
        failed_count: 0,
        refunded_amount: 11250,
      },
    },
  },
};
