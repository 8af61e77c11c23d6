import type { Notes } from '../operation-notes.ts';

export const serviceNotes: Notes = {
  'GET /healthz': {
    operationId: 'checkHealth',
    description: 'Answers as long as the process lives. Never limited.',
  },
  'GET /readyz': {
    operationId: 'checkReadiness',
    description:
      'Whether requests should be sent here: the database can be reached, its migrations are ' +
      'current and the clocks agree. The state of the acquirers is told and does not decide: `up`, ' +
      '`down` where one does not answer or its stored configuration cannot be opened, `none` ' +
      'where none is configured. 503 has the same body.',
    answer: { status: 'ready', checks: { database: 'up', migrations: 'current', acquirer: 'up', clock: 'in step' } },
  },
  'GET /openapi.json': {
    operationId: 'readDescription',
    description: 'This document.',
    answer: { openapi: '3.1.0', info: { title: 'Vintém', version: '1.0.0' }, paths: {} },
  },
};
