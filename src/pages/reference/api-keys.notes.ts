import type { Notes } from './operation-notes.ts';

const KEY = {
  id: 1,
  name: 'Loja virtual',
  scopes: ['read', 'charge'],
  hint: '…1a2b',
  status: 'ACTIVE',
  created_at: '2026-11-16T00:56:33.326Z',
  created_by: { id: 1, name: 'Demo' },
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  addresses: null,
};

export const apiKeysNotes: Notes = {
  'POST /api-keys': {
    operationId: 'createApiKey',
    errors: ['API_KEY_LIMIT'],
    request: { name: 'Loja virtual', scopes: ['read', 'charge'] },
    answer: { ...KEY, key: `vk_${'0123456789abcdef'.repeat(4)}` },
  },
  'GET /api-keys': {
    operationId: 'listApiKeys',
    answer: { data: [KEY] },
  },
  'DELETE /api-keys/{id}': {
    operationId: 'revokeApiKey',
    errors: ['API_KEY_NOT_FOUND'],
  },
};
