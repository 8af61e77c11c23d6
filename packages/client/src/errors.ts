import type { ErrorCode } from './api.generated.ts';

/** What the client itself has to say, where the service has not answered. */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMED_OUT' | 'UNREADABLE_ANSWER';

interface ErrorFields {
  code: string;
  message: string;
  reason: string;
  status?: number | undefined;
  field?: string | undefined;
  details?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** The one error of the client: the service refused, or could not be reached. Tell errors apart by `code`. */
export class VintemError extends Error {
  override readonly name = 'VintemError';
  /** From the catalogue of the service, which may grow, or of the client. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** English, for developers. `message` is what the service says to the merchant's staff, in Portuguese. */
  readonly reason: string;
  /** The one field at fault, such as `items[0].price`. */
  readonly field: string | undefined;
  /** Figures that help, depending on the code. */
  readonly details: Record<string, unknown> | undefined;
  /** Both sides know the request by it: give it to whoever runs the service. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** The key of the call, if it has one: with it the same call can be made again later, and happens once. */
  idempotencyKey: string | undefined;

  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = fields.code;
    this.status = fields.status;
    this.reason = fields.reason;
    this.field = fields.field;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export function clientError(code: ClientErrorCode, reason: string, more: Partial<ErrorFields> = {}): VintemError {
  return new VintemError({ code, reason, message: reason, ...more });
}

const NUMBER = /^\d{1,9}$/;

/** Reads the one error body of the service. Whatever stands in front of it (a proxy) may answer otherwise. */
export function answerError(status: number, headers: Headers, body: unknown): VintemError {
  const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof told[name] === 'string' ? (told[name] as string) : undefined);
  const seconds = headers.get('retry-after') ?? '';
  const fields = {
    status,
    field: text('field'),
    details: told['details'] as Record<string, unknown> | undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: NUMBER.test(seconds) ? Number(seconds) * 1000 : undefined,
  };
  const code = text('code');
  if (code === undefined) return clientError('UNREADABLE_ANSWER', `the answer ${status} is not of the service`, fields);
  const reason = text('error') ?? code;
  return new VintemError({ ...fields, code, reason, message: text('message') ?? reason });
}
