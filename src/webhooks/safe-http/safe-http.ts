import { type Exchange, type ExchangeOptions, exchange, openReceiver, type Receiver } from './exchange.ts';

/** Receivers with open or reusable connections; the one unused for longest makes room. */
export const MAX_RECEIVERS = 2_000;

export interface SafeHttpOptions extends ExchangeOptions {
  maxReceivers: number;
}

export interface SafeHttp {
  post(url: URL, headers: Record<string, string>, body: string): Promise<Exchange>;
  /** Lets running exchanges end, which their time limit bounds. */
  close(): Promise<void>;
}

/**
 * The one door through which requests to addresses chosen by merchants leave. Redirects are never followed, proxy
 * settings of the environment are not read, and nothing is sent to an address that was not checked.
 */
export function createSafeHttp(options: SafeHttpOptions): SafeHttp {
  const receivers = new Map<string, Receiver>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function retire(address: string, receiver: Receiver): void {
    receivers.delete(address);
    // A closing pool finishes what it has and takes nothing more.
    const isHandedOver =
      receiver.queue.length === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            receiver.onQueueEmpty = resolve;
          });
    const closed = isHandedOver.then(() => receiver.pool.close()).finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function receiverAt(url: URL): Receiver {
    const known = receivers.get(url.href);
    // A Map keeps the order of insertion, so putting it back makes it the youngest.
    receivers.delete(url.href);
    const receiver = known ?? openReceiver(url, options);
    receivers.set(url.href, receiver);
    const [oldest] = receivers;
    if (oldest && receivers.size > options.maxReceivers) retire(...oldest);
    return receiver;
  }

  return {
    post: (url, headers, body) => {
      if (isClosed) return Promise.resolve<Exchange>({ ok: false, reason: 'closed' });
      return exchange(receiverAt(url), { method: 'POST', path: url.pathname + url.search, headers, body }, options);
    },
    async close() {
      isClosed = true;
      for (const [address, receiver] of receivers) retire(address, receiver);
      await Promise.all(closing);
    },
  };
}
