import type { Notes } from '../operation-notes.ts';

export const authNotes: Notes = {
  'POST /auth': {
    operationId: 'logIn',
    description:
      'Gives a token for the header `Authorization: Bearer …`. There is no refresh: log in again. ' +
      'Only failed logins are limited, by account and by address.',
    errors: ['INVALID_CREDENTIALS', 'OTP_REQUIRED', 'OTP_INVALID', 'OTP_SETUP_REQUIRED'],
    request: { email: 'demo@vintem.dev', password: 'vintem-demo' },
    answer: {
      response: {
        token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.assinatura',
        user: { id: 1, name: 'Demo', email: 'demo@vintem.dev' },
        expires_in: 3600,
      },
    },
  },
  'GET /auth': {
    operationId: 'readLogin',
    description: 'The user that the token belongs to, and the companies of its merchant.',
    answer: {
      response: {
        user: { id: 1, name: 'Demo', email: 'demo@vintem.dev' },
        companies: [{ id: 1, name: 'Loja Demo', status: 'ACTIVE' }],
      },
    },
  },
};
