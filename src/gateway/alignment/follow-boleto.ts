import type { Tx } from '../../ground/db/transaction.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import type { Payment } from '../payments/payment.ts';
import { boletoRegistered, paymentUpdated } from '../payments/payments.events.rules.ts';
import { updateBoleto } from '../payments/payments.sql.ts';
import { STATUS_NAMES } from '../payments/status.rules.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';
import type { AcquirerAnswer } from './answer.rules.ts';
import { boletoNewsOf } from './boleto-news.rules.ts';

/** What the bank says of a boleto besides its status takes effect. The caller holds the payment's row. */
export async function followBoleto(
  deps: EventDeps,
  tx: Tx,
  locked: Payment,
  answer: AcquirerAnswer,
  now: Date,
): Promise<Payment> {
  const news = boletoNewsOf(locked, answer, now);
  if (!news) return locked;
  const payment = await updateBoleto(tx, locked.id, news.change, now);
  if (news.registeredAt) await tellOfPayment(deps, tx, payment, boletoRegistered(payment, news.registeredAt), now);
  if (news.isUpdated)
    await tellOfPayment(deps, tx, payment, paymentUpdated(payment, STATUS_NAMES[payment.status]), now);
  return payment;
}
