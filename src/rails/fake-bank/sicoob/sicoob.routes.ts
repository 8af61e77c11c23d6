import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { BoletoBank } from '../boletos/boleto-bank.ts';
import { bendList } from '../boletos/habits.ts';
import { Problem } from '../problem.ts';
import {
  ChangeBody,
  DownloadQuery,
  MovementsBody,
  MovementsQuery,
  NumberParams,
  NumbersQuery,
  Order,
  PayerParams,
  PayerQuery,
  SlipQuery,
  WebhookBody,
  WebhookChange,
  WebhookQuery,
  WriteOffBody,
} from './sicoob.schemas.ts';
import { callbackToWire, movementToWire, shownToWire, slipToWire } from './sicoob.wire.ts';
import { linesOf, type SicoobBook, type Slip } from './sicoob-book.ts';
import { zipOf } from './write-zip.ts';

const ENTER = 'boletos_inclusao';
const ASK = 'boletos_consulta';
const CHANGE = 'boletos_alteracao';

/** The bank tells of payments only. */
export async function tellOf(bank: BoletoBank, book: SicoobBook, slip: Slip): Promise<void> {
  await bank.messenger.tell(book.hook?.state === 2 ? book.hook.url : null, callbackToWire(slip));
}

export function slipRoutes(server: FastifyInstance, bank: BoletoBank, book: SicoobBook): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/boletos',
    { schema: { body: Order }, config: { operation: 'register', scope: ENTER } },
    async ({ body }) => ({
      resultado: slipToWire(book.register(body), bank.habits),
    }),
  );

  app.get(
    '/boletos',
    { schema: { querystring: SlipQuery }, config: { operation: 'get', scope: ASK } },
    async ({ query }, reply) => {
      const at = bank.readsAsOf();
      const byLine = ({ barcode, line }: ReturnType<typeof linesOf>) =>
        barcode === query.codigoBarras || line === query.linhaDigitavel;
      const slip =
        query.nossoNumero === undefined
          ? book.all().find((one) => byLine(linesOf(one)))
          : book.read(Number(query.nossoNumero), at);
      return slip ? { resultado: shownToWire(slip, at, bank.habits) } : reply.code(204).send();
    },
  );

  app.get(
    '/boletos/faixas-nosso-numero',
    { schema: { querystring: NumbersQuery }, config: { operation: 'get_numbers', scope: ASK } },
    async ({ query }, reply) => {
      if (!bank.habits.hasNumbers) return reply.code(204).send();
      const [numeroInicial, quantidade] = [book.nextNumber(), Number(query.quantidade)];
      const range = { numeroInicial, numeroFinal: numeroInicial + (quantidade - 1) * 10, quantidade };
      const asked = { numeroCliente: Number(query.numeroCliente), validaDigitoVerificadorNossoNumero: 0 };
      return { resultado: [{ ...asked, nomeCliente: 'Loja de Teste', ...range, numeroContratoCobranca: 1 }] };
    },
  );

  app.get(
    '/pagadores/:document/boletos',
    { schema: { params: PayerParams, querystring: PayerQuery }, config: { operation: 'list', scope: ASK } },
    async ({ params, query }, reply) => {
      const at = bank.readsAsOf();
      const { dataInicio = '0000-00-00', dataFim = '9999-99-99' } = query;
      const found = book
        .all()
        .filter(
          ({ order, dueDate, createdAt }) =>
            order.pagador.numeroCpfCnpj === params.document &&
            dueDate >= dataInicio &&
            dueDate <= dataFim &&
            createdAt <= at,
        );
      if (found.length === 0) return reply.code(204).send();
      const shown = found.map((slip) => shownToWire(slip, at, bank.habits));
      return { resultado: bendList(shown, bank.habits) };
    },
  );

  app.post(
    '/boletos/:number/baixar',
    { schema: { params: NumberParams, body: WriteOffBody }, config: { operation: 'cancel', scope: CHANGE } },
    async ({ params }, reply) => {
      book.writeOff(book.open(Number(params.number)));
      return reply.code(204).send();
    },
  );

  app.patch(
    '/boletos/:number',
    { schema: { params: NumberParams, body: ChangeBody }, config: { operation: 'change', scope: CHANGE } },
    async ({ params, body }, reply) => {
      const slip = book.open(Number(params.number));
      if (bank.habits.changeOutcome === 'failed') throw new Problem('RequisicaoInvalida', 'Alteração não permitida.');
      const dueDate = 'prorrogacaoVencimento' in body ? body.prorrogacaoVencimento.dataVencimento : slip.dueDate;
      const limit =
        'prorrogacaoLimitePagamento' in body ? body.prorrogacaoLimitePagamento.dataLimitePagamento : slip.limit;
      if (dueDate > limit) throw new Problem('RequisicaoInvalida', 'O limite de pagamento é anterior ao vencimento.');
      Object.assign(slip, { dueDate, limit });
      return reply.code(204).send();
    },
  );
}

