import { type Exchange, type ExchangeOptions, exchange, type Origin, openOrigin } from './exchange.ts';

/** How many origins keep open connections; the one that was unused for longest makes room. */
export const MAX_ORIGINS = 1_000;

export interface SafeHttpOptions extends ExchangeOptions {
  maxOrigins: number;
}

export interface SafeHttp {
  post(url: URL, headers: Record<string, string>, body: string): Promise<Exchange>;
  /** Waits for running exchanges to end; their time limit bounds the wait. */
  close(): Promise<void>;
}

/**
 * The one door through which requests to addresses of merchants leave. It follows no redirects, reads no proxy settings
 * from the environment, and sends nothing to an address that was not checked.
 */
export function createSafeHttp(options: SafeHttpOptions): SafeHttp {
  const origins = new Map<string, Origin>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function retire(name: string, origin: Origin): void {
    origins.delete(name);
    // A closing pool finishes what it has and takes nothing more.
    const isHandedOver =
      origin.queue.length === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            origin.onQueueEmpty = resolve;
          });
    const closed = isHandedOver.then(() => origin.pool.close()).finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function originOf(name: string): Origin {
    const known = origins.get(name);
    // A Map keeps the order of insertion, so that inserting it again makes it the youngest.
    origins.delete(name);
    const origin = known ?? openOrigin(name, options);
    origins.set(name, origin);
    const [oldest] = origins;
    if (oldest && origins.size > options.maxOrigins) retire(...oldest);
    return origin;
  }

  return {
    post: (url, headers, body) => {
      if (isClosed) return Promise.resolve<Exchange>({ ok: false, reason: 'closed' });
      return exchange(
        originOf(url.origin),
        { method: 'POST', path: url.pathname + url.search, headers, body },
        options,
      );
    },
    async close() {
      isClosed = true;
      for (const [name, origin] of origins) retire(name, origin);
      await Promise.all(closing);
    },
  };
}
