import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf } from './caller-address.ts';
import { createWindowCounter } from './window-counter.ts';

/** A bank whose secret was changed on one side repeats itself a little; whoever is wrong more often guesses. */
export const WRONG_PER_SECOND = 20;

/**
 * Counts what arrived under a wrong signature or secret, by address, and refuses the rest of the second. What is right
 * is never counted and never refused: an acquirer sends everything from one address.
 */
export function countWrongSenders({ config, clock }: Pick<Deps, 'config' | 'clock'>) {
  const wrong = createWindowCounter(clock);
  return (request: FastifyRequest): void => {
    if (config.rateLimitPerSecond === 0) return;
    const key = addressKeyOf(request.ip);
    wrong.add(key, 1);
    if (wrong.of(key) > WRONG_PER_SECOND)
      throw new ApiError('RATE_LIMITED', `at most ${WRONG_PER_SECOND} wrong notifications per second`, {
        retryAfterSeconds: 1,
      });
  };
}
