import helmet from '@fastify/helmet';
import fastifySwagger from '@fastify/swagger';
import { Ajv } from 'ajv';
import Fastify, { type FastifyInstance } from 'fastify';
import { notificationRoutes } from '../acquirers/notifications.routes.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import { authenticateWith } from '../auth/authenticate.ts';
import type { SessionTokens } from '../auth/session-tokens.ts';
import { customerRoutes } from '../customers/customers.routes.ts';
import type { Deps } from '../deps.ts';
import { divergenceRoutes } from '../divergences/divergences.routes.ts';
import { eventRoutes } from '../events/events.routes.ts';
import { publicLinkRoutes } from '../instruments/public-links.routes.ts';
import { balanceRoutes } from '../ledger/balances.routes.ts';
import { statementRoutes } from '../ledger/statement.routes.ts';
import { limitRates } from '../limits/request-rates.ts';
import { orderRoutes } from '../orders/orders.routes.ts';
import { refundRoutes } from '../refunds/refunds.routes.ts';
import { type SandboxControls, sandboxRoutes } from '../sandbox/sandbox.routes.ts';
import { splitRoutes } from '../splits/splits.routes.ts';
import { TEXT_FORMATS } from '../text/visible-text.rules.ts';
import { transactionRoutes } from '../transactions/transactions.routes.ts';
import { webhookRoutes } from '../webhooks/webhooks.routes.ts';
import { tidyBody } from './body.rules.ts';
import { closeGently } from './closing.ts';
import { limitConnections } from './connections.ts';
import { answerUnreadableAddress, brokenRequestAnswerer, handleErrors, MAX_BODY_BYTES } from './error-handler.ts';
import { healthRoutes, type Readiness } from './health.routes.ts';
import { readJsonOnly } from './json-bodies.ts';
import { refuseOddRequests } from './odd-requests.ts';
import { documentErrors, openapiOptions, openapiRoute } from './openapi.ts';
import { trustedHops } from './proxies.ts';
import { carryRequestIds, requestIdOf } from './request-ids.ts';
import { logRequests } from './request-log.ts';
import { limitSlowRequests } from './slow-requests.ts';

/** Slow senders may not hold a connection for ever: head and body are to be here by then. */
const REQUEST_TIMEOUT_MS = 29_000;
/** How often Node looks for them; with its own 30 s they would live twice as long. */
const TIMEOUT_CHECK_MS = 1_000;
const MAX_PARAM_LENGTH = 256;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted paths where `null` is a mistake and not the same as leaving the field out. */
    keepNull?: readonly string[];
  }
}

export interface ServerParts extends Readiness {
  tokens: SessionTokens;
  /** Present in the sandbox only: without it the sandbox's routes do not exist. */
  sandbox: SandboxControls | null;
  /** How long idle connections stay open while closing; 0 closes at once. */
  closeGraceMs?: number;
}

export async function buildServer(deps: Deps, parts: ServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node would answer a request without a Host by itself, without a body; odd-requests.ts does.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    genReqId: (request) => requestIdOf(request, deps.ids),
    // What still arrives on an open connection while closing is answered like anything else: the database closes last.
    return503OnClosing: false,
    trustProxy: trustedHops(deps.config.trustProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: brokenRequestAnswerer(deps.ids),
  });
  handleErrors(app, deps.log);
  readJsonOnly(app);
  validateBodies(app);
  // Before every other hook: what it holds back must not have begun.
  closeGently(app, parts.closeGraceMs ?? 0);
  // Before anything that may refuse a request, so that refusals carry the headers too.
  carryRequestIds(app);
  await app.register(helmet);
  logRequests(app, deps);
  neverCache(app);
  limitConnections(app, deps.config);
  await limitRates(app, deps);
  refuseOddRequests(app, deps);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', authenticateWith(deps, parts.tokens));
  app.addHook('preValidation', async (request) => tidyBody(request.body, request.routeOptions.config.keepNull));
  documentErrors(app);
  limitSlowRequests(app, deps.config.rateLimitPerSecond > 0);
  await app.register(fastifySwagger, openapiOptions(deps.config.publicUrl));
  healthRoutes(app, deps, parts);
  openapiRoute(app, deps);
  // A worker listens for its health checks and nothing else.
  if (deps.config.role === 'worker') return app;
  authRoutes(app, deps, parts.tokens);
  orderRoutes(app, deps);
  transactionRoutes(app, deps);
  splitRoutes(app, deps);
  refundRoutes(app, deps);
  customerRoutes(app, deps);
  balanceRoutes(app, deps);
  statementRoutes(app, deps);
  divergenceRoutes(app, deps);
  webhookRoutes(app, deps);
  eventRoutes(app, deps);
  publicLinkRoutes(app, deps);
  if (parts.sandbox) sandboxRoutes(app, deps, parts.sandbox);
  // A scope of its own: it reads bodies as raw text, because the signature is over the bytes.
  await app.register(async (scope) => notificationRoutes(scope, deps));
  return app;
}

/**
 * Bodies are checked by their schema, never coerced or completed. Query strings and paths are text: the rules of each list
 * read them and say which parameter is wrong; their schemas are there for the documentation.
 */
function validateBodies(app: FastifyInstance): void {
  const ajv = new Ajv({
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    // Gives an error text the schema's own words.
    verbose: true,
    strict: false,
    // The schemas are ours: checking them against the schema of schemas would only delay the start.
    meta: false,
    validateSchema: false,
    formats: TEXT_FORMATS,
  });
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? ajv.compile(schema as object) : () => true));
}

/** Answers are about money and people; what may be kept says so itself. */
function neverCache(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
