import { takeLatePayment } from '../../gateway/payment-links/link-holds.sql.ts';
import { linkTimeOf } from '../../gateway/payment-links/link-time.ts';
import { isOversold } from '../../gateway/payment-links/payment-links.rules.ts';
import { findLinkOfMerchant } from '../../gateway/payment-links/payment-links.sql.ts';
import { lockPayment } from '../../gateway/payments/payments.sql.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import { recordEvent } from '../../news/webhooks/deliveries/record-event.ts';
import { insertOversoldNotice } from './notices.sql.ts';

/**
 * Money that came when its place was free for others is the merchant's all the same, and counts, above the maximum too.
 * That is told: whoever sells has to deliver more, or give it back. Says whether there is more.
 */
export async function tellLatePayments(deps: Deps & WithMailer): Promise<boolean> {
  return withTransaction(deps.db, async (tx) => {
    const late = await takeLatePayment(tx);
    if (!late) return false;
    const payment = await lockPayment(tx, late.payment_id);
    const time = await linkTimeOf(deps, tx);
    const link = await findLinkOfMerchant(tx, late.merchant_id, payment.payment_link_id ?? '', time);
    if (!link) return true;
    const facts = {
      kind: 'payment_link.paid_late',
      linkId: link.public_id,
      paidCount: link.paid_count,
      maxPayments: link.max_payments,
      stock: link.stock,
      isAboveMaximum: isOversold(link),
    } as const;
    await recordEvent(deps, tx, payment, facts, time.now);
    if (facts.isAboveMaximum && deps.mailer)
      await insertOversoldNotice(tx, payment, payment.paid_at ?? time.now, deps.clock.realNow());
    return true;
  });
}
