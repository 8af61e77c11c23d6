import type { Notes } from '../operation-notes.ts';

const ANSWER = {
  id: 7,
  company_id: 1,
  type: 'pix_key',
  key_type: 'cnpj',
  key: '**.222.333/****-**',
  status: 'ON_HOLD',
  is_own: true,
  refund_of: null,
  created_at: '2026-11-16T00:56:32.495Z',
  created_by: 'Ana Souza',
  usable_at: '2026-11-17T00:56:32.495Z',
  blocked_at: null,
  block_reason: null,
};

export const destinationsNotes: Notes = {
  'POST /companies/{id}/destinations': {
    operationId: 'addDestination',
    errors: ['COMPANY_NOT_FOUND', 'TRANSACTION_NOT_FOUND', 'DESTINATION_INVALID', 'DESTINATION_LIMIT'],
    request: { type: 'pix_key', key_type: 'cnpj', key: '11.222.333/0001-81' },
    answer: ANSWER,
  },
  'GET /companies/{id}/destinations': {
    operationId: 'listDestinations',
    errors: ['COMPANY_NOT_FOUND'],
    answer: { data: [ANSWER] },
  },
  'DELETE /companies/{id}/destinations/{destinationId}': {
    operationId: 'removeDestination',
    errors: ['COMPANY_NOT_FOUND', 'DESTINATION_NOT_FOUND'],
  },
};
