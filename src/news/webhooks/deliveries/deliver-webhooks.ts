import type { Deps } from '../../../ground/deps.ts';
import { type PollLoop, startPollLoop } from '../../../ground/queues/poll-loop.ts';
import { openSecret, opensSecret } from '../../../ground/secret-box.ts';
import type { SendResult, WithWebhooks } from '../../../ground/webhook-sender.ts';
import { createAttemptLog } from './attempt-log.ts';
import { type AttemptRecord, type ClaimedDelivery, claimDeliveries, isAnyWaiting } from './deliveries.sql.ts';
import { createInFlight } from './in-flight.ts';
import { nextAttemptAt, outcomeOf, parseRetryAfter } from './retry.rules.ts';
import { signWebhook } from './signature.ts';

/** Longer than an exchange and its record can take. After it, a delivery whose worker died is sent again. */
const LEASE_MS = 30_000;
/** Polling finds the events of other processes at this pace; the events of this process announce themselves. */
const POLL_MS = 250;
/** While many are under way, claims keep this distance: fewer and larger ones cost the database much less. */
const MANY = 100;
const BETWEEN_CLAIMS_MS = 30;
/**
 * A merchant with a hundred webhooks makes a hundred deliveries of each order. Where the same process answers requests,
 * so many a second leave room for those of others; a worker of its own has no such bound.
 */
const MOST_PER_SECOND_BESIDE_REQUESTS = 300;

/**
 * Claims due deliveries and sends them, many at a time. It never waits for a delivery before it claims the next ones,
 * and each endpoint has a limited number under way: an endpoint that hangs delays only itself.
 */
export function startWebhookDispatcher(deps: Deps & WithWebhooks): PollLoop {
  const isServing = deps.config.role === 'all' && deps.config.rateLimitPerSecond > 0;
  const inFlight = createInFlight(deps.clock, isServing ? MOST_PER_SECOND_BESIDE_REQUESTS : undefined);
  let claimedAtMs = Number.NEGATIVE_INFINITY;
  const log = createAttemptLog(deps, (records) => {
    for (const record of records) inFlight.remove(record.endpointId, record.status === 'DELIVERED');
    // Room again, perhaps for more of the same endpoint.
    loop.poke();
  });

  const start = async (delivery: ClaimedDelivery) => {
    inFlight.add(delivery.endpoint_id, delivery.merchant_id);
    log.add(await attempt(deps, delivery));
  };

  const claim = async (): Promise<number> => {
    const waitMs = inFlight.count() > MANY ? claimedAtMs + BETWEEN_CLAIMS_MS - performance.now() : 0;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    claimedAtMs = performance.now();
    const now = deps.clock.realNow();
    const limits = inFlight.limits();
    if (limits.total <= 0 || !(await isAnyWaiting(deps.db))) return POLL_MS;
    const claimed = await claimDeliveries(deps.db, now, new Date(now.getTime() + LEASE_MS), limits);
    for (const delivery of claimed) void start(delivery);
    return claimed.length > 0 ? 0 : POLL_MS;
  };

  const loop = startPollLoop(deps.log, 'deliver-webhooks', claim);
  return {
    poke: loop.poke,
    /** Lets what is under way finish and be recorded; claims nothing more. */
    async stop() {
      await loop.stop();
      await inFlight.isEmpty();
      await log.flushed();
    },
  };
}

/** Makes one exchange with a receiver. Whatever happens becomes a record, never an exception. */
async function attempt(deps: Deps & WithWebhooks, delivery: ClaimedDelivery): Promise<AttemptRecord> {
  const attemptedAt = deps.clock.realNow();
  const send = () => exchange(deps, delivery, attemptedAt);
  const result = await deps.traces.about(delivery.payment_id, 'deliver-webhook', send, summaryOf);
  const now = deps.clock.realNow();
  const statusCode = result.outcome === 'response' ? result.statusCode : null;
  const outcome = outcomeOf(statusCode);
  const next =
    outcome === 'failed'
      ? nextAttemptAt({
          eventAt: delivery.counted_from,
          attemptsMade: delivery.attempts + 1,
          now,
          random: deps.ids.fraction(),
          retryAfterSeconds: result.outcome === 'response' ? parseRetryAfter(result.retryAfter, now) : null,
        })
      : null;
  return {
    merchantId: delivery.merchant_id,
    deliveryId: delivery.id,
    endpointId: delivery.endpoint_id,
    attemptedAt: attemptedAt.toISOString(),
    statusCode,
    error: result.outcome === 'error' ? result.reason : null,
    responseBody: result.outcome === 'response' ? result.bodySnippet : null,
    durationMs: result.durationMs,
    status: outcome === 'delivered' ? 'DELIVERED' : next ? 'PENDING' : 'FAILED',
    nextAttemptAt: next?.toISOString() ?? null,
    isGone: outcome === 'gone',
  };
}

/** In a word or a number, which holds nothing of what was sent or answered. */
function summaryOf(result: SendResult | UnsendableResult): string {
  return result.outcome === 'response' ? String(result.statusCode) : result.reason;
}

type UnsendableResult = { outcome: 'error'; reason: string; durationMs: number };

async function exchange(
  deps: Deps & WithWebhooks,
  delivery: ClaimedDelivery,
  at: Date,
): Promise<SendResult | UnsendableResult> {
  try {
    const headers = signWebhook({
      id: delivery.event_id,
      timestampSeconds: Math.floor(at.getTime() / 1000),
      body: delivery.payload,
      secrets: secretsOf(deps, delivery),
    });
    return await deps.webhooks.sender.send(delivery.url, headers, delivery.payload);
  } catch (error) {
    // The secret was encrypted with another key: an operator's mistake, which may be mended before a later attempt.
    deps.log.error({ err: error, endpointId: delivery.endpoint_id }, 'a webhook could not be signed or sent');
    return { outcome: 'error', reason: 'not_sent', durationMs: 0 };
  }
}

/** Opening a secret costs more than signing with it. Secrets are few and change rarely, so they are kept. */
const MAX_OPENED = 10_000;
const opened = new Map<string, string>();

function openOnce({ key, previousKey }: WithWebhooks['webhooks'], sealed: string): string {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const isUnderPrevious = previousKey && opensSecret(previousKey, sealed);
  const secret = openSecret(isUnderPrevious ? previousKey : key, sealed);
  if (opened.size >= MAX_OPENED) opened.delete(opened.keys().next().value as string);
  opened.set(sealed, secret);
  return secret;
}

/**
 * The old secrets of a rotation also sign, if they can still be opened; after a change of the key, only the
 * new one can.
 */
function secretsOf(deps: Deps & WithWebhooks, delivery: ClaimedDelivery): string[] {
  const secrets = [openOnce(deps.webhooks, delivery.secret_sealed)];
  for (const sealed of delivery.previous_secrets_sealed) {
    try {
      secrets.push(openOnce(deps.webhooks, sealed));
    } catch (error) {
      deps.log.warn(
        { err: error, endpointId: delivery.endpoint_id },
        'a previous secret of a webhook cannot be opened; the other secrets sign without it',
      );
    }
  }
  return secrets;
}
