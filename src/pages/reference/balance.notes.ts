import type { Notes } from './operation-notes.ts';

export const balanceNotes: Notes = {
  'POST /balance/list': {
    operationId: 'readBalance',
    description: 'A company that is named twice counts once. One that is not yours is as one that does not exist.',
    errors: ['COMPANY_NOT_FOUND'],
    request: { companyIds: [1] },
    answer: { available: 17688, future: 0, retention: 0 },
  },
  'GET /companies/{id}/statement': {
    operationId: 'readStatement',
    description:
      'Files carry the balances in the headers X-Opening-Balance and X-Closing-Balance, and are ' +
      'refused where they would hold more than 50000 entries.',
    errors: ['COMPANY_NOT_FOUND'],
    answer: {
      company_id: 1,
      from: '2026-10-16T03:00:00.000Z',
      to: '2026-11-16T02:59:59.999Z',
      opening_balance: 0,
      closing_balance: 17688,
      page_opening_balance: 0,
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
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
  'GET /companies/{id}/statement/days': {
    operationId: 'readStatementDays',
    description: 'Every day of the period has a row, also those without entries.',
    errors: ['COMPANY_NOT_FOUND'],
    answer: {
      company_id: 1,
      from: '2026-10-16',
      to: '2026-11-15',
      opening_balance: 0,
      data: [{ date: '2026-10-16', credits: 0, debits: 0, net: 0, closing_balance: 0, count: 0 }],
    },
  },
};
