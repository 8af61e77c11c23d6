const STATUS_CODES = { invalid_request: 400, unauthorized: 401, not_found: 404, conflict: 409, refused: 422 } as const;

export type ServiceErrorCode = keyof typeof STATUS_CODES;

/** An answer other than success that the acquirer gives on purpose. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly statusCode: number;
  /** Further members of the body. */
  readonly extra: Record<string, unknown>;

  constructor(code: ServiceErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.statusCode = STATUS_CODES[code];
    this.extra = extra;
  }

  get body(): Record<string, unknown> {
    return { code: this.code, message: this.message, ...this.extra };
  }
}
