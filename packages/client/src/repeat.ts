import type { Operations } from './api.generated.ts';
import type { VintemError } from './errors.ts';

/** These take an Idempotency-Key: however often one is sent with the same key, it happens once. */
const KEYED: ReadonlySet<string> = new Set<keyof Operations>([
  'POST /payments/order',
  'POST /companies/{id}/payments',
  'POST /payments/pix/refund',
  'POST /payments/reversal',
  'POST /payouts',
  'POST /transactions/{id}/retry',
]);

/** These are sent by POST because their question is long; they change nothing. A login leaves nothing behind either. */
const QUESTIONS: ReadonlySet<string> = new Set<keyof Operations>([
  'POST /auth',
  'POST /balance/list',
  'POST /payments/refund/simulate',
  'POST /payments/split/simulate',
  'POST /payouts/simulate',
  'POST /companies/{id}/split/simulate',
]);

const IDEMPOTENT_METHODS = /^(GET|PUT|DELETE) /;

export function takesKey(operation: string): boolean {
  return KEYED.has(operation);
}

/** Whether sending it twice is as good as sending it once, also when nobody knows what became of the first. */
export function isRepeatable(operation: string): boolean {
  return IDEMPOTENT_METHODS.test(operation) || KEYED.has(operation) || QUESTIONS.has(operation);
}

/** These say that no connection was made: nothing was sent. */
const UNSENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const OUR_TROUBLE = new Set([500, 502, 503, 504]);

/** Whether the same request may be sent again after this error. */
export function mayRepeat(operation: string, error: VintemError): boolean {
  // A 429 is given before anything is done, and a 409 means that the first request with this key still runs.
  if (error.status === 429 || isStillRunning(error)) return true;
  if (error.status !== undefined) return OUR_TROUBLE.has(error.status) && isRepeatable(operation);
  return isRepeatable(operation) || wasNotSent(error.cause);
}

export function isStillRunning({ code }: VintemError): boolean {
  return code === 'IDEMPOTENCY_IN_PROGRESS';
}

/** fetch wraps the trouble of the connection; where several addresses were tried, there are several. */
function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown[] };
  if (errors && errors.length > 0) return errors.every(wasNotSent);
  return UNSENT.has(code) || wasNotSent(cause);
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

/** Doubles, from half to all of it by chance, and is never shorter than what the service asks for. */
export function waitBefore(repeat: number, retryAfterMs: number | undefined, random: () => number): number {
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (repeat - 1), LONGEST_WAIT_MS) * (0.5 + random() / 2);
  return retryAfterMs === undefined ? backoff : Math.max(retryAfterMs, 0) + backoff;
}
