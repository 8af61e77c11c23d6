import type { Clock } from '../clock.ts';

const WINDOW_MS = 1_000;

export interface WindowCounter {
  /** What was counted for the key in the current second. */
  of(key: string): number;
  add(key: string, amount: number): void;
}

/**
 * Counts by key in windows of a second. The last second is forgotten whole: there is never more to remember than one
 * brings.
 */
export function createWindowCounter(clock: Pick<Clock, 'realNow'>): WindowCounter {
  let counts = new Map<string, number>();
  let window = 0;
  const current = () => {
    const now = Math.floor(clock.realNow().getTime() / WINDOW_MS);
    if (now !== window) counts = new Map();
    window = now;
    return counts;
  };
  return {
    of: (key) => current().get(key) ?? 0,
    add: (key, amount) => void current().set(key, (current().get(key) ?? 0) + amount),
  };
}
