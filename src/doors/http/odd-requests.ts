import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByAddress } from '../../ground/limits/request-rates.ts';

/** What no route is there for is refused here, before its body is read. Needs `limitRates` before it. */
export function refuseOddRequests(app: FastifyInstance, deps: Deps): void {
  const limitUnknownRoutes = limitByAddress(app, deps, deps.config.rateLimitPerSecond, 'requests');
  app.addHook('onRequest', async (request) => {
    const hosts = countHosts(request.raw);
    // Two parties on the way may each believe another one of the two.
    if (hosts > 1) throw new ApiError('VALIDATION_ERROR', 'the Host header must be sent once');
    if (hosts === 0 && request.raw.httpVersion === '1.1')
      throw new ApiError('VALIDATION_ERROR', 'the Host header is missing');
    if (!request.is404) return;
    await limitUnknownRoutes(request);
    throw new ApiError('ROUTE_NOT_FOUND', `there is no ${request.method} route at this path`);
  });
  // An expectation may be ignored (RFC 9110, 10.1.1); Node would refuse it with an empty answer of its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Node keeps the first of repeated ones; only the raw list still shows them all. */
export function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}
