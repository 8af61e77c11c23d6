import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../ground/deps.ts';
import { createSampler } from './sampling.ts';

const UNAVAILABLE = 503;
const UNAVAILABLE_LINE_EVERY_MS = 1_000;

/** The route's pattern, not its address: addresses carry link tokens and search terms. */
export function logRequests(app: FastifyInstance, deps: Deps): void {
  const sampleUnavailable = createSampler(UNAVAILABLE_LINE_EVERY_MS);
  app.addHook('onResponse', async (request, reply) => {
    const skipped = reply.statusCode === UNAVAILABLE ? sampleUnavailable(deps.clock.realNow().getTime()) : 0;
    if (skipped === null) return;
    const level = reply.statusCode >= 500 ? 'warn' : 'debug';
    deps.log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        merchantId: request.caller?.merchantId,
        ...(skipped > 0 ? { alikeNotLogged: skipped } : {}),
      },
      'request',
    );
  });
}
