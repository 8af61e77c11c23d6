import type { Payment } from './payment.ts';

/** Who has the money of a payment: its own acquirer, or the one whose PIX code stood on its slip. */
export function holderOf({ acquirer, received_by }: Pick<Payment, 'acquirer' | 'received_by'>): string {
  return received_by ?? acquirer;
}

/** A boleto that was paid by a PIX code of another acquirer goes back as any PIX does. */
export function isPaidBySlipPix({ pix_acquirer, received_by }: Pick<Payment, 'pix_acquirer' | 'received_by'>): boolean {
  return pix_acquirer !== null && received_by === pix_acquirer;
}
