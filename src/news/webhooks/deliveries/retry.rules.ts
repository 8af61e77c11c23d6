const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * When each attempt is due, counted from the event in real time. These are offsets, not gaps: the last attempt is due a
 * day after the event, however long the ones before it took.
 */
export const ATTEMPT_OFFSETS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = ATTEMPT_OFFSETS_MS.length;

/**
 * Spreads the next attempts of deliveries that failed together over this part of the gap; an attempt gets
 * later, never earlier.
 */
export const JITTER_RATIO = 0.1;

/**
 * Between two attempts lies at least half of their gap, up to this much. It matters when this service was down for
 * hours: every offset is then in the past, and without it the remaining attempts would be spent in one burst.
 */
export const MAX_CATCH_UP_PAUSE_MS = 5 * MINUTE_MS;

/** A receiver may ask for a longer pause than the schedule has, but for no longer than this. */
export const MAX_RETRY_AFTER_SECONDS = DAY_MS / SECOND_MS;

/** An endpoint that answered nothing but failures for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

const GONE = 410;

export interface NextAttemptInput {
  eventAt: Date;
  /** How many attempts were made, the one that just failed included. */
  attemptsMade: number;
  now: Date;
  /** From 0 up to, but not including, 1. */
  random: number;
  /** What `parseRetryAfter` made of the receiver's header. */
  retryAfterSeconds?: number | null;
}

/** When to try (again), or null when the schedule is spent and the delivery has failed for good. */
export function nextAttemptAt({
  eventAt,
  attemptsMade,
  now,
  random,
  retryAfterSeconds,
}: NextAttemptInput): Date | null {
  const offsetMs = ATTEMPT_OFFSETS_MS[attemptsMade];
  if (offsetMs === undefined) return null;
  if (attemptsMade === 0) return new Date(eventAt);
  const gapMs = offsetMs - (ATTEMPT_OFFSETS_MS[attemptsMade - 1] ?? 0);
  const scheduled = eventAt.getTime() + offsetMs + Math.floor(random * JITTER_RATIO * gapMs);
  const afterPause = now.getTime() + Math.min(gapMs / 2, MAX_CATCH_UP_PAUSE_MS);
  const afterWish = now.getTime() + Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS) * SECOND_MS;
  return new Date(Math.max(scheduled, afterPause, afterWish));
}

const WHOLE_SECONDS = /^\d{1,10}$/;
const WEEKDAY = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
/** The only date format that HTTP still allows to send, e.g. `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_DATE = new RegExp(`^(?:${WEEKDAY}), \\d{2} (?:${MONTH}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);

/**
 * Seconds that a `Retry-After` header asks to wait; 0 for a date in the past, null when there is none or it
 * cannot be read.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (WHOLE_SECONDS.test(text)) return Number(text);
  if (!HTTP_DATE.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.max(0, Math.ceil((at - now.getTime()) / SECOND_MS));
}

/** `gone` means that the receiver wants no more events: no further attempt is made. */
export type AttemptOutcome = 'delivered' | 'failed' | 'gone';

/** The outcome of an attempt. A null status means no answer at all: time-out, reset, refused address and the like. */
export function outcomeOf(statusCode: number | null): AttemptOutcome {
  if (statusCode === null) return 'failed';
  if (statusCode >= 200 && statusCode < 300) return 'delivered';
  // Redirects are failures too: following one would send the event to an address that nobody registered.
  return statusCode === GONE ? 'gone' : 'failed';
}
