import { gather } from '../../ground/db/batcher.ts';
import type { Db } from '../../ground/db/pool.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import {
  claimNotifications,
  claimSecondLooks,
  type LookAgain,
  markNotificationsWorked,
  NOTIFICATIONS_IN_A_CLAIM,
  type OpenNotification,
  type SecondLook,
  setSecondLooks,
} from '../../rails/acquirers/notifications.sql.ts';
import type { Notified, NotifiedDeps, Told } from './notified/notified.ts';
import { findNotifiedPayments } from './notified/notified-payments.ts';
import { findNotifiedPayouts } from './notified/notified-payouts.ts';
import { findNotifiedRefunds } from './notified/notified-refunds.ts';
import { nextLookAt } from './second-looks.rules.ts';

/**
 * Everything that registers references with acquirers, in the order in which a reference is looked for. A room that
 * sends references of its own adds how its own are found, and what is asked about one.
 */
const ROOMS: readonly ((db: Db, references: readonly string[]) => Promise<Map<string, Notified>>)[] = [
  findNotifiedPayments,
  findNotifiedRefunds,
  findNotifiedPayouts,
];

/**
 * Asks the acquirers about everything they have hinted at, about all of them at once. What they say is applied as it
 * arrives, and so nobody waits for the slowest answer. Says whether there may be more.
 */
export async function workNotifications(deps: NotifiedDeps): Promise<boolean> {
  const claimed = await claimNotifications(deps.db, deps.clock.realNow());
  const due = await claimSecondLooks(deps.db, deps.clock.realNow());
  if (claimed.length + due.length === 0) return false;
  // Behind a full claim there is more: it is worked on while the acquirers still answer about this one.
  const isFull = claimed.length === NOTIFICATIONS_IN_A_CLAIM;
  await finishAll([workOnClaimed(deps, claimed, due), ...(isFull ? [workOnNext(deps)] : [])]);
  return true;
}

async function workOnNext(deps: NotifiedDeps): Promise<void> {
  await workOnClaimed(deps, await claimNotifications(deps.db, deps.clock.realNow()), []);
}

async function workOnClaimed(
  deps: NotifiedDeps,
  claimed: readonly OpenNotification[],
  due: readonly SecondLook[],
): Promise<void> {
  const at = await deps.clock.now();
  const newest = newestOfEach(claimed);
  const notified = await findNotified(
    deps.db,
    [...newest, ...due].map(({ reference }) => reference),
  );
  const markWorked = gather<OpenNotification>((worked) =>
    markNotificationsWorked(deps.db, worked, deps.clock.realNow()),
  );
  const setLook = gather<LookAgain>((looks) => setSecondLooks(deps.db, looks));
  const ask = (notification: OpenNotification) => {
    const about = notified.get(notification.reference);
    const askAcquirer = () => workOn(deps, notification, about, at);
    return deps.traces.about(about?.paymentId ?? null, 'work-notification', askAcquirer);
  };
  const work = async (notification: OpenNotification) => {
    const told = await ask(notification);
    if (told === 'nothing yet') return;
    await markWorked(notification);
    const mayLag = !deps.acquirers.find(notification.acquirer)?.neverLags;
    const next = told === 'nothing new' && mayLag ? nextLookAt(deps.clock.realNow(), 0) : null;
    if (next) await setLook({ id: notification.id, looks: 0, at: next });
  };
  const lookAgain = async (look: SecondLook) => {
    const looks = look.looks + 1;
    const isNew = (await ask(look)) === 'news';
    await setLook({ id: look.id, looks, at: isNew ? null : nextLookAt(look.workedAt, looks) });
  };
  await finishAll([...newest.map(work), ...due.map(lookAgain)]);
}

async function findNotified(db: Db, references: readonly string[]): Promise<Map<string, Notified>> {
  const found = new Map<string, Notified>();
  for (const find of ROOMS) {
    const left = references.filter((reference) => !found.has(reference));
    if (left.length > 0) for (const [reference, notified] of await find(db, left)) found.set(reference, notified);
  }
  return found;
}

function newestOfEach(claimed: readonly OpenNotification[]): OpenNotification[] {
  const newest = new Map<string, OpenNotification>();
  for (const notification of claimed) {
    const about = `${notification.acquirer} ${notification.reference}`;
    const known = newest.get(about);
    if (!known || known.id < notification.id) newest.set(about, notification);
  }
  return [...newest.values()];
}

async function workOn(
  deps: NotifiedDeps,
  notification: OpenNotification,
  notified: Notified | undefined,
  at: Date,
): Promise<Told> {
  if (notified?.acquirers.includes(notification.acquirer)) return notified.ask(deps, at);
  // Authentic, yet about nothing that this acquirer issued for us: another installation of ours, or another
  // acquirer's. Asking again would not help.
  deps.log.warn(
    { notificationId: notification.id, acquirer: notification.acquirer },
    'notification about an unknown reference',
  );
  return 'nothing of ours';
}
