/** A payment that a bank has received and that is none of ours, as far as we know. */
export interface UnknownReceipt {
  id: number;
  acquirer: string;
  day: string;
  end_to_end_id: string;
  reference: string;
  amount_cents: number;
  refunded_cents: number;
  paid_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  reason: string | null;
  /** The payment of ours that it belongs to, by the word of the operator. */
  bound_payment_id: number | null;
  /** What is in the books of it. */
  booked_cents: number;
  /** Of a boleto, where the bank said it: when the money is credited. */
  credit_on: string | null;
}

/** OPEN needs somebody; GIVEN_BACK went back as a whole before anybody did anything about it. */
export const RECEIPT_STATES = ['OPEN', 'BOUND', 'BOOKED', 'CLOSED', 'GIVEN_BACK'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

type Stand = Pick<
  UnknownReceipt,
  'closed_at' | 'bound_payment_id' | 'booked_cents' | 'amount_cents' | 'refunded_cents'
>;

/** What was booked is open again once the bank has given it back. */
export function receiptStateOf(receipt: Stand): ReceiptState {
  if (receipt.closed_at) return 'CLOSED';
  if (receipt.bound_payment_id !== null) return 'BOUND';
  if (receipt.booked_cents !== receipt.amount_cents - receipt.refunded_cents) return 'OPEN';
  return receipt.booked_cents === 0 ? 'GIVEN_BACK' : 'BOOKED';
}
