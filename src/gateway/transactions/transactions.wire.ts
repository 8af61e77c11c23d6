import type { AcquirerCharge } from '../../rails/acquirers/acquirer.ts';
import { lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { isRemovedDocument } from '../customers/removed.rules.ts';
import type { CheckTrouble } from '../payments/checks/check-schedule.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { instrumentOf, paymentUrl } from '../payments/payments.wire.ts';
import { PENDING, STATUS_NAMES } from '../payments/status.rules.ts';
import type { ListedRefund } from '../refunds/refunds.sql.ts';
import { listedRefund } from '../refunds/refunds.wire.ts';
import type { StoredShare } from '../splits/splits.sql.ts';
import { storedShare } from '../splits/splits.wire.ts';
import { boletoDetails, NO_BOLETO, paidFigures } from './boleto-details.wire.ts';
import type { ExportedPayment, ListedPayment } from './search.sql.ts';

export function transactionDetails(
  publicUrl: string,
  payment: Payment,
  {
    shares,
    refunds,
    retriedBy,
    trouble,
  }: {
    shares: readonly StoredShare[];
    refunds: readonly ListedRefund[];
    retriedBy: number | null;
    trouble: (CheckTrouble & { since: Date }) | null;
  },
  acquirerCharge: AcquirerCharge | null,
  today: string | null,
) {
  return {
    id: payment.id,
    order_number: payment.order_number,
    status: payment.status,
    status_payment_name: STATUS_NAMES[payment.status],
    failure_reason: payment.failure_reason,
    pending: payment.status === PENDING ? pendingBecause(trouble) : null,
    amount: payment.amount_cents,
    refunded_amount: payment.refunded_cents,
    payment_type: payment.payment_type,
    installments: payment.installments,
    company_id: payment.company_id,
    customer: {
      id: payment.customer_id,
      name: payment.customer_name,
      email: payment.customer_email,
      document: payment.customer_document,
      phone: payment.customer_phone,
    },
    items: payment.items,
    shipping: payment.shipping,
    metadata: payment.metadata,
    payment_link_id: payment.payment_link_id,
    external_id: payment.external_id,
    split: shares.map(storedShare),
    refunds: refunds.map(listedRefund),
    retry_of: payment.retry_of,
    retried_by: retriedBy,
    due_date: payment.due_date,
    expires_at: payment.expires_at.toISOString(),
    payment_url: paymentUrl(publicUrl, payment),
    ...instrumentOf(publicUrl, payment),
    ...(today === null ? NO_BOLETO : boletoDetails(payment, today)),
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    refunded_at: payment.refunded_at?.toISOString() ?? null,
    acquirer_status: acquirerCharge && acquirerStatus(acquirerCharge, payment),
  };
}

/** Why it is still pending: nobody has paid as far as we know, or the acquirer does not let us know. */
function pendingBecause(trouble: (CheckTrouble & { since: Date }) | null) {
  if (!trouble) return { reason: 'WAITING_FOR_PAYMENT', field: null, since: null };
  return { reason: trouble.kind, field: trouble.field, since: trouble.since.toISOString() };
}

/** The acquirer may know the payer for longer than we do: once the data were removed here, nobody sees them here. */
function acquirerStatus(charge: AcquirerCharge, { customer_document }: Payment) {
  return {
    id: charge.transactionId,
    operation: { status: charge.status, value: charge.amountCents, provider: charge.provider },
    history: charge.history,
    payer: isRemovedDocument(customer_document) ? null : charge.payer,
  };
}

export function listedTransaction(payment: ListedPayment) {
  return {
    id: payment.id,
    order_number: payment.order_number,
    status: payment.status,
    amount: payment.amount_cents,
    payment_type: payment.payment_type,
    customer_name: payment.customer_name,
    customer_email: payment.customer_email,
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
    company_id: payment.company_id,
    refunded_amount: payment.refunded_cents,
    expires_at: payment.expires_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    failure_reason: payment.failure_reason,
    external_id: payment.external_id,
  };
}

/** A line of a file. What only a boleto has is as in its details, and null of any other payment. */
export function exportedTransaction(payment: ExportedPayment) {
  const { due_date: dueDate, boleto_terms: terms } = payment;
  const figures = dueDate === null ? NO_BOLETO : paidFigures(payment);
  return {
    ...listedTransaction(payment),
    due_date: dueDate,
    last_payable_date: dueDate && lastPayableDateOf({ dueDate, terms }),
    paid_amount: figures.paid_amount,
    fine_paid: figures.fine_paid,
    interest_paid: figures.interest_paid,
    discount_given: figures.discount_given,
  };
}
