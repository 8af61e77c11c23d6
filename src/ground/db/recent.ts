/**
 * How long what was read may be used before it is read anew: a revoked token or a changed password takes
 * hold within this.
 */
export const MAX_STALE_MS = 5_000;

/** What was found a moment ago. What was not found is never kept: it may be there the next moment. */
export interface Recent<Key, Value> {
  find(key: Key, read: () => Promise<Value | null>): Promise<Value | null>;
}

/** Keeps at most so many; the oldest goes first. The age counts from before the read, and in real time. */
export function createRecent<Key, Value>(most: number, realNow: () => Date): Recent<Key, Value> {
  const kept = new Map<Key, { value: Value; readAtMs: number }>();
  return {
    async find(key, read) {
      const nowMs = realNow().getTime();
      const known = kept.get(key);
      const ageMs = known ? nowMs - known.readAtMs : Number.POSITIVE_INFINITY;
      // A clock that was set back makes it look younger than it is.
      if (known && ageMs >= 0 && ageMs < MAX_STALE_MS) return known.value;
      const value = await read();
      kept.delete(key);
      if (value === null) return null;
      const [oldest] = kept.keys();
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { value, readAtMs: nowMs });
      return value;
    },
  };
}
