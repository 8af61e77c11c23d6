/**
 * THE PORT to a sub-acquirer. Every call carries a reference of ours, chosen and stored before the call, and is
 * safe to repeat: the same reference never charges or refunds twice. An unclear answer is `unknown`, never a refusal.
 */

export type AcquirerStatus = 'WAITING_CONFIRMATION' | 'WAITING_PAYMENT' | 'PAID' | 'APPROVED' | 'FAILED' | 'CANCELLED' | 'REFUNDED';

export const ACQUIRER_STATUSES: readonly AcquirerStatus[] = [
  'WAITING_CONFIRMATION',
  'WAITING_PAYMENT',
  'PAID',
  'APPROVED',
  'FAILED',
  'CANCELLED',
  'REFUNDED',
];

export interface PostalAddress {
  line1: string | null;
  line2: string | null;
  zipCode: string | null;
  city: string | null;
  state: string | null;
}

export interface ChargeRequest {
  reference: string;
  paymentType: 'pix' | 'invoice';
  amountCents: number;
  description: string;
  payer: { name: string; document: string; email: string; address: PostalAddress | null };
  beneficiary: { name: string; document: string; city: string };
  /** PIX: until when the code may be paid. */
  expiresAt: Date;
  /** Invoice only: `YYYY-MM-DD`. */
  dueDate: string | null;
}

/** What a payer needs in order to pay, as the acquirer issued it. */
export interface PaymentInstrument {
  pixQrCode: string | null;
  boleto: BoletoInstrument | null;
}

export interface BoletoInstrument {
  barcode: string;
  digitableLine: string;
  bankCode: string;
  bankName: string;
  /** The bank's check digit as printed after its code, e.g. the 9 of `001-9`. */
  bankCodeCheckDigit: string;
  beneficiaryCode: string;
  ourNumber: string;
  wallet: string;
}

export interface AcquirerTransaction {
  transactionId: string;
  reference: string;
  status: AcquirerStatus;
  /** What was received, all payments together; while nothing was, what was asked for. */
  amountCents: number;
  provider: string;
  history: { status: string; createdAt: string }[];
  /** `document` arrives masked. */
  payer: { fullName: string; document: string } | null;
  paidAt: Date | null;
  refundedAmountCents: number;
  instrument: PaymentInstrument;
}

export type ChargeResult =
  | { outcome: 'accepted'; transaction: AcquirerTransaction }
  | { outcome: 'refused'; transaction: AcquirerTransaction | null; reason: string }
  | { outcome: 'unknown'; reason: string };

export type QueryResult =
  | { outcome: 'found'; transaction: AcquirerTransaction }
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; reason: string };

export interface RefundRequest {
  /** The refund's own reference. */
  reference: string;
  chargeReference: string;
  amountCents: number;
  description: string | null;
}

export interface AcquirerRefund {
  refundId: string;
  reference: string;
  status: 'PROCESSING' | 'REFUNDED' | 'REFUSED';
  /** What is or was really given back, also where that is not what was asked for. */
  amountCents: number;
  refundedAt: Date | null;
  reason: string | null;
}

export type RefundResult =
  | { outcome: 'found'; refund: AcquirerRefund }
  /** Nothing is known under that reference (of the refund, or of the charge it names). */
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; reason: string };

/** Of the charges that were paid on one day in São Paulo: how many, how much, and what of it was given back since. */
export interface DailyTotals {
  count: number;
  paidCents: number;
  refundedCents: number;
}

export type TotalsResult = { outcome: 'found'; totals: DailyTotals } | { outcome: 'unknown'; reason: string };

/** `content` is all that was signed, its time included: the same for a message sent again word for word, and for no other. */
export type NotificationReading = { ok: true; reference: string; content: string } | { ok: false; reason: string };

export interface Acquirer {
  readonly name: string;
  /** How long one call may take before its outcome is `unknown`. */
  readonly timeoutMs: number;
  charge(request: ChargeRequest): Promise<ChargeResult>;
  query(reference: string): Promise<QueryResult>;
  /** Cancels what is still unpaid and answers with the state that resulted: PAID stays PAID. */
  cancel(reference: string): Promise<QueryResult>;
  refund(request: RefundRequest): Promise<RefundResult>;
  queryRefund(reference: string): Promise<RefundResult>;
  /** The acquirer's own sums for a day (`YYYY-MM-DD`), to hold against ours. */
  totals(day: string): Promise<TotalsResult>;
  /** Checks who sent a notification and says which of our references it is about; the rest of the body is not trusted. */
  readNotification(headers: Record<string, string | string[] | undefined>, rawBody: string): NotificationReading;
  /** Whether the acquirer answers at all, for readiness. */
  ping(): Promise<boolean>;
}
