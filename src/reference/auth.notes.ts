import type { Notes } from './operation-notes.ts';

export const authNotes: Notes = {
  'POST /auth': {
    operationId: 'logIn',
    description:
      'Gives a token for the header `Authorization: Bearer …`. There is no refresh: log in again. ' +
      'Only failed logins are limited, by account and by address.',
    errors: ['INVALID_CREDENTIALS'],
  },
  'GET /auth': {
    operationId: 'readLogin',
    description: 'The user that the token belongs to, and the companies of its merchant.',
  },
};
