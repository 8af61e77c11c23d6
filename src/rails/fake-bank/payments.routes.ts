import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.ts';
import { centsOf, type Payment, type Return } from './charge.rules.ts';
import { pageOfPayments, violationsOfFilter } from './lists.rules.ts';
import { paymentAsOf } from './oddities/lag.rules.ts';
import { Problem } from './problem.ts';
import { accountOf } from './request.ts';
import { PaymentParams, PaymentsQuery, ReturnBody, ReturnParams } from './schemas.ts';
import { paymentToWire, returnToWire } from './wire.ts';

export function paymentRoutes(server: FastifyInstance, bank: Bank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/pix',
    {
      schema: { querystring: PaymentsQuery },
      config: { operation: 'list_pix', scope: 'pix.read', invalid: 'PixConsultaInvalida' },
    },
    async (request) => {
      const { query } = request;
      const violations = violationsOfFilter(query);
      if (violations.length > 0) throw new Problem('PixConsultaInvalida', 'A consulta não faz sentido.', violations);
      const payments = bank
        .bookOf(accountOf(request))
        .payments(new Date(query.inicio), new Date(query.fim))
        .flatMap((payment) => paymentAsOf(payment, bank.readsAsOf()) ?? []);
      const { items, parametros } = pageOfPayments(payments, query);
      return { parametros, pix: items.map(paymentToWire) };
    },
  );

  app.get(
    '/pix/:e2eid',
    { schema: { params: PaymentParams }, config: { operation: 'get_pix', scope: 'pix.read' } },
    async (request) =>
      paymentToWire(bank.bookOf(accountOf(request)).readPayment(request.params.e2eid, bank.readsAsOf())),
  );

  app.put(
    '/pix/:e2eid/devolucao/:id',
    {
      schema: { params: ReturnParams, body: ReturnBody },
      config: { operation: 'put_devolucao', scope: 'pix.write', invalid: 'PixDevolucaoInvalida' },
    },
    async (request, reply) => {
      const book = bank.bookOf(accountOf(request));
      const payment = book.getPayment(request.params.e2eid);
      const { id } = request.params;
      const { valor, natureza, descricao } = request.body;
      const known = findReturn(payment, id);
      if (known && bank.habits.repeatedReturnId === 'refuse')
        throw new Problem('PixDevolucaoInvalida', 'A devolução apresenta um id já utilizado para o e2eid em questão.');
      const item =
        known ??
        bank.returns.start(book, payment, {
          id,
          amountCents: centsOf(valor),
          nature: natureza ?? 'ORIGINAL',
          description: descricao ?? null,
          reason: null,
        });
      return reply.code(bank.habits.createdStatus).send(returnToWire(item));
    },
  );

  app.get(
    '/pix/:e2eid/devolucao/:id',
    { schema: { params: ReturnParams }, config: { operation: 'get_devolucao', scope: 'pix.read' } },
    async (request) => {
      const { e2eid, id } = request.params;
      const item = findReturn(bank.bookOf(accountOf(request)).readPayment(e2eid, bank.readsAsOf()), id);
      if (!item) throw new Problem('PixDevolucaoNaoEncontrada', 'Devolução não encontrada para o e2eid informado.');
      return returnToWire(item);
    },
  );
}

function findReturn(payment: Payment, id: string): Return | undefined {
  return payment.returns.find((item) => item.id === id);
}
