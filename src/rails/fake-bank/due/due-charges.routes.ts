import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Bank } from '../bank.ts';
import type { Book } from '../book.ts';
import type { Charge, ChargeTerms, DueTerms, DueValue } from '../charge.rules.ts';
import { Problem } from '../problem.ts';
import { accountOf } from '../request.ts';
import { ChargeParams } from '../schemas.ts';
import { chargeToWire, chargeWithPayments } from '../wire.ts';
import { DueChargeBody, DueRevisionBody } from './due.schemas.ts';

/** The standard's own, where a charge does not say. */
const USUAL_DAYS_AFTER = 30;

/** Charges with a due date, whose sum the bank itself computes. */
export function dueChargeRoutes(server: FastifyInstance, bank: Bank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put(
    '/cobv/:txid',
    {
      schema: { params: ChargeParams, body: DueChargeBody },
      config: { operation: 'put_cobv', scope: 'cobv.write', invalid: 'CobVOperacaoInvalida' },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const book = bank.bookOf(account);
      const { txid } = request.params;
      const known = book.find(txid);
      if (known && (bank.habits.repeatedTxid === 'refuse' || !known.terms.due))
        throw new Problem('TxidDuplicado', 'Já existe uma cobrança com este txid.');
      const terms = termsOf(request.body);
      if (known) book.revise(known, terms);
      const charge = known ?? book.create(txid, terms);
      return reply.code(bank.habits.createdStatus).send(chargeToWire(charge, account));
    },
  );

  app.patch(
    '/cobv/:txid',
    {
      schema: { params: ChargeParams, body: DueRevisionBody },
      config: { operation: 'patch_cobv', scope: 'cobv.write', invalid: 'CobVOperacaoInvalida' },
    },
    async (request) => {
      const account = accountOf(request);
      const book = bank.bookOf(account);
      const charge = dueCharge(() => book.get(request.params.txid));
      const { status, ...changes } = request.body;
      if (status !== undefined && Object.keys(changes).length > 0)
        throw new Problem('CobVOperacaoInvalida', 'A requisição propõe remover a cobrança juntamente com alterações.');
      change(book, charge, request.body);
      return chargeToWire(charge, account);
    },
  );

  app.get(
    '/cobv/:txid',
    {
      schema: { params: ChargeParams },
      config: { operation: 'get_cobv', scope: 'cobv.read', invalid: 'CobVConsultaInvalida' },
    },
    async (request) => {
      const account = accountOf(request);
      const book = bank.bookOf(account);
      return chargeWithPayments(
        dueCharge(() => book.read(request.params.txid, bank.readsAsOf())),
        account,
      );
    },
  );
}

function change(book: Book, charge: Charge, { status, ...changes }: Static<typeof DueRevisionBody>): void {
  if (status !== undefined) {
    book.remove(charge, status);
    return;
  }
  const { due, ...before } = charge.terms;
  const calendario = changes.calendario ?? {
    dataDeVencimento: due?.dueDate ?? '',
    validadeAposVencimento: due?.daysAfter,
  };
  const valor = { ...due?.valor, ...changes.valor } as DueValue;
  book.revise(charge, { ...before, ...termsOf({ ...before, ...changes, calendario, valor } as DueBody) });
}

/** One that is to be paid at once is none of these. */
function dueCharge(find: () => Charge): Charge {
  try {
    const charge = find();
    if (charge.terms.due) return charge;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  throw new Problem('CobVNaoEncontrada', 'Cobrança com vencimento não encontrada para o txid informado.');
}

type DueBody = Omit<ChargeTerms, 'calendario' | 'valor' | 'due'> & {
  calendario: { dataDeVencimento: string; validadeAposVencimento?: number };
  valor: DueValue;
};

function termsOf(body: unknown): ChargeTerms {
  const { calendario, valor, ...rest } = body as DueBody;
  const due: DueTerms = {
    dueDate: calendario.dataDeVencimento,
    daysAfter: calendario.validadeAposVencimento ?? USUAL_DAYS_AFTER,
    valor,
  };
  return { ...rest, calendario: {}, valor: { original: valor.original }, due };
}
