import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Bank } from '../bank.ts';
import { centsOf } from '../charge.rules.ts';
import { pageOf } from '../lists.rules.ts';
import { Problem } from '../problem.ts';
import { accountOf } from '../request.ts';
import { SentQuery } from '../schemas.ts';
import { refuseUnknownKey, type SentOrder, sentAsOf, sentToAnswer, sentToWire } from './sent-book.ts';

const strict = { additionalProperties: false } as const;
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const Params = Type.Object({ idEnvio: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }) });
const Account = Type.Object(
  {
    nome: text(120),
    cpf: Type.Optional(Type.String({ pattern: '^\\d{11}$' })),
    cnpj: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{14}$' })),
    codigoBanco: Type.String({ pattern: '^\\d{8}$' }),
    agencia: Type.String({ pattern: '^\\d{1,4}$' }),
    conta: Type.String({ pattern: '^[0-9A-Z]{1,20}$' }),
    tipoConta: Type.Enum(['cacc', 'svgs', 'tran', 'slry']),
  },
  strict,
);
const Order = Type.Object(
  {
    valor: Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' }),
    pagador: Type.Object({ chave: text(77), infoPagador: Type.Optional(text(140)) }, strict),
    favorecido: Type.Union([Type.Object({ chave: text(77) }, strict), Type.Object({ contaBanco: Account }, strict)]),
  },
  strict,
);

/** Sending as Efí has it: not part of Bacen's document. */
export function sendingRoutes(server: FastifyInstance, bank: Bank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put(
    '/gn/pix/:idEnvio',
    { schema: { params: Params, body: Order }, config: { operation: 'put_envio', scope: 'pix.send' } },
    async (request, reply) => {
      const account = accountOf(request);
      const { valor, pagador, favorecido } = request.body;
      bank.bookOf(account).checkKey(pagador.chave);
      if (!bank.bookOf(account).findWebhook(pagador.chave) && bank.habits.sendingNeedsWebhook)
        throw new Problem('RequisicaoInvalida', 'A chave do pagador não tem webhook.');
      if (!bank.sending.bookOf(account).find(request.params.idEnvio)) refuseUnknownKey(favorecido);
      const order: SentOrder = { amountCents: centsOf(valor), payerKey: pagador.chave, receiver: favorecido };
      return reply.code(201).send(sentToAnswer(bank.sending.start(account, request.params.idEnvio, order)));
    },
  );

  app.get(
    '/gn/pix/enviados/id-envio/:idEnvio',
    { schema: { params: Params }, config: { operation: 'get_envio', scope: 'gn.pix.send.read' } },
    async (request) => {
      const sent = bank.sending.bookOf(accountOf(request)).find(request.params.idEnvio);
      const shown = sent && sentAsOf(sent, bank.readsAsOf());
      if (!shown) throw new Problem('PixNaoEncontrado', 'Nenhum pix encontrado para o identificador informado.');
      return sentToWire(shown);
    },
  );

  app.get(
    '/gn/pix/enviados',
    { schema: { querystring: SentQuery }, config: { operation: 'list_envios', scope: 'gn.pix.send.read' } },
    async (request) => {
      const { inicio, fim } = request.query;
      const sent = bank.sending
        .bookOf(accountOf(request))
        .all()
        .flatMap((item) => sentAsOf(item, bank.readsAsOf()) ?? [])
        .filter(({ requestedAt }) => requestedAt >= new Date(inicio) && requestedAt <= new Date(fim));
      const { items, parametros } = pageOf(sent, request.query);
      return { parametros, pix: items.map(sentToWire) };
    },
  );
}
