import type { Notes } from './operation-notes.ts';

export const divergencesNotes: Notes = {
  'GET /divergences': {
    operationId: 'listDivergences',
    description:
      'Where the acquirer received or gave back another amount than our books say. Nothing is ' +
      'corrected by itself.',
    answer: {
      data: [
        {
          id: 1,
          transaction_id: 7,
          kind: 'UNREQUESTED_REFUND',
          local_status: 'APPROVED',
          acquirer_status: 'REFUNDED',
          amount: 10000,
          acquirer_amount: 10000,
          received_amount: 10000,
          refunded_amount: 0,
          acquirer_received_amount: 10000,
          acquirer_refunded_amount: 10000,
          difference: -10000,
          detected_at: '2026-11-16T00:56:30.545Z',
          gone_at: null,
          resolved_at: null,
          resolution: null,
          booked_at: null,
        },
      ],
      total: 1,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    },
  },
  'POST /divergences/{id}/resolve': {
    operationId: 'resolveDivergence',
    description: 'Keeps the text with the disagreement. No money moves.',
    errors: ['DIVERGENCE_NOT_FOUND'],
    request: { resolution: 'Conferido com o banco em 20/11' },
    answer: {
      id: 1,
      transaction_id: 7,
      kind: 'UNREQUESTED_REFUND',
      local_status: 'APPROVED',
      acquirer_status: 'REFUNDED',
      amount: 10000,
      acquirer_amount: 10000,
      received_amount: 10000,
      refunded_amount: 0,
      acquirer_received_amount: 10000,
      acquirer_refunded_amount: 10000,
      difference: -10000,
      detected_at: '2026-11-16T00:56:30.545Z',
      gone_at: null,
      resolved_at: '2026-11-16T00:56:30.689Z',
      resolution: 'Conferido com o banco em 20/11',
      booked_at: null,
    },
  },
};
