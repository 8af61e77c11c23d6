import type { ErrorCode } from '../../ground/errors.ts';

/**
 * What the reference says of an operation beyond the route itself, which has its tag, its summary and its schemas. The
 * examples would drown a route, and the list of errors is about everything that the route calls.
 */
export interface OperationNotes {
  /** Clients name their functions by it: it never changes. */
  operationId: string;
  /** Where the route's own schema has none. */
  description?: string;
  /** Beyond those that every operation of its kind can give (`errors-of-operation.ts`). */
  errors?: readonly ErrorCode[];
  /** Takes an Idempotency-Key. */
  isIdempotent?: true;
  /** The body may be left out altogether. */
  isBodyOptional?: true;
  /** An example of the body; a text where the body is a form. */
  request?: unknown;
  /** An example of the first success that has a body, where none was recorded. */
  answer?: unknown;
  /** Bodies that no schema of the route describes: status → type. */
  media?: Readonly<Record<number, string>>;
  /** Successes and redirects without a body: status → what it means. */
  bare?: Readonly<Record<number, string>>;
  /** The type of a body that is not JSON. */
  form?: string;
}

/** By method and path, as the document writes them: `GET /transactions/{id}`. */
export type Notes = Readonly<Record<string, OperationNotes>>;

export const SPLIT_ERRORS = [
  'SPLIT_MULTIPLE_FEE_BEARERS',
  'SPLIT_MULTIPLE_PRIMARIES',
  'SPLIT_PERCENTAGE_EXCEEDED',
  'SPLIT_FIXED_EXCEEDED',
  'SPLIT_EXCEEDS_TOTAL',
  'SPLIT_PARTICIPANT_INVALID',
  'SPLIT_DUPLICATE_PARTICIPANT',
] as const satisfies readonly ErrorCode[];

export const ORDER_ERRORS = [
  'AMOUNT_BELOW_MINIMUM',
  'TOTAL_MISMATCH',
  'PAYMENT_TYPE_NOT_ENABLED',
  ...SPLIT_ERRORS,
  'ACQUIRER_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

export const REFUND_ERRORS = [
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_ALREADY_REFUNDED',
  'INSUFFICIENT_BALANCE',
  'REFUND_REFUSED',
] as const satisfies readonly ErrorCode[];

export const PIX_REFUND_ERRORS = [
  ...REFUND_ERRORS,
  'TRANSACTION_NOT_PIX',
  'TRANSACTION_NOT_REFUNDABLE',
  'REFUND_PERIOD_EXPIRED',
  'REFUND_VALUE_EXCEEDS_ORIGINAL',
] as const satisfies readonly ErrorCode[];
