import { gather } from '../../ground/db/batcher.ts';
import type { Deps } from '../../ground/deps.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import {
  claimNotifications,
  claimSecondLooks,
  type LookAgain,
  markNotificationsWorked,
  type OpenNotification,
  type SecondLook,
  setSecondLooks,
} from '../../rails/acquirers/notifications.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { findPaymentsByReference } from '../payments/payments.sql.ts';
import { PENDING } from '../payments/status.rules.ts';
import { makeRefundsDue } from '../refunds/refunds.sql.ts';
import { answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';
import type { WithApprovals } from './approvals.ts';
import { isNews, nextLookAt } from './second-looks.rules.ts';
import { noteTroubleLeft, noteTroubleOf } from './sync-payment.ts';

/**
 * Asks the acquirers about every payment they have hinted at, about all of them at once. What they say is applied as it
 * arrives, and so nobody waits for the slowest answer. Says whether there may be more.
 */
export async function workNotifications(deps: Deps & WithApprovals & WithAcquirers): Promise<boolean> {
  const claimed = await claimNotifications(deps.db, deps.clock.realNow());
  const due = await claimSecondLooks(deps.db, deps.clock.realNow());
  if (claimed.length + due.length === 0) return false;
  const at = await deps.clock.now();
  const newest = newestOfEach(claimed);
  const payments = await findPaymentsByReference(
    deps.db,
    [...newest, ...due].map(({ reference }) => reference),
  );
  const markWorked = gather<OpenNotification>((worked) =>
    markNotificationsWorked(deps.db, worked, deps.clock.realNow()),
  );
  const setLook = gather<LookAgain>((looks) => setSecondLooks(deps.db, looks));
  const ask = (notification: OpenNotification) => {
    const payment = payments.get(notification.reference);
    const askAcquirer = () => workOn(deps, notification, payment, at);
    return deps.traces.about(payment?.id ?? null, 'work-notification', askAcquirer);
  };
  const work = async (notification: OpenNotification) => {
    const told = await ask(notification);
    if (told === 'nothing yet') return;
    await markWorked(notification);
    const next = told === 'nothing new' ? nextLookAt(deps.clock.realNow(), 0) : null;
    if (next) await setLook({ id: notification.id, looks: 0, at: next });
  };
  const lookAgain = async (look: SecondLook) => {
    const looks = look.looks + 1;
    const isNew = (await ask(look)) === 'news';
    await setLook({ id: look.id, looks, at: isNew ? null : nextLookAt(look.workedAt, looks) });
  };
  await finishAll([...newest.map(work), ...due.map(lookAgain)]);
  return true;
}

/** What an acquirer tells of a payment it has hinted at. `nothing yet`: no answer to build on; asked again later. */
type Told = 'news' | 'nothing new' | 'nothing yet' | 'nothing of ours';

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
  deps: Deps & WithApprovals & WithAcquirers,
  notification: OpenNotification,
  payment: Payment | undefined,
  at: Date,
): Promise<Told> {
  if (payment?.acquirer !== notification.acquirer) {
    // Authentic, yet about nothing that this acquirer issued for us: another installation of ours, or another
    // acquirer's payment. Asking again would not help.
    deps.log.warn(
      { notificationId: notification.id, acquirer: notification.acquirer },
      'notification about an unknown reference',
    );
    return 'nothing of ours';
  }
  const result = await deps.acquirers.ofPayment(payment).query(chargeAtAcquirer(payment));
  if (result.outcome === 'not_found' && payment.status !== PENDING) {
    deps.log.warn({ paymentId: payment.id }, 'notified about a settled payment that the acquirer does not know');
    return 'nothing of ours';
  }
  if (result.outcome !== 'found') {
    await noteTroubleOf(deps, payment, result);
    deps.log.warn(
      { paymentId: payment.id, outcome: result.outcome },
      'notified, but the acquirer did not tell; asked again later',
    );
    return 'nothing yet';
  }
  const applied = await applyAcquirerStatus(deps, payment, answerOf(result.charge));
  await noteTroubleLeft(deps, applied);
  // It may have been about a refund under way; a notification names only the charge.
  if (applied.payment.refunding_cents > 0) await makeRefundsDue(deps.db, payment.id, at);
  // With a refund under way nobody can tell whose the money is that the acquirer gave back: ask again once
  // it has ended.
  if (!applied.isConclusive) return 'nothing yet';
  return isNews(payment, applied.payment) ? 'news' : 'nothing new';
}
