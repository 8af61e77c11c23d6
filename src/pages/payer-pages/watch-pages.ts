import { checkWatchedPaymentsSoon } from '../../gateway/payments/checks/watched-checks.sql.ts';
import { METHODS } from '../../gateway/payments/methods.rules.ts';
import { PENDING } from '../../gateway/payments/status.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { audienceLimits, gatherAudience, type Listener, type Member } from '../../ground/streams/gather-audience.ts';
import { type PageStatus, pageStatusOf } from './page.rules.ts';
import { listWatchedPayments, type WatchedPayment } from './pages.sql.ts';

/** A page asks by itself when it hears nothing for longer. */
const TELL_EVERY_MS = 15_000;
/** Longer than a PIX code lives; a page that is still open then comes back by itself. */
const LIFE_MS = 40 * 60_000;
/** Who has watched for so long may be paying: the acquirer is asked before its turn. */
const DRAW_EVERY_MS = 15_000;
const LIMITS = { most: 10_000, partOfConnections: 2, partOfOne: 10 };

export interface PageWatch {
  /**
   * Tells the listener now, at every change and every few seconds, until it is left; refuses when there are too many.
   */
  join(token: string, address: string, listener: Listener<PageStatus>): { leave: () => void };
  /** Ends all of them: their pages come back, to another process or to this one when it is there again. */
  close(): void;
}

/** What a page was told last. */
interface Told {
  version: string | null;
}

/** All the open pages of this process, by the token of their payment. */
export function watchPages(deps: Deps): PageWatch {
  const { config, clock } = deps;
  /** When the acquirer was last asked before its turn about the payment of a page. */
  const drawnAt = new Map<string, number>();
  const realMs = () => clock.realNow().getTime();

  const look = async () => {
    const tokens = audience.topics();
    const [payments, now] = await Promise.all([listWatchedPayments(deps.db, tokens), clock.now()]);
    const realNow = realMs();
    for (const payment of payments) {
      const status = pageStatusOf(payment, now);
      for (const page of audience.on(payment.public_token)) tell(page, status, realNow);
    }
    const due = payments.filter(({ public_token, ...payment }) => isDueToBeDrawn(payment, drawnAt.get(public_token)));
    if (due.length === 0) return;
    for (const { public_token } of due) drawnAt.set(public_token, realNow);
    const ids = due.map(({ id }) => id);
    await checkWatchedPaymentsSoon(deps.db, ids, now, new Date(realNow));
  };

  const isDueToBeDrawn = ({ status, payment_type }: Omit<WatchedPayment, 'public_token'>, last: number | undefined) =>
    last !== undefined &&
    status === PENDING &&
    METHODS[payment_type].isPaidWhileWatched &&
    realMs() - last >= DRAW_EVERY_MS;

  const audience = gatherAudience<string, PageStatus, Told>(deps, {
    ...audienceLimits(config, LIMITS),
    counted: 'pages',
    lifeMs: LIFE_MS,
    // Longer than a page goes untold: only while the database is away.
    beatAfterMs: 2 * TELL_EVERY_MS,
    look,
  });

  return {
    join(token, address, listener) {
      const page = audience.join(token, address, listener, { version: null });
      if (!drawnAt.has(token)) drawnAt.set(token, realMs());
      return {
        leave: () => {
          audience.leave(page);
          if (audience.on(token).length === 0) drawnAt.delete(token);
        },
      };
    },
    close: audience.close,
  };
}

function tell(page: Member<string, PageStatus, Told>, status: PageStatus, realNow: number): void {
  // Told again now and then even when nothing has changed: the sandbox's clock may have been moved.
  if (page.memory.version === status.version && realNow - page.heardAt() < TELL_EVERY_MS) return;
  page.memory.version = status.version;
  page.tell(status, realNow);
}
