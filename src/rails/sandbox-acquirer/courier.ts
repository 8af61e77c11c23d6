import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { type Deps, describeError } from './deps.ts';
import {
  claimDueNotifications,
  closeNotification,
  type Notification,
  postponeNotification,
} from './notifications.sql.ts';
import { pause } from './pause.ts';

const ATTEMPT_TIMEOUT_MS = 3_000;
const FIRST_ATTEMPT_WAIT_MS = 1_000;
const POLL_MS = 250;
const CLAIM_BATCH = 20;
const MAX_ANSWER_BYTES = 16_384;
/** The wait after each failed attempt; one more attempt than waits, then it is given up. */
const RETRY_AFTER_SECONDS: readonly number[] = [1, 5, 30, 60, 300, 900, 1_800, 3_600, 7_200];

export interface Courier {
  /** Tries once and returns when the receiver has it, or after a second at most; the loop sees to the rest. */
  sendNow(notification: Notification | null): Promise<void>;
  /** The same in the background. */
  sendSoon(notification: Notification | null): void;
  close(): Promise<void>;
}

export interface CourierOptions {
  notificationUrl: string;
  notificationSecret: string;
}

/** Delivers notifications at least once. Any number of couriers may share the rows. */
export function startCourier(deps: Deps, options: CourierOptions): Courier {
  const agent = new Agent({ connections: CLAIM_BATCH });
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();
  const underWay = new Set<AbortController>();

  async function post(notification: Notification, secret: string): Promise<void> {
    const { reference, transactionId, status } = notification;
    const body = JSON.stringify({ reference, transactionId, status, sentAt: new Date().toISOString() });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const abort = new AbortController();
    const timer = setTimeout(
      () => abort.abort(new Error(`no answer within ${ATTEMPT_TIMEOUT_MS} ms`)),
      ATTEMPT_TIMEOUT_MS,
    );
    underWay.add(abort);
    if (closing.signal.aborted) abort.abort(closing.signal.reason);
    try {
      const answer = await request(options.notificationUrl, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-acquirer-timestamp': timestamp,
          'x-acquirer-signature': sign(secret, timestamp, body),
        },
        body,
        signal: abort.signal,
      });
      await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: abort.signal });
      if (answer.statusCode < 200 || answer.statusCode > 299) throw new Error(`answered ${answer.statusCode}`);
    } finally {
      clearTimeout(timer);
      underWay.delete(abort);
    }
  }

  async function attempt(notification: Notification): Promise<void> {
    const { id, attempts, fault } = notification;
    try {
      await post(notification, fault === 'forge' ? `not ${options.notificationSecret}` : options.notificationSecret);
      if (fault === 'duplicate' && attempts === 1) await post(notification, options.notificationSecret);
    } catch (error) {
      const reason = describeError(error).error;
      deps.log.warn({ notification: id, attempts, fault, reason }, 'notification not taken');
      if (fault === 'forge') return closeNotification(deps.db, id, 'dropped', reason);
      const wait = RETRY_AFTER_SECONDS[attempts - 1];
      if (wait === undefined) return closeNotification(deps.db, id, 'exhausted', reason);
      return postponeNotification(deps.db, id, wait, reason);
    }
    await closeNotification(deps.db, id, fault === 'forge' ? 'dropped' : 'delivered', null);
  }

  /** Never rejects: what fails here is logged, and the row's lease brings it back. */
  function track(notification: Notification): Promise<void> {
    const work = attempt(notification)
      .catch((error: unknown) =>
        deps.log.error({ notification: notification.id, ...describeError(error) }, 'notification not recorded'),
      )
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
    return work;
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      let claimed: Notification[] = [];
      try {
        claimed = await claimDueNotifications(deps.db, CLAIM_BATCH);
      } catch (error) {
        deps.log.error(describeError(error), 'due notifications could not be read');
      }
      await Promise.all(claimed.map(track));
      if (claimed.length < CLAIM_BATCH) await pause(POLL_MS, closing.signal);
    }
  }

  const looping = loop();
  return {
    async sendNow(notification) {
      if (!notification) return;
      const patience = new AbortController();
      await Promise.race([track(notification), pause(FIRST_ATTEMPT_WAIT_MS, patience.signal)]);
      patience.abort();
    },
    sendSoon(notification) {
      if (notification) void track(notification);
    },
    async close() {
      closing.abort(new Error('the acquirer is closing'));
      for (const abort of underWay) abort.abort(closing.signal.reason);
      await looping;
      await Promise.all(inFlight);
      await agent.destroy();
    },
  };
}

function sign(secret: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
}
