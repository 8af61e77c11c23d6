import { createByteCache } from './byte-cache.ts';
import type { Drawing } from './drawing.ts';
import { createDrawingQueue } from './drawing-queue.ts';

const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Whoever may see one is asked before: this only forgets what nobody asks for. */
const CACHED_FOR_MS = 5 * 60 * 1_000;

export interface Drawings {
  /**
   * The key names all that the drawing depends on. A drawing that exists, or is being made for somebody else, is not
   * prepared again. `prepare` may refuse.
   */
  draw(key: string, prepare: () => Promise<Drawing>): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws each thing once for everybody who asks for it. */
export function createDrawings(nowMs: () => number, timeLimitMs?: number): Drawings {
  const queue = createDrawingQueue(undefined, timeLimitMs);
  const cache = createByteCache(MAX_CACHED_BYTES, CACHED_FOR_MS);
  /** The requests that prepare a drawing, and the queue, limit how many there are. */
  const underWay = new Map<string, Promise<Buffer>>();

  const make = async (key: string, prepare: () => Promise<Drawing>) => {
    try {
      const bytes = await queue.draw(await prepare());
      cache.put(key, bytes, nowMs());
      return bytes;
    } finally {
      underWay.delete(key);
    }
  };

  return {
    async draw(key, prepare) {
      const found = cache.get(key, nowMs()) ?? underWay.get(key);
      if (found) return found;
      const made = make(key, prepare);
      underWay.set(key, made);
      return made;
    },
    close: queue.close,
  };
}