export function movementRoutes(server: FastifyInstance, bank: BoletoBank, book: SicoobBook): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const path = '/boletos/movimentacoes';

  app.post(
    path,
    { schema: { body: MovementsBody }, config: { operation: 'ask_movements', scope: ASK } },
    async ({ body }) => {
      const codigoSolicitacao = book.requestMovements(body.tipoMovimento, body.dataInicial, body.dataFinal);
      return { resultado: { mensagem: 'Solicitação registrada.', codigoSolicitacao } };
    },
  );

  app.get(
    path,
    { schema: { querystring: MovementsQuery }, config: { operation: 'get_movements', scope: ASK } },
    async ({ query }, reply) => {
      const found = book.movements(Number(query.codigoSolicitacao), bank.readsAsOf());
      if (!found) return reply.code(204).send();
      const count = found.slips.length;
      const files = count > 0 ? [1] : [];
      return {
        resultado: {
          quantidadeTotalRegistros: count,
          quantidadeRegistrosArquivo: count,
          quantidadeArquivo: files.length,
          idArquivos: files,
        },
      };
    },
  );

  app.get(
    `${path}/download`,
    { schema: { querystring: DownloadQuery }, config: { operation: 'download', scope: ASK } },
    async ({ query }) => {
      const found = book.movements(Number(query.codigoSolicitacao), bank.readsAsOf());
      if (!found) throw new Problem('RequisicaoInvalida', 'Arquivo não encontrado.');
      const items = found.slips.map((slip) => movementToWire(slip, found.type, bank.habits));
      const nomeArquivo = `movimentacoes-${query.codigoSolicitacao}`;
      const zip = zipOf(`${nomeArquivo}.json`, JSON.stringify(bendList(items, bank.habits)));
      return { resultado: { arquivo: zip.toString('base64'), nomeArquivo: `${nomeArquivo}.zip` } };
    },
  );
}

export function webhookRoutes(server: FastifyInstance, bank: BoletoBank, book: SicoobBook): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const scope = (word: string) => `webhooks_${word}`;
  // The first call is a validation; whoever answers it is told of payments from then on.
  const validate = async (url: string) => {
    book.hook = { id: 1, url, state: 1 };
    await bank.messenger.tell(url, { validacaoWebhook: true });
    const answered = bank.messenger.reports().at(-1)?.result;
    if (typeof answered === 'number' && answered >= 200 && answered < 300) book.hook.state = 2;
  };
  const byId = { params: NumberParams };

  app.get(
    '/webhooks',
    { schema: { querystring: WebhookQuery }, config: { operation: 'get_webhook', scope: scope('consulta') } },
    async (_request, reply) => {
      if (!book.hook) return reply.code(204).send();
      const { id, url, state } = book.hook;
      return { resultado: [{ idWebhook: id, url, codigoTipoMovimento: 7, codigoSituacao: state }] };
    },
  );
  app.post(
    '/webhooks',
    { schema: { body: WebhookBody }, config: { operation: 'put_webhook', scope: scope('inclusao') } },
    async ({ body }, reply) => {
      void validate(body.url);
      return reply.code(201).send({ resultado: { idWebhook: 1 } });
    },
  );
  app.patch(
    '/webhooks/:number',
    { schema: { ...byId, body: WebhookChange }, config: { operation: 'put_webhook', scope: scope('alteracao') } },
    async ({ body }, reply) => {
      void validate(body.url);
      return reply.code(204).send();
    },
  );
  app.patch(
    '/webhooks/:number/reativar',
    { schema: byId, config: { operation: 'put_webhook', scope: scope('alteracao') } },
    async (_request, reply) => {
      if (book.hook) void validate(book.hook.url);
      return reply.code(204).send();
    },
  );
}
