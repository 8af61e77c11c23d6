import type { StoredCustomer } from '../../gateway/customers/customer-data.sql.ts';
import type { DestinationOfRefund } from '../../gateway/destinations/refund-destinations.sql.ts';
import type { NamedLink } from '../../gateway/payment-links/payment-links.sql.ts';
import type { Payment } from '../../gateway/payments/payment.ts';
import { boletoTermsOf } from '../../gateway/payments/payments.wire.ts';
import { STATUS_NAMES } from '../../gateway/payments/status.rules.ts';
import type { RefundOfPayment } from '../../gateway/refunds/refund-list.sql.ts';
import { paidFigures } from '../../gateway/transactions/boleto-details.wire.ts';
import type { EventOfPayment } from '../../news/events/events.sql.ts';
import type { ReceivedAnswer } from '../../news/webhooks/deliveries/delivery-log.sql.ts';
import type { SentNotice } from '../../pages/notices/notices.sql.ts';
import type { ReminderOfPayment } from '../../pages/reminders/reminders.sql.ts';
import type { Anonymisation } from './anonymisations.sql.ts';

export function anonymisationOf(removed: Anonymisation) {
  return {
    anonymised_at: removed.anonymised_at.toISOString(),
    /** False while payments are left, which a job goes through. */
    is_complete: removed.wiped_at !== null,
    /** The day until which the law asks for the document; null: it is not kept. */
    document_kept_until: removed.kept_document === null ? null : removed.keep_document_until,
  };
}

export function customerOfExport(customer: StoredCustomer, removed: Anonymisation | null) {
  return { ...customer, anonymisation: removed && anonymisationOf(removed) };
}

export interface BelongsToPayment {
  link: NamedLink | null;
  refunds: RefundOfPayment[];
  destinations: DestinationOfRefund[];
  events: EventOfPayment[];
  receipts: SentNotice[];
  reminders: ReminderOfPayment[];
  answers: ReceivedAnswer[];
}

/** A payment as it is stored, without what is between the merchant and us. */
export function paymentOfExport(
  payment: Payment,
  { link, refunds, destinations, events, answers, ...mails }: BelongsToPayment,
) {
  const without = <Row extends { payment_id: number }>({ payment_id: _, ...row }: Row) => row;
  return {
    id: payment.id,
    order_number: payment.order_number,
    external_id: payment.external_id,
    status: STATUS_NAMES[payment.status],
    failure_reason: payment.failure_reason,
    payment_type: payment.payment_type,
    amount: payment.amount_cents,
    refunded_amount: payment.refunded_cents,
    ...(payment.payment_type === 'invoice' ? { ...boletoTermsOf(payment), ...paidFigures(payment) } : {}),
    customer: {
      name: payment.customer_name,
      email: payment.customer_email,
      document: payment.customer_document,
      phone: payment.customer_phone,
      address: payment.customer_address,
      ip: payment.customer_ip,
    },
    items: payment.items,
    shipping: payment.shipping,
    metadata: payment.metadata,
    payment_link: link,
    retry_of: payment.retry_of,
    due_date: payment.due_date,
    expires_at: payment.expires_at,
    created_at: payment.created_at,
    paid_at: payment.paid_at,
    refunded_at: payment.refunded_at,
    acquirer: payment.acquirer,
    acquirer_data: payment.acquirer_data,
    refunds: refunds.map(without),
    refund_destinations: destinations.map(({ masked, created_at }) => ({ ...masked, created_at })),
    events: events.map(({ payload }) => JSON.parse(payload) as unknown),
    receipts: mails.receipts.map(without),
    reminders: mails.reminders.map(without),
    webhook_answers: answers.map(without),
  };
}
