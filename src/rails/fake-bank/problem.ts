import type { Violation } from './charge.rules.ts';

const PREFIX = 'https://pix.bcb.gov.br/api/v2/error/';

const KINDS = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso negado.'],
  NaoAutorizado: [401, 'Não autorizado.'],
  NaoEncontrado: [404, 'Não encontrado.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobConsultaInvalida: [400, 'Consulta inválida.'],
  CobVNaoEncontrada: [404, 'Cobrança com vencimento não encontrada.'],
  CobVOperacaoInvalida: [400, 'Cobrança com vencimento inválida.'],
  CobVConsultaInvalida: [400, 'Consulta inválida.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixConsultaInvalida: [400, 'Consulta inválida.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  TxidDuplicado: [409, 'Cobrança já existe.'],
  LimiteExcedido: [429, 'Requisições demais.'],
  ErroInternoDoServidor: [500, 'Condição inesperada.'],
  ServicoIndisponivel: [503, 'Serviço indisponível.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof KINDS;

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  violacoes?: Violation[];
}

/** An answer other than success that the bank gives on purpose. */
export class Problem extends Error {
  readonly body: ProblemBody;

  constructor(kind: ProblemKind, detail: string, violations: Violation[] = []) {
    super(detail);
    this.name = 'Problem';
    const [status, title] = KINDS[kind];
    this.body = { type: `${PREFIX}${kind}`, title, status, detail };
    if (violations.length > 0) this.body.violacoes = violations;
  }
}

export function kindOfStatus(status: number): ProblemKind {
  const kinds: Record<number, ProblemKind> = { 429: 'LimiteExcedido', 503: 'ServicoIndisponivel', 403: 'AcessoNegado' };
  return kinds[status] ?? 'ErroInternoDoServidor';
}
