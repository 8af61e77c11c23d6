/** The catalogue: every error an API caller can meet, with its status and the Portuguese text for the merchant's staff. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'Dados da requisição inválidos' },
  AMOUNT_BELOW_MINIMUM: { status: 400, message: 'Valor abaixo do mínimo permitido' },
  TOTAL_MISMATCH: { status: 400, message: 'Os valores do pedido não conferem' },
  PAYMENT_TYPE_NOT_ENABLED: { status: 400, message: 'Forma de pagamento não habilitada' },
  INVALID_CREDENTIALS: { status: 401, message: 'E-mail ou senha inválidos' },
  UNAUTHORIZED: { status: 401, message: 'Autenticação necessária' },
  ACCESS_TOKEN_INVALID: { status: 403, message: 'Token do estabelecimento inválido ou inativo' },
  TRANSACTION_NOT_FOUND: { status: 404, message: 'Transação não encontrada' },
  CUSTOMER_NOT_FOUND: { status: 404, message: 'Cliente não encontrado' },
  COMPANY_NOT_FOUND: { status: 404, message: 'Estabelecimento não encontrado' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'Webhook não encontrado' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Rota não encontrada' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Requisição grande demais' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Tipo de conteúdo não suportado' },
  RATE_LIMITED: { status: 429, message: 'Muitas requisições; tente novamente em instantes' },
  INTERNAL_ERROR: { status: 500, message: 'Erro interno' },
  ACQUIRER_UNAVAILABLE: { status: 503, message: 'Adquirente indisponível; o pagamento será confirmado automaticamente' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Serviço temporariamente indisponível' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorContext {
  /** Dotted path of the one field at fault, e.g. `items[0].price`. */
  field?: string;
  /** Figures that help; never another merchant's. */
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** Thrown by code from the catalogue; one handler turns it into the error body. `detail` is English and technical. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly context: ErrorContext;

  constructor(code: ErrorCode, detail: string, context: ErrorContext = {}) {
    super(detail);
    this.name = 'ApiError';
    this.code = code;
    this.context = context;
  }
}

export function invalidField(field: string, problem: string): ApiError {
  return new ApiError('VALIDATION_ERROR', `${field} ${problem}`, { field });
}

/** The one error body of the service: a superset of both bodies of the interface. */
export function errorBody(error: ApiError) {
  const { status, message } = ERRORS[error.code];
  const { field, details } = error.context;
  return {
    success: false as const,
    statusCode: status,
    code: error.code,
    message,
    error: error.message,
    ...(field === undefined ? {} : { field }),
    ...(details === undefined ? {} : { details }),
  };
}
