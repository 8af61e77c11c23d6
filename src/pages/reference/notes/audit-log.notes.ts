import type { Notes } from '../operation-notes.ts';

export const auditLogNotes: Notes = {
  'GET /audit-log': {
    operationId: 'listAuditLog',
    answer: {
      data: [
        {
          id: 7,
          created_at: '2026-11-16T00:56:33.326Z',
          action: 'refund.requested',
          actor: { kind: 'user', id: 1, name: 'Demo' },
          object: { kind: 'transaction', id: '12' },
          details: { amount: 3334 },
          address: '203.0.113.7',
          agent: 'Mozilla/5.0',
          times: 1,
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
    media: { 200: 'text/csv' },
  },
};
