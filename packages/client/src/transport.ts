import type { Clock } from './clock.ts';
import { answerError, clientError, VintemError } from './errors.ts';
import { isStillRunning, mayRepeat, waitBefore } from './repeat.ts';
import type { Session } from './session.ts';

export interface Limits {
  /** For the whole call, its repeats included. */
  timeoutMs: number;
  /** For one attempt. */
  attemptTimeoutMs: number;
  /** How often a request is sent again. */
  maxRepeats: number;
}

export interface CallLimits extends Partial<Limits> {
  signal?: AbortSignal | undefined;
}

export interface Request {
  /** Method and path as the OpenAPI document writes them: what may be repeated depends on it. */
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Outside {
  fetch: typeof fetch;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
}

export type Send = (request: Request, session: Session | null, limits?: CallLimits) => Promise<unknown>;

/** A limit that is given as undefined is not given. */
export function withDefaults(given: Partial<Limits>, standard: Limits): Limits {
  const { timeoutMs, attemptTimeoutMs, maxRepeats } = standard;
  return {
    timeoutMs: given.timeoutMs ?? timeoutMs,
    attemptTimeoutMs: given.attemptTimeoutMs ?? attemptTimeoutMs,
    maxRepeats: given.maxRepeats ?? maxRepeats,
  };
}

/** Sends a request, and sends it again where that is safe and helps, until the time or the repeats are used up. */
export function createSend({ fetch, clock, random }: Outside, standard: Limits): Send {
  return async (request, session, { signal = new AbortController().signal, ...limits } = {}) => {
    const { timeoutMs, attemptTimeoutMs, maxRepeats } = withDefaults(limits, standard);
    const endsAt = clock.now() + timeoutMs;
    const remainingMs = () => endsAt - clock.now();
    let repeats = 0;
    let waits = 0;
    let isOutcomeOpen = false;
    let hasRenewed = false;
    for (;;) {
      // A login has its repeats behind it when it fails.
      const authorization = session && (await within(clock, remainingMs(), signal, session.authorization));
      const headers = authorization === null ? request.headers : { ...request.headers, authorization };
      const { error, value } = await attempt(
        { ...request, headers },
        Math.min(attemptTimeoutMs, remainingMs()),
        signal,
      );
      if (!error) return value;
      // Whatever was refused for its login was not begun, so that anything may be sent again.
      if (isAboutLogin(error) && authorization !== null && !hasRenewed && session?.refused(authorization)) {
        hasRenewed = true;
        continue;
      }
      // The first one did it, and its answer was lost.
      if (request.method === 'DELETE' && error.status === 404 && isOutcomeOpen) return undefined;
      isOutcomeOpen ||= error.status === undefined || error.status >= 500;
      // Requests that wait for the first one with their key are not counted: the time limit ends them.
      if (!isStillRunning(error)) repeats += 1;
      if (repeats > maxRepeats || !mayRepeat(request.operation, error)) throw error;
      waits += 1;
      const waitMs = waitBefore(waits, error.retryAfterMs, random);
      if (waitMs >= remainingMs()) throw error;
      await clock.sleep(waitMs, signal);
      signal.throwIfAborted();
    }
  };

  async function attempt({ url, method, headers, body }: Request, limitMs: number, caller: AbortSignal) {
    try {
      return await within(clock, limitMs, caller, async (signal): Promise<Outcome> => {
        const init = { method, headers, signal, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
        return readAnswer(await fetch(url, init));
      });
    } catch (cause) {
      caller.throwIfAborted();
      const failed = `the service could not be reached: ${causeOf(cause)}`;
      const error = cause instanceof VintemError ? cause : clientError('CONNECTION_FAILED', failed, { cause });
      return { error, value: undefined };
    }
  }
}

interface Outcome {
  error?: VintemError;
  value?: unknown;
}

/** Ends the work when the time is over or the caller gives up; the caller then gets the reason of its own signal. */
async function within<Value>(
  clock: Clock,
  limitMs: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  caller.throwIfAborted();
  const [limit, done] = [new AbortController(), new AbortController()];
  const giveUp = () => limit.abort(caller.reason);
  caller.addEventListener('abort', giveUp);
  void clock.sleep(limitMs, done.signal).then(() => limit.abort(TIME_IS_OVER));
  try {
    return await work(limit.signal);
  } catch (cause) {
    if (limit.signal.reason !== TIME_IS_OVER) throw cause;
    throw clientError('TIMED_OUT', `no answer within ${Math.round(limitMs)} ms`, { cause });
  } finally {
    done.abort();
    caller.removeEventListener('abort', giveUp);
  }
}

const TIME_IS_OVER = new Error('the time limit of the call is over');

/** fetch itself says little more than that it failed. */
function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

async function readAnswer(answer: Response): Promise<Outcome> {
  const text = await answer.text();
  if (answer.status === 204) return { value: undefined };
  const isJson = answer.headers.get('content-type')?.includes('application/json') ?? false;
  const body = isJson ? parse(text) : text;
  if (!answer.ok) return { error: answerError(answer.status, answer.headers, body) };
  if (body !== undefined) return { value: body };
  return { error: clientError('UNREADABLE_ANSWER', 'the answer is not JSON', { status: answer.status }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not accepted any more, or given too long ago for what was asked. */
function isAboutLogin({ status, code }: { status?: number | undefined; code?: string | undefined }): boolean {
  return status === 401 || code === 'PASSWORD_NEEDED';
}
