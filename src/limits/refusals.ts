import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf } from './caller-address.ts';

const WINDOW_MS = 1_000;

/**
 * Requests that were refused for want of a valid token count for their address: whoever sends too many of them in a second is turned
 * away before a signature is checked or the database is asked.
 */
export function countRefusals({ config, clock }: Deps) {
  const most = config.rateLimitPerSecond === 0 ? Number.POSITIVE_INFINITY : config.rateLimitPerSecond;
  let countOf = new Map<string, number>();
  let window = 0;
  const counts = () => {
    const now = Math.floor(clock.realNow().getTime() / WINDOW_MS);
    // The last second is forgotten whole: there is never more to remember than one second brings.
    if (now !== window) countOf = new Map();
    window = now;
    return countOf;
  };
  return {
    check(request: FastifyRequest): void {
      if ((counts().get(addressKeyOf(request.ip)) ?? 0) < most) return;
      throw new ApiError('RATE_LIMITED', `at most ${most} requests without a valid token per second`, { retryAfterSeconds: 1 });
    },
    add(request: FastifyRequest): void {
      const key = addressKeyOf(request.ip);
      counts().set(key, (counts().get(key) ?? 0) + 1);
    },
  };
}
