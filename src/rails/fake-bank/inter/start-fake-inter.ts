import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { authorize, createTlsServer, violationsOfSchema } from '../api.ts';
import {
  type BoletoBank,
  type BoletoBankOptions,
  createBoletoBank,
  listenAsBank,
  type RunningBoletoBank,
} from '../boletos/boleto-bank.ts';
import type { Violation } from '../charge.rules.ts';
import { type FaultyAnswer, misbehave } from '../oddities/misbehave.ts';
import { Problem } from '../problem.ts';
import { tokenRoutes } from '../token.routes.ts';
import { chargeRoutes, tellOf, webhookRoutes } from './inter.routes.ts';
import { cobrancaToWire } from './inter.wire.ts';
import { InterBook, type Payment } from './inter-book.ts';

const BASE_PATH = '/cobranca/v3';
const TOKEN_PATH = '/oauth/v2/token';

export const INTER_SCOPES: readonly string[] = ['boleto-cobranca.read', 'boleto-cobranca.write'];

export interface FakeInter extends RunningBoletoBank {
  baseUrl: string;
  tokenUrl: string;
  /** What the payer and the bank's staff do; charges go by their code, or by the number of whoever ordered them. */
  control: {
    charges(): Record<string, unknown>[];
    pay(name: string, payment?: Payment): Promise<void>;
    mark(name: string): Promise<void>;
    cancel(name: string): Promise<void>;
  };
}

/** Inter's API for charges, as far as a gateway needs it. Its state is in memory. */
export async function startFakeInter(options: BoletoBankOptions): Promise<FakeInter> {
  const { identities } = options;
  const bank = createBoletoBank(options.accounts, identities.authority, options.habits);
  const book = new InterBook(bank.clock, bank.habits);
  const api = createInterApi(bank, book, createTlsServer(identities.server, identities.authority.certificatePem));
  const running = await listenAsBank(bank, api, options);
  const act = async (name: string, work: (cobranca: ReturnType<InterBook['find']>) => void) => {
    const cobranca = book.find(name);
    work(cobranca);
    await tellOf(bank, book, cobranca);
  };
  return {
    ...running,
    baseUrl: `${running.origin}${BASE_PATH}`,
    tokenUrl: `${running.origin}${TOKEN_PATH}`,
    control: {
      charges: () => book.all().map((cobranca) => cobrancaToWire(cobranca, bank.clock.now(), bank.habits)),
      pay: (name, payment = {}) => act(name, (cobranca) => book.pay(cobranca, payment)),
      mark: (name) => act(name, (cobranca) => book.mark(cobranca)),
      cancel: (name) => act(name, (cobranca) => book.cancel(cobranca)),
    },
  };
}

function createInterApi(bank: BoletoBank, book: InterBook, server: FastifyInstance): FastifyInstance {
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof Problem)
      return say(reply, error.body.status, error.body.title, error.body.detail, error.body.violacoes);
    if (error.validation) {
      const violations = violationsOfSchema(error);
      return say(reply, 400, 'Requisição inválida', 'A requisição não respeita o schema.', violations);
    }
    return say(reply, error.statusCode ?? 500, 'Erro', error.message);
  });
  // The bank's gateway answers, and not the bank.
  server.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('404 page not found'));
  misbehave(server, bank, wordFault);
  authorize(server, bank);
  tokenRoutes(server, bank, TOKEN_PATH);
  server.register(
    async (scope) => {
      webhookRoutes(scope, bank, book);
      chargeRoutes(scope, bank, book);
    },
    { prefix: BASE_PATH },
  );
  return server;
}

/** Too many requests are answered with nothing at all. */
function wordFault({ status }: { status: number }): FaultyAnswer {
  return { type: 'application/json', text: status === 429 ? '' : JSON.stringify(errorBody('Falha', 'A pedido.')) };
}

function say(reply: FastifyReply, status: number, title: string, detail: string, violations?: Violation[]) {
  return reply.code(status).send(errorBody(title, detail, violations));
}

function errorBody(title: string, detail: string, violations: Violation[] = []): object {
  return { title, detail, timestamp: new Date().toISOString(), violacoes: violations };
}
