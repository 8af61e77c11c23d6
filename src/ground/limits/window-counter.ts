import type { Clock } from '../clock.ts';

const WINDOW_MS = 1_000;

export interface WindowCounter<Key = string> {
  /** What was counted for the key in the current second. */
  of(key: Key): number;
  add(key: Key, amount: number): void;
  /** The keys for which anything was counted in the current second. */
  keys(): readonly Key[];
}

/**
 * Counts by key in windows of a second. The last second is forgotten whole: there is never more to remember
 * than one brings.
 */
export function createWindowCounter<Key = string>(clock: Pick<Clock, 'realNow'>): WindowCounter<Key> {
  let counts = new Map<Key, number>();
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
    keys: () => [...current().keys()],
  };
}
