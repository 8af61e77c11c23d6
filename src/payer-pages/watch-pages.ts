import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { PENDING } from '../payments/status.rules.ts';
import { drawChecksForward } from '../payments/watched-checks.sql.ts';
import { type PageStatus, pageStatusOf } from './page.rules.ts';
import { listWatchedPayments, type WatchedPayment } from './pages.sql.ts';

const LOOK_EVERY_MS = 1_000;
/** Proxies end what is silent for long, and a page asks by itself when it hears nothing for longer. */
const HEARTBEAT_MS = 15_000;
/** Longer than a PIX code lives; a page that is still open then comes back by itself. */
const LIFE_MS = 40 * 60_000;
/** Who has watched for so long may be paying: the acquirer is asked before its turn. */
const DRAW_EVERY_MS = 15_000;
const MOST_STREAMS = 10_000;
/** A stream is a connection: half of them stay for everybody else, and one address gets a tenth of the streams. */
const PART_OF_CONNECTIONS = 2;
const PART_OF_ONE_ADDRESS = 10;

/** One open page, as the watch knows it. */
export interface Listener {
  tell(status: PageStatus): void;
  /** Keeps the connection alive while there is nothing to tell. */
  beat(): void;
  end(): void;
}

export interface PageWatch {
  /**
   * Tells the listener now, at every change and every few seconds, until it is left; refuses when there are too many.
   */
  join(token: string, address: string, listener: Listener): { leave: () => void };
  /** Ends all of them: their pages come back, to another process or to this one when it is there again. */
  close(): void;
}

interface Watcher {
  listener: Listener;
  address: string;
  version: string | null;
  heardAt: number;
  endsAt: number;
}

interface WatchedPage {
  watchers: Set<Watcher>;
  drawnAt: number;
}

/**
 * All the open pages of this process. However many there are, the database is asked once a second for all of them, and
 * not at all while there are none; the next question waits for the answer to the last.
 */
export function watchPages(deps: Deps): PageWatch {
  const { config, clock } = deps;
  const isLimited = config.rateLimitPerSecond > 0;
  const most = Math.min(
    MOST_STREAMS,
    isLimited ? Math.max(1, Math.floor(config.maxConnections / PART_OF_CONNECTIONS)) : MOST_STREAMS,
  );
  const mostOfAddress = isLimited ? Math.max(1, Math.floor(most / PART_OF_ONE_ADDRESS)) : most;
  const pages = new Map<string, WatchedPage>();
  const ofAddress = new Map<string, number>();
  let open = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  const realMs = () => clock.realNow().getTime();

  const leave = (token: string, watcher: Watcher) => {
    const page = pages.get(token);
    if (!page?.watchers.delete(watcher)) return;
    open -= 1;
    if (page.watchers.size === 0) pages.delete(token);
    const left = (ofAddress.get(watcher.address) ?? 1) - 1;
    if (left > 0) ofAddress.set(watcher.address, left);
    else ofAddress.delete(watcher.address);
  };

  const look = async () => {
    const [payments, now] = await Promise.all([listWatchedPayments(deps.db, [...pages.keys()]), clock.now()]);
    const realNow = realMs();
    for (const payment of payments) {
      const status = pageStatusOf(payment, now);
      for (const watcher of pages.get(payment.public_token)?.watchers ?? []) tell(watcher, status, realNow);
    }
    const due = payments.filter((payment) => isDueToBeDrawn(pages.get(payment.public_token), payment, realNow));
    if (due.length === 0) return;
    for (const { public_token } of due) (pages.get(public_token) as WatchedPage).drawnAt = realNow;
    const ids = due.map(({ id }) => id);
    await drawChecksForward(deps.db, ids, now, new Date(realNow));
  };

  /** Those nobody has told anything, because the database is away, must not look dead. */
  const keepAlive = () => {
    const realNow = realMs();
    for (const [token, page] of [...pages]) {
      for (const watcher of [...page.watchers]) {
        if (realNow >= watcher.endsAt) {
          leave(token, watcher);
          watcher.listener.end();
        } else if (realNow - watcher.heardAt >= 2 * HEARTBEAT_MS) {
          watcher.heardAt = realNow;
          watcher.listener.beat();
        }
      }
    }
  };

  const lookOn = () => {
    if (timer || isClosed || open === 0) return;
    timer = setTimeout(async () => {
      try {
        await look();
      } catch (error) {
        deps.log.warn({ err: error }, 'open pages could not be looked after; tried again');
      }
      keepAlive();
      timer = null;
      lookOn();
    }, LOOK_EVERY_MS);
  };

  return {
    join(token, address, listener) {
      if (isClosed || open >= most)
        throw new ApiError('SERVICE_UNAVAILABLE', 'too many pages are open', { retryAfterSeconds: 5 });
      const ofThis = ofAddress.get(address) ?? 0;
      if (ofThis >= mostOfAddress)
        throw new ApiError('RATE_LIMITED', `at most ${mostOfAddress} open pages`, { retryAfterSeconds: 5 });
      const realNow = realMs();
      const watcher: Watcher = { listener, address, version: null, heardAt: realNow, endsAt: realNow + LIFE_MS };
      const page = pages.get(token) ?? { watchers: new Set(), drawnAt: realNow };
      pages.set(token, page);
      page.watchers.add(watcher);
      ofAddress.set(address, ofThis + 1);
      open += 1;
      lookOn();
      return { leave: () => leave(token, watcher) };
    },
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const [token, page] of [...pages]) {
        for (const watcher of [...page.watchers]) {
          leave(token, watcher);
          watcher.listener.end();
        }
      }
    },
  };
}

function tell(watcher: Watcher, status: PageStatus, realNow: number): void {
  // Told again now and then even when nothing has changed: the sandbox's clock may have been moved.
  if (watcher.version === status.version && realNow - watcher.heardAt < HEARTBEAT_MS) return;
  watcher.version = status.version;
  watcher.heardAt = realNow;
  watcher.listener.tell(status);
}

function isDueToBeDrawn(page: WatchedPage | undefined, payment: WatchedPayment, realNow: number): boolean {
  return (
    page !== undefined &&
    payment.status === PENDING &&
    payment.payment_type === 'pix' &&
    realNow - page.drawnAt >= DRAW_EVERY_MS
  );
}
