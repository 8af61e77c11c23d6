import { claimNotifications, markNotificationsWorked, type OpenNotification } from '../acquirers/notifications.sql.ts';
import type { Deps } from '../deps.ts';
import { findPaymentByReference } from '../payments/payments.sql.ts';
import { PENDING } from '../payments/status.rules.ts';
import { finishAll } from '../queues/finish-all.ts';
import { makeRefundsDue } from '../refunds/refunds.sql.ts';
import { applyAcquirerStatus, newsOf } from './apply-acquirer-status.ts';

/** Asks the acquirer about every payment it has hinted at. Says whether there may be more. */
export async function workNotifications(deps: Deps): Promise<boolean> {
  const claimed = await claimNotifications(deps.db, deps.clock.realNow());
  const newestByReference = new Map<string, OpenNotification>();
  for (const notification of claimed) {
    const known = newestByReference.get(notification.reference);
    if (!known || known.id < notification.id) newestByReference.set(notification.reference, notification);
  }
  await finishAll([...newestByReference.values()].map((notification) => workNotification(deps, notification)));
  return claimed.length > 0;
}

async function workNotification(deps: Deps, { id, reference }: OpenNotification): Promise<void> {
  const payment = await findPaymentByReference(deps.db, reference);
  if (!payment) {
    // Signed, yet about nothing of ours: another installation behind the same acquirer. Asking again would not help.
    deps.log.warn({ notificationId: id }, 'notification about an unknown reference');
    return markNotificationsWorked(deps.db, reference, id, deps.clock.realNow());
  }
  const result = await deps.acquirer.query(reference);
  if (result.outcome === 'not_found' && payment.status !== PENDING) {
    deps.log.warn({ paymentId: payment.id }, 'notified about a settled payment that the acquirer does not know');
    return markNotificationsWorked(deps.db, reference, id, deps.clock.realNow());
  }
  if (result.outcome !== 'found') {
    deps.log.warn({ paymentId: payment.id, outcome: result.outcome }, 'notified, but the acquirer did not tell; asked again later');
    return;
  }
  const { isConclusive } = await applyAcquirerStatus(deps, payment, newsOf(result.transaction));
  // It may have been about a refund under way; a notification names only the charge.
  await makeRefundsDue(deps.db, payment.id, await deps.clock.now());
  // With a refund under way nobody can tell whose the money is that the acquirer gave back: ask again once it has ended.
  if (!isConclusive) return;
  await markNotificationsWorked(deps.db, reference, id, deps.clock.realNow());
}
