import { claimNotifications, markNotificationsWorked, type OpenNotification } from '../acquirers/notifications.sql.ts';
import { gather } from '../db/batcher.ts';
import type { Deps } from '../deps.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { findPaymentsByReference } from '../payments/payments.sql.ts';
import { PENDING } from '../payments/status.rules.ts';
import { finishAll } from '../queues/finish-all.ts';
import { makeRefundsDue } from '../refunds/refunds.sql.ts';
import { answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';
import { noteTroubleOf } from './sync-payment.ts';

/**
 * Asks the acquirers about every payment they have hinted at, about all of them at once. What they say is applied as it
 * arrives, and so nobody waits for the slowest answer. Says whether there may be more.
 */
export async function workNotifications(deps: Deps): Promise<boolean> {
  const claimed = await claimNotifications(deps.db, deps.clock.realNow());
  if (claimed.length === 0) return false;
  const at = await deps.clock.now();
  const newest = newestOfEach(claimed);
  const payments = await findPaymentsByReference(
    deps.db,
    newest.map(({ reference }) => reference),
  );
  const markWorked = gather<OpenNotification>((worked) =>
    markNotificationsWorked(deps.db, worked, deps.clock.realNow()),
  );
  const work = async (notification: OpenNotification) => {
    const payment = payments.get(notification.reference);
    const ask = () => isWorked(deps, notification, payment, at);
    if (await deps.traces.about(payment?.id ?? null, 'work-notification', ask)) await markWorked(notification);
  };
  await finishAll(newest.map(work));
  return true;
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

/** False: the acquirer is asked again later. */
async function isWorked(
  deps: Deps,
  notification: OpenNotification,
  payment: Payment | undefined,
  at: Date,
): Promise<boolean> {
  if (payment?.acquirer !== notification.acquirer) {
    // Authentic, yet about nothing that this acquirer issued for us: another installation of ours, or another
    // acquirer's payment. Asking again would not help.
    deps.log.warn(
      { notificationId: notification.id, acquirer: notification.acquirer },
      'notification about an unknown reference',
    );
    return true;
  }
  const result = await deps.acquirers.ofPayment(payment).query(chargeAtAcquirer(payment));
  if (result.outcome === 'not_found' && payment.status !== PENDING) {
    deps.log.warn({ paymentId: payment.id }, 'notified about a settled payment that the acquirer does not know');
    return true;
  }
  if (result.outcome !== 'found') {
    await noteTroubleOf(deps, payment, result);
    deps.log.warn(
      { paymentId: payment.id, outcome: result.outcome },
      'notified, but the acquirer did not tell; asked again later',
    );
    return false;
  }
  const applied = await applyAcquirerStatus(deps, payment, answerOf(result.charge));
  // It may have been about a refund under way; a notification names only the charge.
  if (applied.payment.refunding_cents > 0) await makeRefundsDue(deps.db, payment.id, at);
  // With a refund under way nobody can tell whose the money is that the acquirer gave back: ask again once it has
  // ended.
  return applied.isConclusive;
}
