import { claimNotifications, markNotificationsWorked, type OpenNotification } from '../acquirers/notifications.sql.ts';
import type { Deps } from '../deps.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import { findPaymentByReference } from '../payments/payments.sql.ts';
import { PENDING } from '../payments/status.rules.ts';
import { finishAll } from '../queues/finish-all.ts';
import { makeRefundsDue } from '../refunds/refunds.sql.ts';
import { answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';

/** Asks the acquirers about every payment they have hinted at. Says whether there may be more. */
export async function workNotifications(deps: Deps): Promise<boolean> {
  const at = await deps.clock.now();
  const claimed = await claimNotifications(deps.db, deps.clock.realNow());
  const newestOfEach = new Map<string, OpenNotification>();
  for (const notification of claimed) {
    const about = `${notification.acquirer} ${notification.reference}`;
    const known = newestOfEach.get(about);
    if (!known || known.id < notification.id) newestOfEach.set(about, notification);
  }
  await finishAll([...newestOfEach.values()].map((notification) => workNotification(deps, notification, at)));
  return claimed.length > 0;
}

async function workNotification(deps: Deps, notification: OpenNotification, at: Date): Promise<void> {
  const markWorked = () => markNotificationsWorked(deps.db, notification, deps.clock.realNow());
  const payment = await findPaymentByReference(deps.db, notification.reference);
  if (payment?.acquirer !== notification.acquirer) {
    // Authentic, yet about nothing that this acquirer issued for us: another installation of ours, or another acquirer's payment.
    // Asking again would not help.
    deps.log.warn({ notificationId: notification.id, acquirer: notification.acquirer }, 'notification about an unknown reference');
    return markWorked();
  }
  const result = await deps.acquirers.ofPayment(payment).query(chargeAtAcquirer(payment));
  if (result.outcome === 'not_found' && payment.status !== PENDING) {
    deps.log.warn({ paymentId: payment.id }, 'notified about a settled payment that the acquirer does not know');
    return markWorked();
  }
  if (result.outcome !== 'found') {
    deps.log.warn({ paymentId: payment.id, outcome: result.outcome }, 'notified, but the acquirer did not tell; asked again later');
    return;
  }
  const { isConclusive } = await applyAcquirerStatus(deps, payment, answerOf(result.transaction));
  // It may have been about a refund under way; a notification names only the charge.
  await makeRefundsDue(deps.db, payment.id, at);
  // With a refund under way nobody can tell whose the money is that the acquirer gave back: ask again once it has ended.
  if (!isConclusive) return;
  await markWorked();
}
