import { createByteCache } from './byte-cache.ts';
import type { Drawing } from './drawing.ts';
import { createDrawingQueue } from './drawing-queue.ts';

const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** As long as a browser may keep a boleto, so that nobody sees an older one than it would show anyway. */
const CACHED_FOR_MS = 5 * 60 * 1_000;

export interface Drawings {
  /** What is there already, or being drawn for somebody else. */
  find(key: string): Promise<Buffer> | Buffer | null;
  /** The key names all that the drawing depends on. */
  draw(key: string, drawing: Drawing): Promise<Buffer>;
  close(): Promise<void>;
}

/** Each thing is drawn once for all who ask for it. */
export function createDrawings(nowMs: () => number): Drawings {
  const queue = createDrawingQueue();
  const cache = createByteCache(MAX_CACHED_BYTES, CACHED_FOR_MS);
  /** Bounded by the queue. */
  const underWay = new Map<string, Promise<Buffer>>();

  const find = (key: string) => cache.get(key, nowMs()) ?? underWay.get(key) ?? null;

  return {
    find,
    async draw(key, drawing) {
      const found = find(key);
      if (found) return found;
      const drawn = queue.draw(drawing);
      underWay.set(key, drawn);
      try {
        const bytes = await drawn;
        cache.put(key, bytes, nowMs());
        return bytes;
      } finally {
        underWay.delete(key);
      }
    },
    close: queue.close,
  };
}
