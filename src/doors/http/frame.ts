import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitRates } from '../../ground/limits/request-rates.ts';
import type { AllDeps } from '../all-deps.ts';
import { refuseForeignHosts } from './allowed-hosts.ts';
import { closeGently } from './closing.ts';
import { limitConnections } from './connections.ts';
import { createEarlyAnswers } from './early-answers.ts';
import { answerUnreadableAddress, brokenRequestAnswerer, handleErrors, MAX_BODY_BYTES } from './error-handler.ts';
import { compileWhenNeeded } from './lazy-schemas.ts';
import { refuseOddRequests } from './odd-requests.ts';
import { isHttps } from './pages.ts';
import { trustedHops } from './proxies.ts';
import { carryRequestIds, requestIdOf } from './request-ids.ts';
import { logRequests } from './request-log.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** Slow senders may not hold a connection for ever: head and body are to be here by then. */
const REQUEST_TIMEOUT_MS = 29_000;
/** How often Node looks for them; with its own 30 s they would live twice as long. */
const TIMEOUT_CHECK_MS = 1_000;
const MAX_PARAM_LENGTH = 256;

export interface FrameParts {
  /** How long idle connections stay open while closing; 0 closes at once. */
  closeGraceMs?: number;
  /** How long head and body may take, where that is not as long as usual. */
  requestTimeoutMs?: number;
  /** Looks at every request and changes none. */
  watchRequests?: (app: FastifyInstance) => void;
  /** The address that the router is to see. */
  rewriteUrl?: (request: IncomingMessage) => string;
  /** What would run on for ever. */
  beforeClosing?: () => void;
}

export interface Frame {
  app: FastifyInstance;
  /** Whether a connection is to end with its answer: it is one too many, or the process stops. */
  isEnding: (socket: Socket) => boolean;
}

/**
 * The frame that every request passes, whoever it is for: ids, limits, errors, and security headers that allow
 * nothing (a page loosens them for itself). Who may ask, what a body is and what may be kept is for each scope inside
 * it to say.
 */
export async function openFrame(deps: AllDeps, parts: FrameParts): Promise<Frame> {
  const earlyAnswers = createEarlyAnswers();
  const requestTimeout = parts.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout,
    // Node would answer a request without a Host by itself, without a body; odd-requests.ts does.
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
    },
    ...(parts.rewriteUrl ? { rewriteUrl: parts.rewriteUrl } : {}),
    genReqId: (request) => requestIdOf(request, deps.ids),
    // What still arrives on an open connection while closing is answered like anything else: the database closes last.
    return503OnClosing: false,
    trustProxy: trustedHops(deps.config.trustProxy),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: brokenRequestAnswerer(deps.ids, earlyAnswers.has),
  });
  compileWhenNeeded(app);
  handleErrors(app, deps.log);
  earlyAnswers.watch(app);
  // Before the hook below, which waits for what is running: a stream would run on.
  app.addHook('preClose', async () => parts.beforeClosing?.());
  // Before every other hook: what it holds back must not have begun.
  const isClosing = closeGently(app, parts.closeGraceMs ?? 0);
  // Before anything that may refuse a request, so that refusals carry the headers too.
  carryRequestIds(app);
  setSecurityHeaders(app, isHttps(deps));
  logRequests(app, deps);
  parts.watchRequests?.(app);
  const isSurplus = limitConnections(app, deps.config);
  await limitRates(app, deps);
  refuseForeignHosts(app, deps.config);
  refuseOddRequests(app, deps);
  app.decorateRequest('caller', null);
  app.decorateRequest('session', null);
  return { app, isEnding: (socket) => isClosing() || isSurplus(socket) };
}
