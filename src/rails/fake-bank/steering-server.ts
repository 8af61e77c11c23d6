import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { ControlError } from './control.ts';
import { Problem } from './problem.ts';

/** For the person who steers a bank with curl: it takes JSON and nothing else, and says in one line why not. */
export function createSteeringServer(): FastifyInstance {
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.setErrorHandler<FastifyError>(async (error, _request, reply) => {
    const isTheirs = error instanceof ControlError || error instanceof Problem;
    return reply.code(isTheirs ? 409 : (error.statusCode ?? 500)).send({ error: error.message });
  });
  // A page that somebody has open may send forms and plain text to this machine, but no JSON unasked.
  server.addHook('onRequest', async ({ method, headers }, reply) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
      return reply.code(415).send({ error: 'send JSON, as content-type: application/json' });
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  );
  server.addHook('preValidation', async (request) => {
    // A bare POST means the defaults.
    if (request.method === 'POST') request.body ??= {};
  });
  return server;
}
