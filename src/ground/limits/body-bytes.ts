import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { callerKeyOf } from './caller-address.ts';
import { createWindowCounter } from './window-counter.ts';

const MIB = 1024 * 1024;
/**
 * A thousand orders of the usual size are two; reading and checking more than this would take the
 * processor from others.
 */
const MAX_MIB_PER_SECOND = 8;

/**
 * Large bodies cost what they weigh, so they are counted by weight besides: by merchant, or by address where nobody
 * logs in, before they are read. Needs the caller, so it stands behind the authentication.
 */
export function limitBodyBytes(app: FastifyInstance, { config, clock }: Deps, maxBodyBytes: number): void {
  if (config.rateLimitPerSecond === 0) return;
  const bytesOf = createWindowCounter(clock);
  app.addHook('onRequest', async (request) => {
    const announced = announcedBytes(request, maxBodyBytes);
    if (announced === 0 || request.routeOptions.config?.rateLimit === false) return;
    const key = callerKeyOf(request);
    if (bytesOf.of(key) + announced > MAX_MIB_PER_SECOND * MIB) {
      throw new ApiError('RATE_LIMITED', `at most ${MAX_MIB_PER_SECOND} MiB of bodies per second`, {
        retryAfterSeconds: 1,
      });
    }
    bytesOf.add(key, announced);
  });
}

/** A body that does not say how long it is may be as long as any; one that says it is too long will not be read. */
function announcedBytes({ headers }: FastifyRequest, maxBodyBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBodyBytes;
  const length = Number(headers['content-length'] ?? 0);
  return length > maxBodyBytes ? 0 : length;
}
