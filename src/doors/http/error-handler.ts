import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../../ground/db/away.ts';
import { ApiError, type ErrorCode, errorBody, invalidField } from '../../ground/errors.ts';
import type { Ids } from '../../ground/ids.ts';
import { TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';
import { joinPath } from './body.rules.ts';
import { REQUEST_ID_HEADER } from './request-ids.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused, for whoever counts. */
    errorCode?: ErrorCode;
  }
}

/**
 * The one place where an error becomes an answer. What is not in the catalogue is our fault: a 500 without internals.
 */
export const MAX_BODY_BYTES = 256 * 1024;
/**
 * Whoever asks too much is told so late: those that ask again at once would otherwise be refused thousands of times a
 * second, which costs everybody else.
 */
const HELD_MS = 500;
const PAYMENT_ROUTES = /^\/payments\/|^\/companies\/:id\/payments$/;

export function handleErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const known = toApiError(error, request.routeOptions.bodyLimit ?? MAX_BODY_BYTES);
    if (!known) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed');
    if (known?.code === 'RATE_LIMITED') await pause(HELD_MS);
    const isAboutPayment = PAYMENT_ROUTES.test(request.routeOptions.url ?? '');
    return sendError(
      reply,
      known ?? new ApiError('INTERNAL_ERROR', 'an unexpected error happened; it was logged'),
      isAboutPayment,
    );
  });
}

/** Addresses the router cannot even read never reach a route, its hooks or the handler above. */
export function answerUnreadableAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(REQUEST_ID_HEADER, request.id);
  void sendError(
    reply,
    new ApiError('VALIDATION_ERROR', 'the address cannot be read: a malformed escape or an over-long part'),
  );
}

const BROKEN_REQUESTS: Record<string, { status: number; reason: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    detail: 'the address and headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', detail: 'the request did not arrive in time' },
};
const MALFORMED = { status: 400, reason: 'Bad Request', detail: 'the request is not well-formed HTTP' };

/** Requests that are not even HTTP are answered on the bare connection; the body is still the one body. */
export function brokenRequestAnswerer(ids: Ids, isAnswered: (socket: Socket) => boolean) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Answered before its body had come: a second answer would be taken for that of the next request.
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswered(socket)) {
      socket.destroy();
      return;
    }
    const { status, reason, detail } = BROKEN_REQUESTS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify({ ...errorBody(new ApiError('VALIDATION_ERROR', detail)), statusCode: status });
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\n${REQUEST_ID_HEADER}: ${ids.requestId()}\r\n` +
        `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}

export function sendError(reply: FastifyReply, error: ApiError, isAboutPayment = false): FastifyReply {
  if (error.context.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(error.context.retryAfterSeconds));
  const body = errorBody(error);
  reply.errorCode = error.code;
  const isPaymentData = isAboutPayment && error.code === 'VALIDATION_ERROR';
  return reply
    .code(body.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(isPaymentData ? { ...body, message: 'Dados do pagamento inválidos' } : body);
}

function toApiError(error: FastifyError | ApiError, bodyLimit: number): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.validation?.[0]) return describeViolation(error.validation[0]);
  if (error.code === TOOK_TOO_LONG) {
    const detail =
      'the database took too long to answer; a list answers sooner with narrower filters or a page nearer to its start';
    return new ApiError('SERVICE_UNAVAILABLE', detail, { retryAfterSeconds: 5 });
  }
  if (isDatabaseAway(error))
    return new ApiError('SERVICE_UNAVAILABLE', 'the database cannot be reached right now', { retryAfterSeconds: 1 });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json');
  if (error.statusCode === 413)
    return new ApiError('PAYLOAD_TOO_LARGE', `the body must not be larger than ${bodyLimit / 1024} KiB`);
  // The framework's other refusals: broken JSON, forbidden keys, malformed addresses.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('VALIDATION_ERROR', error.message);
  }
  return null;
}

/** The first violation of the schema, with the field named by its path. */
function describeViolation(violation: FastifySchemaValidationError): ApiError {
  const path = violation.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((parent, step) => joinPath(parent, /^\d+$/.test(step) ? Number(step) : step), '');
  const { params } = violation as { params: Record<string, unknown> };
  if (violation.keyword === 'required') {
    return invalidField(joinPath(path, String(params['missingProperty'])), 'is required');
  }
  if (violation.keyword === 'additionalProperties') {
    return invalidField(joinPath(path, String(params['additionalProperty'])), 'cannot be given here');
  }
  const field = path || 'body';
  return invalidField(field, describeProblem(violation, params));
}

/** The pattern by which schemas ask for text that is more than blanks. */
const NOT_BLANK = '\\S';

const A_TYPE: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function rangeText(minimum: unknown, maximum: unknown): string {
  if (maximum === undefined) return `must be at least ${minimum}`;
  if (minimum === undefined) return `must be at most ${maximum}`;
  return minimum === maximum ? `must be ${minimum}` : `must be from ${minimum} to ${maximum}`;
}

function describeProblem(violation: FastifySchemaValidationError, params: Record<string, unknown>): string {
  const { description, minimum, maximum, pattern } =
    (violation as { parentSchema?: Record<string, unknown> }).parentSchema ?? {};
  switch (violation.keyword) {
    case 'pattern':
      return pattern === NOT_BLANK ? 'must not be blank' : `is invalid; expected ${description ?? 'another format'}`;
    case 'format':
      return TEXT_PROBLEMS[params['format'] as keyof typeof TEXT_PROBLEMS] ?? 'is invalid';
    case 'minItems':
      return `must have at least ${params['limit']} item`;
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${params['limit']} items`;
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    case 'uniqueItems':
      return 'must not name anything twice';
    case 'type':
      return `must be ${A_TYPE[String(params['type'])] ?? params['type']}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minimum':
    case 'maximum':
      return rangeText(minimum, maximum);
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`;
    default:
      return violation.message ?? 'is invalid';
  }
}

/** SQLSTATE query_canceled: the time limit of the statement. */
const TOOK_TOO_LONG = '57014';
