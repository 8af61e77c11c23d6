import { lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { termsToWire } from '../boleto-terms/terms.wire.ts';
import type { Payment } from './payment.ts';
import { FAILED, STATUS_NAMES } from './status.rules.ts';

/** The links a payer follows; the token is all they have. */
export function qrCodeUrl(publicUrl: string, payment: Payment): string {
  return `${publicUrl}/public/pix/${payment.public_token}/qr.png`;
}

export function boletoUrl(publicUrl: string, payment: Payment): string {
  return `${publicUrl}/public/boleto/${payment.public_token}/boleto.pdf`;
}

/** The page that shows the payer all of it, and turns to "paid" by itself. */
export function paymentUrl(publicUrl: string, payment: Payment): string {
  return `${publicUrl}/pay/${payment.public_token}`;
}

export function instrumentOf(publicUrl: string, payment: Payment) {
  const data = payment.acquirer_data;
  return {
    pix_qr_code: data?.pixQrCode ?? null,
    pix_qr_code_url: data?.pixQrCode ? qrCodeUrl(publicUrl, payment) : null,
    boleto_url: data?.boleto ? boletoUrl(publicUrl, payment) : null,
    boleto_barcode: data?.boleto?.barcode ?? null,
    boleto_digitable_line: data?.boleto?.digitableLine ?? null,
  };
}

/** What is agreed of a boleto, and until when it may be paid. */
export function boletoTermsOf({ due_date: dueDate, boleto_terms: terms }: Payment) {
  return { ...termsToWire(terms), last_payable_date: dueDate && lastPayableDateOf({ dueDate, terms }) };
}

/**
 * In the answer to a creation the status is a word and only the fields of the payment's own type appear. A boleto that
 * carries a PIX code has those of both.
 */
export function createdTransaction(publicUrl: string, payment: Payment) {
  const { pix_qr_code, pix_qr_code_url, ...boleto } = instrumentOf(publicUrl, payment);
  return {
    success: payment.status !== FAILED,
    transaction: {
      id: payment.id,
      order_number: payment.order_number,
      status: STATUS_NAMES[payment.status],
      amount: payment.amount_cents,
      payment_type: payment.payment_type,
      created_at: payment.created_at.toISOString(),
      expires_at: payment.expires_at.toISOString(),
      refunded_amount: payment.refunded_cents,
      company_id: payment.company_id,
      retry_of: payment.retry_of,
      metadata: payment.metadata,
      external_id: payment.external_id,
      payment_url: paymentUrl(publicUrl, payment),
      ...(payment.payment_type === 'pix'
        ? { pix_qr_code, pix_qr_code_url }
        : {
            ...(pix_qr_code !== null && { pix_qr_code, pix_qr_code_url }),
            ...boleto,
            due_date: payment.due_date,
            ...boletoTermsOf(payment),
          }),
    },
  };
}
