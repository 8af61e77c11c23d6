import type { Notes } from '../operation-notes.ts';

export const apiKeysNotes: Notes = {
  'POST /api-keys': {
    operationId: 'createApiKey',
    errors: ['API_KEY_LIMIT'],
    request: { name: 'Loja virtual', scopes: ['read', 'charge'] },
  },
  'GET /api-keys': {
    operationId: 'listApiKeys',
  },
  'DELETE /api-keys/{id}': {
    operationId: 'revokeApiKey',
    errors: ['API_KEY_NOT_FOUND'],
  },
};
