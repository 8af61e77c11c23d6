import type { Notes } from './operation-notes.ts';

export const serviceNotes: Notes = {
  'GET /healthz': {
    operationId: 'checkHealth',
    description: 'Answers as long as the process lives. Never limited.',
  },
  'GET /readyz': {
    operationId: 'checkReadiness',
    description:
      'Whether requests should be sent here: the database can be reached, its migrations are ' +
      'current and the clocks agree. The state of the acquirer is told and does not decide. 503 ' +
      'has the same body.',
  },
  'GET /openapi.json': {
    operationId: 'readDescription',
    description: 'This document.',
  },
};
