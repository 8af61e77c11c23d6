const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pause after each attempt that failed: a mail server that is away for a day loses nothing. */
export const PAUSES_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** When to try again, or null when it was tried often enough. */
export function nextAttemptAt(attemptsMade: number, now: Date): Date | null {
  const pauseMs = PAUSES_MS[attemptsMade - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}
