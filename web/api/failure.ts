/** What an answer other than a success says. */
export class ApiFailure extends Error {
  readonly status: number;
  /** One of the catalogue, or OFFLINE when no answer came at all. */
  readonly code: string;
  /** English and technical. */
  readonly technical: string;
  readonly field: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(answer: {
    status: number;
    code: string;
    message: string;
    error?: string;
    field?: string;
    details?: Record<string, unknown>;
    requestId?: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(answer.message);
    this.name = 'ApiFailure';
    this.status = answer.status;
    this.code = answer.code;
    this.technical = answer.error ?? '';
    this.field = answer.field;
    this.details = answer.details;
    this.requestId = answer.requestId ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
  }

  /** The next try may well work: nothing is wrong with the request. */
  get isPassing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429 || this.code === 'IDEMPOTENCY_IN_PROGRESS';
  }
}
