import type { FastifyError, FastifyInstance } from 'fastify';
import { authorize, createTlsServer, violationsOfSchema } from '../api.ts';
import {
  type BoletoBank,
  type BoletoBankOptions,
  createBoletoBank,
  listenAsBank,
  type RunningBoletoBank,
} from '../boletos/boleto-bank.ts';
import { type FaultyAnswer, misbehave } from '../oddities/misbehave.ts';
import { Problem } from '../problem.ts';
import { tokenRoutes } from '../token.routes.ts';
import { movementRoutes, slipRoutes, tellOf, webhookRoutes } from './sicoob.routes.ts';
import { shownToWire } from './sicoob.wire.ts';
import { type Hook, type Payment, SicoobBook } from './sicoob-book.ts';

const BASE_PATH = '/cobranca-bancaria/v3';
const TOKEN_PATH = '/auth/realms/cooperado/protocol/openid-connect/token';

export const SICOOB_SCOPES: readonly string[] = [
  'boletos_inclusao',
  'boletos_consulta',
  'boletos_alteracao',
  'webhooks_inclusao',
  'webhooks_consulta',
  'webhooks_alteracao',
];

export interface FakeSicoob extends RunningBoletoBank {
  baseUrl: string;
  tokenUrl: string;
  /** What the payer and the bank's staff do; slips go by their number, or by that of whoever ordered them. */
  control: {
    charges(): Record<string, unknown>[];
    pay(name: string, payment?: Payment): Promise<void>;
    writeOff(name: string): void;
    webhook(): Hook | null;
    switchWebhookOff(): void;
  };
}

/** Sicoob's API for boletos, as far as a gateway needs it. Its state is in memory. */
export async function startFakeSicoob(options: BoletoBankOptions): Promise<FakeSicoob> {
  const { identities } = options;
  const bank = createBoletoBank(options.accounts, identities.authority, options.habits);
  const book = new SicoobBook(bank.clock, bank.habits);
  const api = createSicoobApi(bank, book, createTlsServer(identities.server, identities.authority.certificatePem));
  const running = await listenAsBank(bank, api, options);
  return {
    ...running,
    baseUrl: `${running.origin}${BASE_PATH}`,
    tokenUrl: `${running.origin}${TOKEN_PATH}`,
    control: {
      charges: () => book.all().map((slip) => shownToWire(slip, bank.clock.now(), bank.habits)),
      async pay(name, payment = {}) {
        const slip = book.find(name);
        book.pay(slip, payment);
        await tellOf(bank, book, slip);
      },
      writeOff: (name) => book.writeOff(book.find(name)),
      webhook: () => book.hook,
      switchWebhookOff() {
        if (book.hook) book.hook.state = 3;
      },
    },
  };
}

function createSicoobApi(bank: BoletoBank, book: SicoobBook, server: FastifyInstance): FastifyInstance {
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof Problem) return reply.code(error.body.status).send(errorBody(error.body.detail));
    if (!error.validation) return reply.code(error.statusCode ?? 500).send(errorBody(error.message));
    const fields = violationsOfSchema(error).map(({ propriedade }) => propriedade);
    return reply.code(406).send(errorBody(`Dados inconsistentes: ${fields.join(', ')}`));
  });
  misbehave(server, bank, wordFault);
  authorize(server, bank);
  tokenRoutes(server, bank, TOKEN_PATH);
  server.register(
    async (scope) => {
      movementRoutes(scope, bank, book);
      slipRoutes(scope, bank, book);
      webhookRoutes(scope, bank, book);
    },
    { prefix: BASE_PATH },
  );
  return server;
}

function wordFault(): FaultyAnswer {
  return { type: 'application/json', text: JSON.stringify(errorBody('Falha a pedido.')) };
}

function errorBody(mensagem: string): object {
  return { mensagens: [{ mensagem, codigo: '5001' }] };
}
