import { isOrderedByMerchant } from '../../gateway/orders/ordered-by.rules.ts';
import type { Payment } from '../../gateway/payments/payment.ts';
import { findPaymentOfMerchant } from '../../gateway/payments/payments.sql.ts';
import { PENDING } from '../../gateway/payments/status.rules.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { formatDocument } from '../../ground/brazil/documents.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { hostOf } from '../../ground/ip-address.ts';
import type { Mail } from '../../ground/mailer.ts';
import { mailOf } from '../../ground/text/mail.rules.ts';
import { isEmail } from '../../ground/text/visible-text.rules.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import { listReminderDaysOfMerchant } from '../../parties/companies/reminder-days.sql.ts';
import { hasRefused } from './refusals.sql.ts';
import { hashOfAddress, unsubscribePath } from './reminder-address.ts';
import { isRemindedOn } from './reminder-calendar.rules.ts';
import { reminderText } from './reminder-text.rules.ts';
import type { Reminder } from './reminders.sql.ts';

/**
 * The mail of a reminder as of now. Null where it is too late for it, nothing can be paid any more, or nobody wants it:
 * all of that may have changed since it was found.
 */
export async function composeReminder(deps: Deps, reminder: Reminder): Promise<Mail | null> {
  const { db, clock, config } = deps;
  const { merchant_id: merchantId, payment_id: paymentId, day } = reminder;
  const now = await clock.now();
  if (saoPauloDateOf(now) !== day) return null;
  const payment = await findPaymentOfMerchant(db, merchantId, paymentId);
  if (!payment?.due_date || !isOpenAt(payment, now)) return null;
  const reminderDays = (await listReminderDaysOfMerchant(db, merchantId)).get(payment.company_id) ?? [];
  const addressHash = hashOfAddress(payment.customer_email);
  const company = await findCompanyOfMerchant(db, merchantId, payment.company_id);
  if (!company || !isRemindedOn(day, payment.due_date, reminderDays)) return null;
  if (await hasRefused(db, { merchantId, companyId: company.id, addressHash })) return null;
  const unsubscribeUrl = `${config.publicUrl}${unsubscribePath(payment)}`;
  const says = reminderText(
    {
      slip: { amountCents: payment.amount_cents, dueDate: payment.due_date, terms: payment.boleto_terms },
      orderNumber: payment.order_number,
      companyName: company.name,
      companyDocument: formatDocument(company.document),
      pageUrl: `${config.publicUrl}/pay/${payment.public_token}`,
      unsubscribeUrl,
    },
    day,
  );
  const messageId = `<reminder-${paymentId}.${day}@${hostOf(new URL(config.publicUrl))}>`;
  return { ...mailOf(says), to: [payment.customer_email], messageId, unsubscribeUrl };
}

/** Whether its payer can pay it now, and nobody has begun to take it back. */
function isOpenAt(payment: Payment, now: Date): boolean {
  return (
    payment.status === PENDING &&
    payment.payment_type === 'invoice' &&
    (payment.acquirer_data?.boleto ?? null) !== null &&
    payment.requested_change?.kind !== 'cancel' &&
    now < payment.expires_at &&
    isOrderedByMerchant(payment) &&
    isEmail(payment.customer_email)
  );
}
