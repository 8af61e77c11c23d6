import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf } from './caller-address.ts';
import { createWindowCounter } from './window-counter.ts';

/**
 * Requests that were refused for want of a valid token count for their address: whoever sends too many of them in a
 * second is turned away before a signature is checked or the database is asked.
 */
export function countRefusals({ config, clock }: Deps) {
  const most = config.rateLimitPerSecond === 0 ? Number.POSITIVE_INFINITY : config.rateLimitPerSecond;
  const refusals = createWindowCounter(clock);
  return {
    check(request: FastifyRequest): void {
      if (refusals.of(addressKeyOf(request.ip)) < most) return;
      throw new ApiError('RATE_LIMITED', `at most ${most} requests without a valid token per second`, {
        retryAfterSeconds: 1,
      });
    },
    add(request: FastifyRequest): void {
      refusals.add(addressKeyOf(request.ip), 1);
    },
  };
}
