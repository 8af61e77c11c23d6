import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Bank, BankParts } from './bank.ts';
import type { Identity } from './certificates.ts';
import type { Violation } from './charge.rules.ts';
import { chargeRoutes } from './charges.routes.ts';
import { dueChargeRoutes } from './due/due-charges.routes.ts';
import { compileWhenNeeded } from './lazy-validators.ts';
import { misbehave } from './oddities/misbehave.ts';
import { bend } from './oddities/oddities.rules.ts';
import { paymentRoutes } from './payments.routes.ts';
import { Problem, type ProblemKind } from './problem.ts';
import './request.ts';
import { sendingRoutes } from './sending/sending.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_PARAM_LENGTH = 256;
const MAX_DETAIL_LENGTH = 200;
/** How the standard names the fields of a body. */
const SUBJECTS: Partial<Record<ProblemKind, string>> = {
  CobOperacaoInvalida: 'cob',
  CobVOperacaoInvalida: 'cobv',
  PixDevolucaoInvalida: 'devolucao',
  WebhookOperacaoInvalida: 'webhook',
};
export const BASE_PATH = '/v2';
/** Some banks number their resources apart. */
const VERSIONS = ['/v1', BASE_PATH, '/v3'];
/** The schemas are ours: checking them against the schema of schemas would only delay the start. */
const TRUSTED_SCHEMAS = { meta: false, validateSchema: false };

/** The side that clients see: HTTPS, a client certificate, a token, then Bacen's API Pix. */
export function createApi(bank: Bank, identity: Identity, authorityPem: string): FastifyInstance {
  const server = createTlsServer(identity, authorityPem);
  server.setErrorHandler<FastifyError>(answerError);
  server.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem('NaoEncontrado', 'Não há tal recurso.')),
  );
  misbehave(server, bank);
  authorize(server, bank);
  tokenRoutes(server, bank);
  for (const prefix of VERSIONS) server.register(async (scope) => resources(scope, bank), { prefix });
  return server;
}

/** It lets in only who shows a certificate of the authority. */
export function createTlsServer(identity: Identity, authorityPem: string): FastifyInstance {
  return fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: true,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        ...TRUSTED_SCHEMAS,
      },
      onCreate: compileWhenNeeded,
    },
    https: {
      cert: identity.certificatePem,
      key: identity.privateKeyPem,
      ca: authorityPem,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
  }) as unknown as FastifyInstance;
}

function resources(scope: FastifyInstance, bank: Bank): void {
  scope.addHook('preSerialization', async (_request, _reply, payload) => bend(payload, bank.habits));
  chargeRoutes(scope, bank);
  dueChargeRoutes(scope, bank);
  paymentRoutes(scope, bank);
  webhookRoutes(scope, bank);
  sendingRoutes(scope, bank);
}

export function authorize(server: FastifyInstance, bank: BankParts): void {
  server.decorateRequest('account');
  server.addHook('onRequest', async (request, reply) => {
    const { scope } = request.routeOptions.config;
    if (scope === undefined) return;
    const [, bearer = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const token = bank.tokens.find(bearer);
    if (!token) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new Problem('NaoAutorizado', 'O token é inválido ou expirou.');
    }
    if (!token.scopes.includes(scope)) throw new Problem('AcessoNegado', `O token não tem o escopo ${scope}.`);
    request.account = token.account;
  });
}

async function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (error instanceof Problem) return sendProblem(reply, error);
  const { invalid = 'RequisicaoInvalida' } = request.routeOptions.config;
  if (error.validation) {
    const violations = violationsOfSchema(error, SUBJECTS[invalid]);
    return sendProblem(reply, new Problem(invalid, 'A requisição não respeita o schema.', violations));
  }
  if (error.statusCode !== undefined && error.statusCode < 500)
    return sendProblem(reply, new Problem(invalid, error.message.slice(0, MAX_DETAIL_LENGTH)));
  return sendProblem(reply, new Problem('ErroInternoDoServidor', String(error.message)));
}

export function violationsOfSchema(
  { validation = [], validationContext }: FastifyError,
  subject?: string,
): Violation[] {
  const prefix = validationContext === 'body' && subject ? [subject] : [];
  const violations = validation.map(({ instancePath, params }): Violation => {
    const missing = typeof params['missingProperty'] === 'string' ? [params['missingProperty']] : [];
    const propriedade = [...prefix, ...instancePath.split('/').filter(Boolean), ...missing].join('.');
    return { razao: `O campo ${propriedade} não respeita o schema.`, propriedade };
  });
  return [...new Map(violations.map((violation) => [violation.propriedade, violation])).values()];
}

function sendProblem(reply: FastifyReply, { body }: Problem): FastifyReply {
  // A serialized text: the framework would put its own content type on an object.
  return reply.code(body.status).type('application/problem+json').send(JSON.stringify(body));
}
