import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf, callerKeyOf } from './caller-address.ts';

const WINDOW_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Passes, or throws that the caller has to wait. */
export type RateCheck = (request: FastifyRequest) => Promise<void>;

const noLimit: RateCheck = async () => {};

export const addressOf = (request: FastifyRequest) => `address ${addressKeyOf(request.ip)}`;

/**
 * Every route counts its requests by merchant, or by address where nobody logs in, before a body is read.
 * `RATE_LIMIT_PER_SECOND=0` switches this off, and with it every other limit of rates, connections and slots.
 */
export async function limitRates(app: FastifyInstance, { config }: Pick<Deps, 'config'>): Promise<void> {
  if (config.rateLimitPerSecond === 0) return;
  await app.register(rateLimit, {
    max: config.rateLimitPerSecond,
    timeWindow: WINDOW_MS,
    hook: 'onRequest',
    keyGenerator: callerKeyOf,
    errorResponseBuilder: () => tooMany(config.rateLimitPerSecond, 'requests'),
  });
}

/** A limit of its own, by address; what it counts is named in the refusal. Needs `limitRates` before it. */
export function limitByAddress(app: FastifyInstance, deps: Deps, perSecond: number, counted: string): RateCheck {
  return limitBy(app, deps, addressOf, { max: perSecond, windowMs: WINDOW_MS }, () => tooMany(perSecond, counted));
}

/** So many of a merchant's requests to a route in a minute. */
export function limitByMerchant(app: FastifyInstance, deps: Deps, perMinute: number, counted: string): RateCheck {
  return limitPerMinute(app, deps, callerKeyOf, perMinute, counted);
}

/**
 * So many of what the path names in a minute: for what reaches a party that did not ask for it. What is named counts,
 * however it is written: by the route and the ids in it, and not by the address with its query and its zeros.
 */
export function limitByPath(app: FastifyInstance, deps: Deps, perMinute: number, counted: string): RateCheck {
  const keyOf = (request: FastifyRequest) =>
    `${callerKeyOf(request)} ${request.routeOptions.url} ${namedBy(request.params).join(' ')}`;
  return limitPerMinute(app, deps, keyOf, perMinute, counted);
}

const namedBy = (params: unknown) =>
  Object.values(params as Record<string, string>).map((text) => text.replace(/^0+(?=\d+$)/, ''));

/** So many in a minute of what `keyOf` says a request counts for. */
export function limitPerMinute(
  app: FastifyInstance,
  deps: Pick<Deps, 'config'>,
  keyOf: (request: FastifyRequest) => string,
  perMinute: number,
  counted: string,
): RateCheck {
  const refusal = () =>
    new ApiError('RATE_LIMITED', `at most ${perMinute} ${counted} per minute`, { retryAfterSeconds: 60 });
  return limitBy(app, deps, keyOf, { max: perMinute, windowMs: MINUTE_MS }, refusal);
}

/** So many in an hour: for what leaves something behind. */
export function limitPerHour(
  app: FastifyInstance,
  deps: Deps,
  keyOf: (request: FastifyRequest) => string,
  perHour: number,
  counted: string,
): RateCheck {
  const refusal = () =>
    new ApiError('RATE_LIMITED', `at most ${perHour} ${counted} per hour`, { retryAfterSeconds: 3_600 });
  return limitBy(app, deps, keyOf, { max: perHour, windowMs: HOUR_MS }, refusal);
}

function limitBy(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  keyGenerator: (request: FastifyRequest) => string,
  { max, windowMs }: { max: number; windowMs: number },
  refusal: () => ApiError,
): RateCheck {
  if (config.rateLimitPerSecond === 0) return noLimit;
  const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator });
  return async (request) => {
    const { isAllowed, ...counter } = await count(request);
    if (!isAllowed && 'isExceeded' in counter && counter.isExceeded) throw refusal();
  };
}

function tooMany(perSecond: number, counted: string): ApiError {
  return new ApiError('RATE_LIMITED', `at most ${perSecond} ${counted} per second`, { retryAfterSeconds: 1 });
}
