import { takeLatePayment } from '../../gateway/payment-links/link-holds.sql.ts';
import { linkTimeOf } from '../../gateway/payment-links/link-time.ts';
import { linkPaidLate } from '../../gateway/payment-links/payment-links.events.rules.ts';
import { isOversold } from '../../gateway/payment-links/payment-links.rules.ts';
import { findLinkOfMerchant } from '../../gateway/payment-links/payment-links.sql.ts';
import { lockPayment } from '../../gateway/payments/payments.sql.ts';
import { tellOfPayment } from '../../gateway/payments/tell-of-payments.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import { insertOversoldNotice } from './notices.sql.ts';

/**
 * Money that came when its place was free for others is the merchant's all the same, and counts, above the maximum too.
 * That is told: whoever sells has to deliver more, or give it back. Says whether there is more.
 */
export async function tellLatePayments(deps: Deps & WithMailer): Promise<boolean> {
  return withTransaction(deps.db, async (tx) => {
    const taken = await takeLatePayment(tx);
    if (!taken) return false;
    const payment = await lockPayment(tx, taken.payment_id);
    const time = await linkTimeOf(deps, tx);
    const link = await findLinkOfMerchant(tx, taken.merchant_id, payment.payment_link_id ?? '', time);
    if (!link) return true;
    const late = {
      linkId: link.public_id,
      paidCount: link.paid_count,
      maxPayments: link.max_payments,
      stock: link.stock,
      isAboveMaximum: isOversold(link),
    };
    await tellOfPayment(deps, tx, payment, linkPaidLate(payment, late), time.now);
    if (late.isAboveMaximum && deps.mailer)
      await insertOversoldNotice(tx, payment, payment.paid_at ?? time.now, deps.clock.realNow());
    return true;
  });
}
