import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { BoletoBank } from '../boletos/boleto-bank.ts';
import { bendList } from '../boletos/habits.ts';
import { Problem } from '../problem.ts';
import { CancelBody, ChangeBody, CodeParams, ListQuery, Order, PayBody, WebhookBody } from './inter.schemas.ts';
import { callbackToWire, cobrancaToWire, listedToWire } from './inter.wire.ts';
import { type Cobranca, dueDateOf, type InterBook, situationOf } from './inter-book.ts';

const READ = 'boleto-cobranca.read';
const WRITE = 'boleto-cobranca.write';
const USUAL_PAGE = 100;

/** Tells the registered address how a charge stands, as an array of one. */
export async function tellOf(bank: BoletoBank, book: InterBook, cobranca: Cobranca): Promise<void> {
  const item = callbackToWire(cobranca, bank.clock.now(), bank.habits);
  await bank.messenger.tell(book.webhook?.url ?? null, bendList([item], bank.habits));
}

export function chargeRoutes(server: FastifyInstance, bank: BoletoBank, book: InterBook): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const byCode = { params: CodeParams };

  app.post(
    '/cobrancas',
    { schema: { body: Order }, config: { operation: 'register', scope: WRITE } },
    async ({ body }) => {
      if (body.dataVencimento < saoPauloDateOf(bank.clock.now()))
        throw new Problem('RequisicaoInvalida', 'O vencimento está no passado.');
      const cobranca = book.register(body);
      setTimeout(() => void tellOf(bank, book, cobranca), bank.habits.registrationDelayMs).unref();
      return { codigoSolicitacao: cobranca.code };
    },
  );

  app.get('/cobrancas/:code', { schema: byCode, config: { operation: 'get', scope: READ } }, async ({ params }) => {
    const at = bank.readsAsOf();
    return cobrancaToWire(book.read(params.code, at), at, bank.habits);
  });

  app.get(
    '/cobrancas',
    { schema: { querystring: ListQuery }, config: { operation: 'list', scope: READ } },
    async ({ query }) => {
      const at = bank.readsAsOf();
      const size = Number(query['paginacao.itensPorPagina'] ?? USUAL_PAGE);
      const page = Number(query['paginacao.paginaAtual'] ?? 0);
      const found = book.all().filter((cobranca) => cobranca.createdAt <= at && isAsked(cobranca, query, at));
      const listed = found.slice(page * size, (page + 1) * size);
      const pages = Math.ceil(found.length / size);
      return {
        totalPaginas: pages,
        totalElementos: found.length,
        tamanhoPagina: size,
        primeiraPagina: page === 0,
        ultimaPagina: page + 1 >= pages,
        numeroDeElementos: listed.length,
        cobrancas: bendList(
          listed.map((cobranca) => listedToWire(cobranca, at, bank.habits)),
          bank.habits,
        ),
      };
    },
  );

  app.post(
    '/cobrancas/:code/cancelar',
    { schema: { params: CodeParams, body: CancelBody }, config: { operation: 'cancel', scope: WRITE } },
    async ({ params, headers }, reply) => {
      // As the bank does, which has nothing to say in JSON.
      if (headers.accept === 'application/json') return reply.code(406).send();
      const cobranca = book.read(params.code, bank.clock.now());
      book.cancel(cobranca);
      setTimeout(() => void tellOf(bank, book, cobranca), bank.habits.changeDelayMs).unref();
      return reply.code(202).send();
    },
  );

  app.patch(
    '/cobrancas/:code',
    { schema: { params: CodeParams, body: ChangeBody }, config: { operation: 'change', scope: WRITE } },
    async ({ params, body }) => {
      const cobranca = book.read(params.code, bank.clock.now());
      const { code: codigoEdicao, status } = book.changeDueDate(
        cobranca,
        body.dataVencimento ?? dueDateOf(cobranca, bank.clock.now()),
      );
      return { status, mensagem: status === 'FALHA' ? 'A cobrança não pode ser editada.' : 'Ok', codigoEdicao };
    },
  );

  app.get(
    '/cobrancas/edicao/:code',
    { schema: byCode, config: { operation: 'get_change', scope: READ } },
    async ({ params }) => ({ status: book.editStatus(params.code) }),
  );

  // The bank's sandbox has it: the payer's side, for whoever tries.
  app.post(
    '/cobrancas/:code/pagar',
    { schema: { params: CodeParams, body: PayBody }, config: { scope: WRITE } },
    async ({ params, body }, reply) => {
      const cobranca = book.read(params.code, bank.clock.now());
      book.pay(cobranca, { by: body.pagarCom });
      await tellOf(bank, book, cobranca);
      return reply.code(204).send();
    },
  );
}

function isAsked(cobranca: Cobranca, query: ListQuery, at: Date): boolean {
  if (query.seuNumero !== undefined && cobranca.order.seuNumero !== query.seuNumero) return false;
  if (query.situacao !== undefined && situationOf(cobranca, at) !== query.situacao) return false;
  const day = dayOf(cobranca, query.filtrarDataPor ?? 'VENCIMENTO', at);
  return day !== null && day >= query.dataInicial && day <= query.dataFinal;
}

function dayOf(cobranca: Cobranca, by: 'VENCIMENTO' | 'EMISSAO' | 'PAGAMENTO', at: Date): string | null {
  if (by === 'VENCIMENTO') return dueDateOf(cobranca, at);
  if (by === 'EMISSAO') return saoPauloDateOf(cobranca.createdAt);
  return cobranca.paid && cobranca.paid.at <= at ? saoPauloDateOf(cobranca.paid.at) : null;
}

export function webhookRoutes(server: FastifyInstance, bank: BoletoBank, book: InterBook): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const path = '/cobrancas/webhook';

  app.put(
    path,
    { schema: { body: WebhookBody }, config: { operation: 'put_webhook', scope: WRITE } },
    async ({ body }, reply) => {
      book.webhook = { url: body.webhookUrl, createdAt: bank.clock.now() };
      return reply.code(204).send();
    },
  );
  app.get(path, { config: { operation: 'get_webhook', scope: READ } }, async () => {
    if (!book.webhook) throw new Problem('WebhookNaoEncontrado', 'Não há webhook cadastrado.');
    return { webhookUrl: book.webhook.url, criacao: book.webhook.createdAt.toISOString() };
  });
  app.delete(path, { config: { operation: 'delete_webhook', scope: WRITE } }, async (_request, reply) => {
    book.webhook = null;
    return reply.code(204).send();
  });
}
