import { Type } from 'typebox';
import { ApiError, ERRORS, type ErrorCode, errorBody } from '../../ground/errors.ts';
import { byStatus } from './errors-of-operation.ts';

/** The one error body; `code` is one of the catalogue. */
export const ErrorBody = Type.Object(
  {
    success: Type.Boolean({ description: 'false' }),
    statusCode: Type.Integer({ description: 'the status of the answer' }),
    code: Type.Enum(Object.keys(ERRORS), { description: 'tells errors apart' }),
    message: Type.String({ description: 'Portuguese, fit to show to staff' }),
    error: Type.String({ description: 'technical detail' }),
    field: Type.Optional(Type.String({ description: 'dotted path of the one field at fault' })),
    details: Type.Optional(
      Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'figures that help' }),
    ),
  },
  { description: 'Error' },
);

type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const SCHEMA = { $ref: '#/components/schemas/Error' };
const answerRef = (code: ErrorCode) => `#/components/responses/${code}`;
const exampleRef = (code: ErrorCode) => `#/components/examples/${code}`;
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/**
 * What the answers of operations refer to: the error body, an example of each code, and an answer where the
 * code stands alone.
 */
export function errorComponents(paths: object): Json {
  const text = JSON.stringify(paths);
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const standingAlone = codes.filter((code) => text.includes(`"${answerRef(code)}"`));
  const shown = codes.filter((code) => standingAlone.includes(code) || text.includes(`"${exampleRef(code)}"`));
  return {
    schemas: { Error: ErrorBody },
    headers: {
      RetryAfter: { description: 'seconds until it is worth asking again', schema: { type: 'integer' } },
      IdempotencyReplayed: {
        description: 'true: the answer that was given to the first request with this key',
        schema: { type: 'string', enum: ['true'] },
      },
    },
    parameters: {
      IdempotencyKey: {
        in: 'header',
        name: 'Idempotency-Key',
        required: false,
        description: 'the same request with the same key, within 24 hours, is done once and answered alike',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      },
    },
    examples: Object.fromEntries(
      shown.map((code) => [code, { summary: ERRORS[code].message, value: exampleOf(code) }]),
    ),
    responses: Object.fromEntries(standingAlone.map((code) => [code, errorAnswer(ERRORS[code].status, [code])])),
  };
}

function exampleOf(code: ErrorCode) {
  return errorBody(new ApiError(code, EXAMPLE_DETAILS[code] ?? ERRORS[code].message, EXAMPLE_CONTEXTS[code]));
}

const EXAMPLE_DETAILS: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'customer.email is required',
  INSUFFICIENT_BALANCE: 'the balance is short of 1500 cents',
  UNAUTHORIZED: 'a valid Authorization: Bearer token is required',
  RATE_LIMITED: 'at most 1000 requests per second',
};
const EXAMPLE_CONTEXTS: Partial<Record<ErrorCode, { field?: string; details?: Json }>> = {
  VALIDATION_ERROR: { field: 'customer.email' },
  INSUFFICIENT_BALANCE: { details: { available: 8500, required: 10000, shortfall: 1500 } },
  REFUND_VALUE_EXCEEDS_ORIGINAL: { details: { remaining: 5000 } },
  ACQUIRER_UNAVAILABLE: { details: { transaction_id: 1042 } },
};

/** The answers of an operation that refuse or fail: one for each status, which names every code it can carry. */
export function errorAnswers(codes: readonly ErrorCode[], isPage: boolean): Json {
  return Object.fromEntries(
    [...byStatus(codes)].map(([status, some]) => {
      if (isPage) return [status, pageAnswer(some)];
      return [status, some.length === 1 ? { $ref: answerRef(some[0] as ErrorCode) } : errorAnswer(status, some)];
    }),
  );
}

function errorAnswer(status: number, codes: readonly ErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: exampleRef(code) }]));
  const schema = { allOf: [SCHEMA, { type: 'object', properties: { code: { enum: codes } } }] };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('; '),
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: { [JSON_TYPE]: { schema, examples } },
  };
}

/** A person reads it: the page says in words what happened. An address that nobody can read reaches no page. */
function pageAnswer(codes: readonly ErrorCode[]): Json {
  const isUnreadable = codes.includes('VALIDATION_ERROR');
  return {
    description: codes.map((code) => ERRORS[code].message).join('; '),
    content: {
      'text/html': { schema: { type: 'string' } },
      ...(isUnreadable && { [JSON_TYPE]: { schema: SCHEMA, example: exampleOf('VALIDATION_ERROR') } }),
    },
  };
}
