/**
 * The catalogue: every error an API caller can meet, with its status and the Portuguese text for the merchant's staff.
 */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'Dados da requisição inválidos' },
  AMOUNT_BELOW_MINIMUM: { status: 400, message: 'Valor abaixo do mínimo permitido' },
  TOTAL_MISMATCH: { status: 400, message: 'Os valores do pedido não conferem' },
  PAYMENT_TYPE_NOT_ENABLED: { status: 400, message: 'Forma de pagamento não habilitada' },
  SPLIT_MULTIPLE_FEE_BEARERS: { status: 400, message: 'Só um participante do split pode assumir as taxas' },
  SPLIT_MULTIPLE_PRIMARIES: { status: 400, message: 'Só um participante do split pode ser PRIMARY' },
  SPLIT_PERCENTAGE_EXCEEDED: { status: 400, message: 'Os percentuais do split passam de 100%' },
  SPLIT_FIXED_EXCEEDED: { status: 400, message: 'Os valores fixos do split passam do total' },
  SPLIT_EXCEEDS_TOTAL: { status: 400, message: 'As partes do split passam do total' },
  SPLIT_PARTICIPANT_INVALID: { status: 400, message: 'Participante do split inválido ou inativo' },
  SPLIT_DUPLICATE_PARTICIPANT: { status: 400, message: 'Participante do split repetido' },
  TRANSACTION_NOT_PIX: { status: 400, message: 'A transação não é PIX; use o estorno (POST /payments/reversal)' },
  TRANSACTION_NOT_REFUNDABLE: { status: 400, message: 'A transação não está em situação de ser devolvida' },
  REFUND_PERIOD_EXPIRED: { status: 400, message: 'O prazo de 90 dias para a devolução terminou' },
  REFUND_VALUE_EXCEEDS_ORIGINAL: { status: 400, message: 'O valor da devolução passa do que resta da transação' },
  INSUFFICIENT_BALANCE: { status: 400, message: 'Saldo insuficiente' },
  TRANSACTION_NOT_APPROVED: { status: 400, message: 'Só uma transação aprovada pode ser estornada' },
  TRANSACTION_ALREADY_REFUNDED: {
    status: 400,
    message: 'A transação já foi devolvida, no todo ou em parte, ou tem devolução em andamento',
  },
  TRANSACTION_NOT_PENDING: { status: 400, message: 'Só uma transação pendente pode ser alterada ou cancelada' },
  TRANSACTION_NOT_FAILED: {
    status: 400,
    message: 'Só uma transação que falhou, sem outra tentativa em aberto, pode ser tentada de novo',
  },
  CHANGE_REFUSED: { status: 400, message: 'Esta alteração do boleto não é possível agora' },
  NO_EVENT_YET: { status: 400, message: 'A transação ainda não tem evento a reenviar' },
  BANK_SETUP_REFUSED: { status: 400, message: 'O banco ou a configuração não permite isto' },
  REFUND_REFUSED: { status: 400, message: 'A devolução foi recusada pela adquirente' },
  PAYOUTS_NOT_ENABLED: {
    status: 400,
    message: 'Este estabelecimento ainda não pode sacar; fale com quem opera o serviço',
  },
  DESTINATION_INVALID: { status: 400, message: 'Este destino não pode receber o saque' },
  DESTINATION_ON_HOLD: { status: 400, message: 'Este destino é novo e ainda está em espera' },
  DESTINATION_LIMIT: { status: 400, message: 'O estabelecimento já tem o máximo de destinos; remova um antes' },
  PAYOUT_BELOW_MINIMUM: { status: 400, message: 'Valor abaixo do mínimo para saque' },
  PAYOUT_LIMIT_EXCEEDED: { status: 400, message: 'O saque passa do limite do estabelecimento' },
  PAYOUT_NOT_CANCELLABLE: { status: 400, message: 'Este saque não pode mais ser cancelado' },
  PAYOUT_NOT_AWAITING_APPROVAL: { status: 400, message: 'Este saque não está aguardando aprovação' },
  ACCESS_TOKENS_EXCEEDED: {
    status: 400,
    message: 'O estabelecimento já tem o máximo de tokens ativos; revogue um antes de criar outro',
  },
  API_KEY_LIMIT: {
    status: 400,
    message: 'Já existe o máximo de chaves de API ativas; revogue uma antes de criar outra',
  },
  PAYMENT_LINK_UNAVAILABLE: { status: 400, message: 'Este link de pagamento não está disponível' },
  LAST_OWNER: { status: 400, message: 'A conta precisa de ao menos um proprietário ativo' },
  USER_LIMIT: { status: 400, message: 'A conta já tem o máximo de usuários' },
  INVITATION_LIMIT: { status: 400, message: 'Há convites pendentes demais; cancele um antes de convidar mais alguém' },
  EMAIL_TAKEN: { status: 400, message: 'Já existe um usuário com este e-mail' },
  OTP_ALREADY_ON: { status: 400, message: 'A verificação em duas etapas já está ativa' },
  OTP_NOT_BEGUN: { status: 400, message: 'Comece a configurar a verificação em duas etapas antes de confirmá-la' },
  OTP_NOT_ON: { status: 400, message: 'Ative primeiro a sua verificação em duas etapas' },
  OTP_REQUIRED_BY_MERCHANT: { status: 400, message: 'A conta exige a verificação em duas etapas de todos' },
  CUSTOMER_HAS_OPEN_PAYMENTS: {
    status: 400,
    message: 'O cliente tem transação pendente ou devolução em andamento; tente depois que terminarem',
  },
  RETORNO_INVALID: { status: 400, message: 'O arquivo de retorno tem um erro; nada dele foi aplicado' },
  INVALID_CREDENTIALS: { status: 401, message: 'E-mail ou senha inválidos' },
  OTP_REQUIRED: { status: 401, message: 'Informe o código da verificação em duas etapas' },
  OTP_INVALID: { status: 401, message: 'Código de verificação inválido ou já usado' },
  UNAUTHORIZED: { status: 401, message: 'Autenticação necessária' },
  ACCESS_TOKEN_INVALID: { status: 403, message: 'Token do estabelecimento inválido ou inativo' },
  FORBIDDEN: { status: 403, message: 'Você não tem permissão para isto' },
  PASSWORD_NEEDED: { status: 403, message: 'Confirme sua senha para continuar' },
  OTP_SETUP_REQUIRED: { status: 403, message: 'Configure a verificação em duas etapas no painel para continuar' },
  SIGN_UP_OFF: { status: 403, message: 'O cadastro está fechado; peça um convite' },
  PASSWORD_RESET_OFF: {
    status: 403,
    message: 'Não é possível enviar o link por e-mail; peça um a quem opera o serviço',
  },
  FORBIDDEN_ORIGIN: { status: 403, message: 'A requisição não veio do painel' },
  HOST_NOT_ALLOWED: { status: 403, message: 'Este endereço não é o do sandbox' },
  SANDBOX_CLOCK_OFF: { status: 403, message: 'O relógio deste sandbox é de todos e não pode ser adiantado' },
  TRANSACTION_NOT_FOUND: { status: 404, message: 'Transação não encontrada' },
  CUSTOMER_NOT_FOUND: { status: 404, message: 'Cliente não encontrado' },
  MERCHANT_NOT_FOUND: { status: 404, message: 'Lojista não encontrado' },
  COMPANY_NOT_FOUND: { status: 404, message: 'Estabelecimento não encontrado' },
  ACCESS_TOKEN_NOT_FOUND: { status: 404, message: 'Token do estabelecimento não encontrado' },
  API_KEY_NOT_FOUND: { status: 404, message: 'Chave de API não encontrada' },
  REFUND_NOT_FOUND: { status: 404, message: 'Devolução não encontrada' },
  PAYOUT_NOT_FOUND: { status: 404, message: 'Saque não encontrado' },
  DESTINATION_NOT_FOUND: { status: 404, message: 'Destino não encontrado' },
  RECEIPT_NOT_FOUND: { status: 404, message: 'Recebimento não encontrado' },
  COMPARISON_NOT_FOUND: { status: 404, message: 'Comparação não encontrada' },
  DIVERGENCE_NOT_FOUND: { status: 404, message: 'Divergência não encontrada' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'Webhook não encontrado' },
  DELIVERY_NOT_FOUND: { status: 404, message: 'Entrega não encontrada' },
  PAYMENT_LINK_NOT_FOUND: { status: 404, message: 'Link de pagamento não encontrado' },
  ACQUIRER_NOT_FOUND: { status: 404, message: 'Adquirente não encontrada' },
  USER_NOT_FOUND: { status: 404, message: 'Usuário não encontrado' },
  INVITATION_NOT_FOUND: { status: 404, message: 'Convite não encontrado' },
  BANK_ACCOUNT_NOT_FOUND: { status: 404, message: 'Nenhum banco com este nome recebe arquivos' },
  BANK_FILE_NOT_FOUND: { status: 404, message: 'Arquivo do banco não encontrado' },
  LINK_INVALID: { status: 404, message: 'Este link não vale mais; peça outro' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Rota não encontrada' },
  RETORNO_PLAN_CHANGED: {
    status: 409,
    message: 'Desde a prévia algo mudou, e o arquivo faria outra coisa; nada foi aplicado: confira a prévia de novo',
  },
  REMESSA_NOT_POSSIBLE: { status: 409, message: 'Não é possível gerar a remessa agora' },
  BANK_FILE_FORGOTTEN: {
    status: 410,
    message: 'O conteúdo deste arquivo já foi apagado: arquivos ficam guardados por 180 dias',
  },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A primeira requisição com esta chave ainda está em andamento' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'A chave de idempotência já foi usada com outra requisição' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Requisição grande demais' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Tipo de conteúdo não suportado' },
  RATE_LIMITED: { status: 429, message: 'Muitas requisições; tente novamente em instantes' },
  INTERNAL_ERROR: { status: 500, message: 'Erro interno' },
  ACQUIRER_UNAVAILABLE: {
    status: 503,
    message: 'Adquirente indisponível no momento; o resultado será conhecido em instantes',
  },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Serviço temporariamente indisponível' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorContext {
  /** Dotted path of the one field at fault, e.g. `items[0].price`. */
  field?: string;
  /** Portuguese, for people, where the code has several reasons and its own text would name the wrong one. */
  message?: string;
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

const MAX_FIELD_LENGTH = 200;

export function invalidField(path: string, problem: string): ApiError {
  // The caller chose the keys: they may be of any length.
  const field = path.length > MAX_FIELD_LENGTH ? `${path.slice(0, MAX_FIELD_LENGTH)}…` : path;
  return new ApiError('VALIDATION_ERROR', `${field} ${problem}`, { field });
}

/** The one error body of the service: a superset of both bodies of the interface. */
export function errorBody(error: ApiError) {
  const { status, message: usual } = ERRORS[error.code];
  const { field, details, message = usual } = error.context;
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
