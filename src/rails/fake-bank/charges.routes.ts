import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.ts';
import type { Charge, ChargeTerms } from './charge.rules.ts';
import { pageOfCharges, violationsOfFilter } from './lists.rules.ts';
import { chargeAsOf } from './oddities/lag.rules.ts';
import { Problem } from './problem.ts';
import { accountOf } from './request.ts';
import { ChargeBody, ChargeParams, ChargesQuery, RevisionBody } from './schemas.ts';
import { chargeToWire, chargeWithPayments } from './wire.ts';

export function chargeRoutes(server: FastifyInstance, bank: Bank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put(
    '/cob/:txid',
    {
      schema: { params: ChargeParams, body: ChargeBody },
      config: { operation: 'put_cob', scope: 'cob.write', invalid: 'CobOperacaoInvalida' },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const book = bank.bookOf(account);
      const { txid } = request.params;
      const terms = request.body as ChargeTerms;
      const known = book.find(txid);
      if (known && (bank.habits.repeatedTxid === 'refuse' || known.terms.due))
        throw new Problem('TxidDuplicado', 'Já existe uma cobrança com este txid.');
      if (known) book.revise(known, terms);
      const charge = known ?? book.create(txid, terms);
      return reply.code(bank.habits.createdStatus).send(chargeToWire(charge, account));
    },
  );

  app.patch(
    '/cob/:txid',
    {
      schema: { params: ChargeParams, body: RevisionBody },
      config: { operation: 'patch_cob', scope: 'cob.write', invalid: 'CobOperacaoInvalida' },
    },
    async (request) => {
      const account = accountOf(request);
      const book = bank.bookOf(account);
      const charge = atOnce(book.get(request.params.txid));
      const { status, ...changes } = request.body;
      if (status === undefined) book.revise(charge, { ...charge.terms, ...(changes as Partial<ChargeTerms>) });
      else if (Object.keys(changes).length > 0)
        throw new Problem('CobOperacaoInvalida', 'A requisição propõe remover a cobrança juntamente com alterações.');
      else book.remove(charge, status);
      return chargeToWire(charge, account);
    },
  );

  app.get(
    '/cob/:txid',
    {
      schema: { params: ChargeParams },
      config: { operation: 'get_cob', scope: 'cob.read', invalid: 'CobConsultaInvalida' },
    },
    async (request) => {
      const account = accountOf(request);
      return chargeWithPayments(atOnce(bank.bookOf(account).read(request.params.txid, bank.readsAsOf())), account);
    },
  );

  app.get(
    '/cob',
    {
      schema: { querystring: ChargesQuery },
      config: { operation: 'list_cob', scope: 'cob.read', invalid: 'CobConsultaInvalida' },
    },
    async (request) => {
      const { query } = request;
      const violations = violationsOfFilter(query);
      if (violations.length > 0) throw new Problem('CobConsultaInvalida', 'A consulta não faz sentido.', violations);
      const account = accountOf(request);
      const charges = bank
        .bookOf(account)
        .charges(new Date(query.inicio), new Date(query.fim))
        .filter(({ terms }) => !terms.due)
        .flatMap((charge) => chargeAsOf(charge, bank.readsAsOf()) ?? []);
      const { items, parametros } = pageOfCharges(charges, query);
      return { parametros, cobs: items.map((charge) => chargeWithPayments(charge, account)) };
    },
  );
}

/** One with a due date is asked about by another name. */
function atOnce(charge: Charge): Charge {
  if (charge.terms.due) throw new Problem('CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
  return charge;
}
