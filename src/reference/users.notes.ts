import type { Notes } from './operation-notes.ts';

export const usersNotes: Notes = {
  'GET /users/me': {
    operationId: 'readProfile',
    description: 'The user that is logged in, and its merchant.',
  },
  'PATCH /users/me': {
    operationId: 'changeProfile',
    description: 'The e-mail is what one logs in with: only the operator changes it.',
  },
  'PUT /users/me/password': {
    operationId: 'changePassword',
    errors: ['INVALID_CREDENTIALS'],
  },
  'GET /users/me/sessions': {
    operationId: 'listSessions',
  },
  'DELETE /users/me/sessions': {
    operationId: 'endOtherSessions',
  },
  'DELETE /users/me/sessions/{id}': {
    operationId: 'endSession',
  },
  'GET /users/me/views/{page}': {
    operationId: 'listViews',
  },
  'PUT /users/me/views/{page}/{name}': {
    operationId: 'saveView',
  },
  'DELETE /users/me/views/{page}/{name}': {
    operationId: 'deleteView',
  },
};
