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
}
