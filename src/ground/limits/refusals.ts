import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf } from './caller-address.ts';
import { createWindowCounter } from './window-counter.ts';

/** Somebody whose token has ended sees a few refusals at a time; whoever sees more in a second guesses. */
const FEW = 50;
/** Then each is answered late: hundreds of connections that ask again at once would cost everybody else. */
const HELD_MS = 1_000;

/**
 * Requests that were refused for want of a valid token or key count for their address: whoever sends too many of them
 * in a second is turned away before the database is asked.
 */
export function countRefusals({ config, clock }: Deps) {
  const isOn = config.rateLimitPerSecond > 0;
  const most = config.rateLimitPerSecond;
  const refusals = createWindowCounter(clock);
  const countOf = (request: FastifyRequest) => refusals.of(addressKeyOf(request.ip));
  return {
    check(request: FastifyRequest): void {
      if (!isOn || countOf(request) < most) return;
      throw new ApiError('RATE_LIMITED', `at most ${most} requests without a valid token per second`, {
        retryAfterSeconds: 1,
      });
    },
    async add(request: FastifyRequest): Promise<void> {
      refusals.add(addressKeyOf(request.ip), 1);
      if (isOn && countOf(request) > FEW) await pause(HELD_MS);
    },
  };
}
