import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { callerKeyOf } from './caller-address.ts';

const MIB = 1024 * 1024;
/** A thousand orders of the usual size are two; reading and checking more than this would take the processor from others. */
const MAX_MIB_PER_SECOND = 8;
const WINDOW_MS = 1_000;

/**
 * Large bodies cost what they weigh, so they are counted by weight besides: by merchant, or by address where nobody logs in, before
 * they are read. Needs the caller, so it stands behind the authentication.
 */
export function limitBodyBytes(app: FastifyInstance, { config, clock }: Deps, maxBodyBytes: number): void {
  if (config.rateLimitPerSecond === 0) return;
  let bytesByCaller = new Map<string, number>();
  let window = 0;
  app.addHook('onRequest', async (request) => {
    const announced = announcedBytes(request, maxBodyBytes);
    if (announced === 0 || request.routeOptions.config?.rateLimit === false) return;
    const now = Math.floor(clock.realNow().getTime() / WINDOW_MS);
    // Whoever asked in the last second is forgotten with it: there is never more to remember than one second brings.
    if (now !== window) bytesByCaller = new Map();
    window = now;
    const key = callerKeyOf(request);
    const bytes = (bytesByCaller.get(key) ?? 0) + announced;
    if (bytes > MAX_MIB_PER_SECOND * MIB) {
      throw new ApiError('RATE_LIMITED', `at most ${MAX_MIB_PER_SECOND} MiB of bodies per second`, { retryAfterSeconds: 1 });
    }
    bytesByCaller.set(key, bytes);
  });
}

/** A body that does not say how long it is may be as long as any; one that says it is too long will not be read. */
function announcedBytes({ headers }: FastifyRequest, maxBodyBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBodyBytes;
  const length = Number(headers['content-length'] ?? 0);
  return length > maxBodyBytes ? 0 : length;
}
