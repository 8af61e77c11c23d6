import type { Notes } from '../operation-notes.ts';

const ROLE = {
  role: 'OWNER',
  permissions: ['read', 'charge', 'refund', 'payout', 'webhooks', 'manage', 'own'],
  second_factor: false,
};

export const usersNotes: Notes = {
  'GET /users/me': {
    operationId: 'readProfile',
    description: 'The user that is logged in, and its merchant.',
    answer: { id: 1, name: 'Demo', email: 'demo@vintem.dev', merchant: { id: 1, name: 'Demo' }, ...ROLE },
  },
  'PATCH /users/me': {
    operationId: 'changeProfile',
    description: 'The e-mail is what one logs in with: only the operator changes it.',
    request: { name: 'Ana Souza' },
    answer: { id: 1, name: 'Ana Souza', email: 'demo@vintem.dev', merchant: { id: 1, name: 'Demo' }, ...ROLE },
  },
  'PUT /users/me/password': {
    operationId: 'changePassword',
    errors: ['INVALID_CREDENTIALS'],
    request: { current_password: 'vintem-demo', new_password: 'uma frase longa e só sua' },
  },
  'GET /users/me/sessions': {
    operationId: 'listSessions',
    answer: { data: [] },
  },
  'DELETE /users/me/sessions': {
    operationId: 'endOtherSessions',
  },
  'DELETE /users/me/sessions/{id}': {
    operationId: 'endSession',
  },
  'GET /users/me/views/{page}': {
    operationId: 'listViews',
    answer: { data: [{ name: 'Pagas', query: 'status=2', updated_at: '2026-11-16T00:56:33.326Z' }] },
  },
  'PUT /users/me/views/{page}/{name}': {
    operationId: 'saveView',
    request: { query: 'status=2' },
    answer: { name: 'Pagas', query: 'status=2', updated_at: '2026-11-16T00:56:33.326Z' },
  },
  'DELETE /users/me/views/{page}/{name}': {
    operationId: 'deleteView',
  },
};
