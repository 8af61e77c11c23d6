import type { Db } from '../../../ground/db/pool.ts';
import { chargeAtAcquirer } from '../../payments/acquirer-data.rules.ts';
import type { Payment } from '../../payments/payment.ts';
import { findPaymentsByReference } from '../../payments/payments.sql.ts';
import { PENDING } from '../../payments/status.rules.ts';
import { makeRefundsDue } from '../../refunds/refunds.sql.ts';
import { answerOf } from '../answer.rules.ts';
import { applyAcquirerStatus } from '../apply-acquirer-status.ts';
import { isNews } from '../second-looks.rules.ts';
import { noteTroubleLeft, noteTroubleOf } from '../sync-payment.ts';
import type { Notified, NotifiedDeps, Told } from './notified.ts';

export async function findNotifiedPayments(db: Db, references: readonly string[]): Promise<Map<string, Notified>> {
  const payments = await findPaymentsByReference(db, references);
  return new Map(
    [...payments].map(([reference, payment]) => [
      reference,
      {
        acquirers: [payment.acquirer, payment.pix_acquirer],
        paymentId: payment.id,
        ask: (deps, at) => askAboutPayment(deps, payment, at),
      },
    ]),
  );
}

async function askAboutPayment(deps: NotifiedDeps, payment: Payment, at: Date): Promise<Told> {
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
