import type { Notes } from '../operation-notes.ts';

export const divergencesNotes: Notes = {
  'GET /divergences': {
    operationId: 'listDivergences',
    description:
      'Where the acquirer received or gave back another amount than our books say. Nothing is ' +
      'corrected by itself.',
  },
  'POST /divergences/{id}/resolve': {
    operationId: 'resolveDivergence',
    description: 'Keeps the text with the disagreement. No money moves.',
    errors: ['DIVERGENCE_NOT_FOUND'],
    request: { resolution: 'Conferido com o banco em 20/11' },
  },
};
