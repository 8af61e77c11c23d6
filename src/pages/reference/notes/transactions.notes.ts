import { type Notes, ORDER_ERRORS } from '../operation-notes.ts';

export const transactionsNotes: Notes = {
  'GET /transactions': {
    operationId: 'listTransactions',
  },
  'GET /transactions/{id}': {
    operationId: 'readTransaction',
    description:
      'Without `payment_type` nothing is asked of the acquirer, and `acquirer_status` is null. ' +
      'With it, a pending transaction follows what the acquirer says; when the acquirer cannot be ' +
      'asked, the answer is what is stored.',
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'POST /transactions/{id}/cancel': {
    operationId: 'cancelTransaction',
    description:
      'The charge is cancelled at the acquirer first; the transaction becomes FAILED. One that ' +
      'was paid meanwhile is refused. Where the bank of a boleto answers later the answer is 202, and the ' +
      'transaction stays PENDING with `requested_change` until then.',
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING', 'ACQUIRER_UNAVAILABLE'],
  },
  'PATCH /transactions/{id}/boleto': {
    operationId: 'changeBoletoDueDate',
    description:
      'From today to 180 days away, and not before the last discount of the boleto. Where the bank answers later ' +
      'the answer is 202, and `requested_change` says so until the bank has confirmed or refused it; ' +
      '`payment.updated` tells each step. The slip is a new one.',
    request: { due_date: '2026-12-10' },
    errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING', 'CHANGE_REFUSED', 'ACQUIRER_UNAVAILABLE'],
  },
  'POST /transactions/{id}/retry': {
    operationId: 'retryTransaction',
    description:
      'Makes another transaction for the same order, with `retry_of` pointing back. An order has ' +
      'one open or paid retry at a time. The split is checked anew, and a due date that has ' +
      'passed gets the default. A payment link must have a place for it, as for every buyer.',
    errors: [
      'TRANSACTION_NOT_FOUND',
      'TRANSACTION_NOT_FAILED',
      'PAYMENT_LINK_UNAVAILABLE',
      ...ORDER_ERRORS,
      'ACCESS_TOKEN_INVALID',
    ],
    isIdempotent: true,
  },
  'GET /transactions/{id}/events': {
    operationId: 'listTransactionEvents',
    errors: ['TRANSACTION_NOT_FOUND'],
  },
  'GET /transactions/{id}/entries': {
    operationId: 'listTransactionEntries',
    errors: ['TRANSACTION_NOT_FOUND'],
  },
};
