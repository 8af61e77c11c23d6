interface Entry {
  bytes: Buffer;
  expiresAtMs: number;
}

/** Keeps what was asked for most recently, up to a number of bytes in all, and each entry for a limited time. */
export function createByteCache(maxBytes: number, lifeMs: number) {
  /** Sorted by use, the least recent first. */
  const entries = new Map<string, Entry>();
  let size = 0;

  const remove = (key: string) => {
    size -= entries.get(key)?.bytes.length ?? 0;
    entries.delete(key);
  };

  return {
    get(key: string, nowMs: number): Buffer | null {
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      if (entry.expiresAtMs <= nowMs) {
        size -= entry.bytes.length;
        return null;
      }
      entries.set(key, entry);
      return entry.bytes;
    },

    put(key: string, bytes: Buffer, nowMs: number): void {
      remove(key);
      if (bytes.length > maxBytes) return;
      entries.set(key, { bytes, expiresAtMs: nowMs + lifeMs });
      size += bytes.length;
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break;
        remove(oldest);
      }
    },

    size: () => size,
  };
}
