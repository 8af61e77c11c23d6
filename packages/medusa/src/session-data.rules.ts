import type { Answer } from '@vintem/client';

/** Orders and reads tell a transaction in almost the same words; this is what both have. */
export type Charge = { payment_type: string } & Pick<
  Answer<'POST /payments/order'>['transaction'],
  | 'id'
  | 'order_number'
  | 'amount'
  | 'expires_at'
  | 'payment_url'
  | 'pix_qr_code'
  | 'pix_qr_code_url'
  | 'boleto_url'
  | 'boleto_barcode'
  | 'boleto_digitable_line'
  | 'due_date'
>;

/**
 * What a payment session keeps, and what the storefront shows of it: whoever has the address of an order can read it,
 * so that nothing of the payer stands in here. Medusa puts it over what the storefront sent, whose `payer` is taken
 * out.
 */
export function sessionDataOf(sessionId: string, charge: Charge): Record<string, unknown> {
  return {
    payer: undefined,
    session_id: sessionId,
    transaction_id: charge.id,
    order_number: charge.order_number,
    payment_type: charge.payment_type,
    amount: charge.amount,
    expires_at: charge.expires_at,
    payment_url: charge.payment_url,
    pix_qr_code: charge.pix_qr_code ?? null,
    pix_qr_code_url: charge.pix_qr_code_url ?? null,
    boleto_url: charge.boleto_url ?? null,
    boleto_barcode: charge.boleto_barcode ?? null,
    boleto_digitable_line: charge.boleto_digitable_line ?? null,
    due_date: charge.due_date ?? null,
  };
}

/** Which payment of the gateway a session means; undefined where it was never ordered. */
export function chargeIn(data: Record<string, unknown> | undefined) {
  const { transaction_id: transactionId, session_id: sessionId } = data ?? {};
  if (typeof transactionId !== 'number' || typeof sessionId !== 'string') return undefined;
  return { transactionId, sessionId };
}

const DAY_MS = 86_400_000;
const IN_SAO_PAULO = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

/** The day, in São Paulo, on which a boleto is due that is ordered now. */
export function dueDateIn(days: number, nowMs: number): string {
  return IN_SAO_PAULO.format(nowMs + days * DAY_MS);
}
