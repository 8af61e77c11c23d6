import type { QueryClient } from '@tanstack/react-query';
import { apiAddress } from '../api/call.ts';
import { type LiveEvent, noteCreated } from '../api/live-news.ts';

const CHANNEL = 'vintem-live';
const LOCK = 'vintem-live';
/** What arrives within this is worked on together: a busy shop must not make every page ask all the time. */
const TOGETHER_MS = 1_000;
const POLL_MS = 15_000;
/** After the stream is lost for good, such as by a proxy that allows none. */
const TRY_AGAIN_MS = 60_000;

/** The roots of what an event may have changed. */
const TOUCHED = new Set([
  'transactions',
  'refunds',
  'payouts',
  'balances',
  'statement',
  'reports',
  'events',
  'webhooks',
  'payment-links',
  'customers',
  'divergences',
]);

/**
 * One stream for all windows of this browser, since a host gets few connections: the window that holds the lock
 * listens and tells the others. Without a stream, what is on the screen is asked for again now and then.
 */
export function startLive(client: QueryClient): void {
  const channel = new BroadcastChannel(CHANNEL);
  const take = gatherer(client);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => take(data);
  const poll = pollWhileVisible(client);
  const tellAll = (event: LiveEvent) => {
    take(event);
    channel.postMessage(event);
  };
  if (!('locks' in navigator)) {
    listen(tellAll, poll);
    return;
  }
  void navigator.locks.request(LOCK, () => new Promise<never>(() => listen(tellAll, poll)));
}

interface Poll {
  start(): void;
  stop(): void;
}

function listen(tellAll: (event: LiveEvent) => void, poll: Poll): void {
  let last = '';
  const open = () => {
    const source = new EventSource(apiAddress('/events/stream', { after: last }));
    source.onopen = () => poll.stop();
    source.addEventListener('event', ({ data, lastEventId }) => {
      last = lastEventId;
      tellAll(JSON.parse(data) as LiveEvent);
    });
    source.onerror = () => {
      poll.start();
      // A browser comes back by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, TRY_AGAIN_MS);
    };
  };
  open();
}

function gatherer(client: QueryClient): (event: LiveEvent) => void {
  let waiting: LiveEvent[] = [];
  const work = () => {
    const events = waiting;
    waiting = [];
    const count = events.filter(({ event }) => event === 'payment.created').length;
    if (count > 0) noteCreated(count);
    const ids = new Set(events.map(({ transaction_id }) => String(transaction_id)));
    void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, ids) });
  };
  return (event) => {
    if (waiting.length === 0) setTimeout(work, TOGETHER_MS);
    waiting.push(event);
  };
}

/** One record only by its own events; a list only on its first page, whose rows may move. */
function isTouched(key: readonly unknown[], ids: ReadonlySet<string>): boolean {
  const [root, kind, detail] = key;
  if (!TOUCHED.has(String(root))) return false;
  if (root === 'transactions' && kind === 'one') return ids.has(String(detail));
  const page = kind === 'list' ? (detail as { page?: unknown } | undefined)?.page : undefined;
  return page === undefined || String(page) === '1';
}

function pollWhileVisible(client: QueryClient): Poll {
  let timer: ReturnType<typeof setInterval> | undefined;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => TOUCHED.has(String(queryKey[0])) });
  };
  return {
    start: () => {
      timer ??= setInterval(ask, POLL_MS);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
