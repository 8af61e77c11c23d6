import type { Notes } from '../operation-notes.ts';

export const acquirerNotes: Notes = {
  'POST /acquirer/notifications': {
    operationId: 'notifyFromSandbox',
    description:
      'Only a hint: the acquirer is asked about the charge that the body names. Forged, repeated ' +
      'and late ones change nothing. Of those whose signature is wrong, an address may send 20 a second.',
    errors: ['UNAUTHORIZED', 'ROUTE_NOT_FOUND', 'RATE_LIMITED'],
    form: 'application/json',
    request: { reference: '8d56554ea732342b1af28869fd57e77d', status: 'PAID' },
    answer: { success: true },
  },
  'POST /acquirer/{name}/notifications': {
    operationId: 'notifyFromAcquirer',
    description:
      'Only a hint: the acquirer is asked about the charge that the body names. Forged, repeated ' +
      'and late ones change nothing. Of those whose signature is wrong, an address may send 20 a second.',
    errors: ['UNAUTHORIZED', 'ROUTE_NOT_FOUND', 'RATE_LIMITED'],
    form: 'application/json',
    request: { reference: '8d56554ea732342b1af28869fd57e77d', status: 'PAID' },
    answer: { success: true },
  },
  'POST /acquirer/{name}/notifications/{secret}': {
    operationId: 'callBack',
    errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED'],
    form: 'application/json',
    request: {
      pix: [
        { txid: '8d56554ea732342b1af28869fd57e77d', endToEndId: 'E12345678202611161042abcdefghijk', valor: '100.00' },
      ],
    },
    answer: { success: true },
  },
  'POST /acquirer/{name}/notifications/{secret}/pix': {
    operationId: 'callBackPix',
    errors: ['ROUTE_NOT_FOUND', 'RATE_LIMITED'],
    form: 'application/json',
    request: {
      pix: [
        { txid: '8d56554ea732342b1af28869fd57e77d', endToEndId: 'E12345678202611161042abcdefghijk', valor: '100.00' },
      ],
    },
    answer: { success: true },
  },
};
