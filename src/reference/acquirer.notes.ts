import type { Notes } from './operation-notes.ts';

export const acquirerNotes: Notes = {
  'POST /acquirer/notifications': {
    operationId: 'notifyFromSandbox',
    description:
      'Only a hint: the acquirer is asked about the charge that the body names. Forged, repeated ' +
      'and late ones change nothing.',
    errors: ['UNAUTHORIZED', 'ROUTE_NOT_FOUND'],
    form: 'application/json',
  },
  'POST /acquirer/{name}/notifications': {
    operationId: 'notifyFromAcquirer',
    description:
      'Only a hint: the acquirer is asked about the charge that the body names. Forged, repeated ' +
      'and late ones change nothing.',
    errors: ['UNAUTHORIZED', 'ROUTE_NOT_FOUND'],
    form: 'application/json',
  },
  'POST /acquirer/{name}/notifications/{secret}': {
    operationId: 'callBack',
    errors: ['ROUTE_NOT_FOUND'],
    form: 'application/json',
  },
  'POST /acquirer/{name}/notifications/{secret}/pix': {
    operationId: 'callBackPix',
    errors: ['ROUTE_NOT_FOUND'],
    form: 'application/json',
  },
};
