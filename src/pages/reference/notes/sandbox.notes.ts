import type { Notes } from '../operation-notes.ts';

export const sandboxNotes: Notes = {
  'POST /sandbox/transactions/{id}/pay': {
    operationId: 'paySandboxTransaction',
    description: 'The payer pays. Goes through the sandbox acquirer, over the way of production. Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
  },
  'POST /sandbox/transactions/{id}/fail': {
    operationId: 'failSandboxTransaction',
    description:
      'The acquirer refuses the payment. Goes through the sandbox acquirer, over the way of ' +
      'production. Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
  },
  'POST /sandbox/transactions/{id}/cancel': {
    operationId: 'cancelSandboxTransaction',
    description:
      'The acquirer cancels the charge. Goes through the sandbox acquirer, over the way of ' +
      'production. Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
  },
  'POST /sandbox/transactions/{id}/expire': {
    operationId: 'expireSandboxTransaction',
    description:
      'The time to pay runs out. Goes through the sandbox acquirer, over the way of production. ' + 'Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
  },
  'POST /sandbox/transactions/{id}/refund': {
    operationId: 'refundSandboxTransaction',
    description:
      'The acquirer gives the money back by itself, which shows as a divergence where it was paid ' +
      'here. Goes through the sandbox acquirer, over the way of production. Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
    answer: { success: true, transaction_id: 7, acquirer_status: 'REFUNDED' },
  },
  'POST /sandbox/payouts/{id}/pay': {
    operationId: 'paySandboxPayout',
    description: 'The bank pays what is on its way. Goes through the sandbox acquirer. Absent in live.',
    errors: ['PAYOUT_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
    answer: { success: true, payout_id: 31, acquirer_status: 'PAID', returned_amount: 0 },
  },
  'POST /sandbox/payouts/{id}/fail': {
    operationId: 'failSandboxPayout',
    description:
      'The bank refuses what is on its way: amount and fee are given back. Goes through the sandbox acquirer. ' +
      'Absent in live.',
    errors: ['PAYOUT_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { notify: true },
    answer: { success: true, payout_id: 31, acquirer_status: 'REFUSED', returned_amount: 0 },
  },
  'POST /sandbox/payouts/{id}/return': {
    operationId: 'returnSandboxPayout',
    description:
      'The receiving bank sends back what was paid, all that is left of it or a part. Goes through the sandbox ' +
      'acquirer. Absent in live.',
    errors: ['PAYOUT_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
    isBodyOptional: true,
    request: { amount: 5000, notify: true },
    answer: { success: true, payout_id: 31, acquirer_status: 'PAID', returned_amount: 5000 },
  },
  'GET /sandbox/clock': {
    operationId: 'readSandboxClock',
    description: 'Business time decides about expiry, due dates, settlement and the refund window. Absent in live.',
  },
  'POST /sandbox/clock': {
    operationId: 'advanceSandboxClock',
    description: 'Moves for everybody, and never back. Absent in live.',
    errors: ['SANDBOX_CLOCK_OFF'],
    request: { advance_seconds: 3600 },
  },
  'POST /pay/{token}/simulate': {
    operationId: 'paySandboxPage',
    description: 'What the button of the payer’s page does; a form is led back to the page (303). Absent in live.',
    errors: ['TRANSACTION_NOT_FOUND', 'ACQUIRER_UNAVAILABLE'],
  },
};
