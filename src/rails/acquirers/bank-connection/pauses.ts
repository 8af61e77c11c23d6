import { setTimeout as pause } from 'node:timers/promises';
import type { Deadline } from './bank-http.ts';

export const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
const FIRST_PAUSE_MS = 250;
/** A bank that asks for a longer pause is asked again after this. */
const LONGEST_PAUSE_MS = 60_000;

/** The bank says "too many", or "not now": it is left alone for a while. */
export function isAway(statusCode: number): boolean {
  return statusCode === TOO_MANY_REQUESTS || statusCode === UNAVAILABLE;
}

/** False at once where the time is not enough. */
export async function waitUntil(atMs: number, deadline: Deadline): Promise<boolean> {
  const waitMs = atMs - performance.now();
  if (waitMs <= 0) return true;
  if (atMs >= deadline.atMs) return false;
  await pause(waitMs);
  return true;
}

/** `Retry-After` in seconds or as a date, bounded; else twice as long as before. */
export function pauseMs(
  retryAfter: string | null,
  repeats: number,
  nowMs: number = Date.now(),
  firstPauseMs: number = FIRST_PAUSE_MS,
): number {
  const fallback = Math.min(firstPauseMs * 2 ** repeats, LONGEST_PAUSE_MS);
  if (retryAfter === null) return fallback;
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - nowMs;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_PAUSE_MS) : fallback;
}
