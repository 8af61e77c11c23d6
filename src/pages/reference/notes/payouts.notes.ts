import type { ErrorCode } from '../../../ground/errors.ts';
import type { Notes } from '../operation-notes.ts';

const REFUSALS = [
  'COMPANY_NOT_FOUND',
  'DESTINATION_NOT_FOUND',
  'PAYOUTS_NOT_ENABLED',
  'DESTINATION_INVALID',
  'DESTINATION_ON_HOLD',
  'PAYOUT_BELOW_MINIMUM',
  'PAYOUT_LIMIT_EXCEEDED',
  'INSUFFICIENT_BALANCE',
] as const satisfies readonly ErrorCode[];

/** Of whoever must have given password and code. */
const PROOFS = [
  'PASSWORD_NEEDED',
  'OTP_REQUIRED',
  'OTP_INVALID',
  'OTP_SETUP_REQUIRED',
] as const satisfies readonly ErrorCode[];

export const payoutsNotes: Notes = {
  'POST /payouts': {
    operationId: 'requestPayout',
    errors: [...REFUSALS, ...PROOFS],
    isIdempotent: true,
    request: { company_id: 1, amount: 150_000, destination_id: 1, description: 'Repasse de março' },
  },
  'GET /payouts': {
    operationId: 'listPayouts',
  },
  'GET /payouts/{id}': {
    operationId: 'readPayout',
    description:
      '`history` tells who did what and when, `returns` what came back, and `waits_for` why it is not at its end yet.',
    errors: ['PAYOUT_NOT_FOUND'],
  },
  'GET /payouts/{id}/entries': {
    operationId: 'listPayoutEntries',
    errors: ['PAYOUT_NOT_FOUND'],
  },
  'POST /payouts/{id}/cancel': {
    operationId: 'cancelPayout',
    errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_CANCELLABLE'],
    isBodyOptional: true,
    request: { reason: 'Valor errado' },
  },
  'POST /payouts/{id}/approve': {
    operationId: 'approvePayout',
    errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_AWAITING_APPROVAL', ...PROOFS],
    isBodyOptional: true,
    request: { reason: 'Conferido' },
  },
  'POST /payouts/{id}/refuse': {
    operationId: 'refusePayout',
    errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_NOT_AWAITING_APPROVAL'],
    isBodyOptional: true,
    request: { reason: 'Destino errado' },
  },
  'POST /payouts/simulate': {
    operationId: 'simulatePayout',
    errors: REFUSALS,
    request: { company_id: 1, amount: 150_000, destination_id: 1 },
  },
};
