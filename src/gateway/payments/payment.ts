import type { BoletoInstrument, BoletoTerms, Registration, RequestedChange } from '../../rails/acquirers/boleto.ts';
import type { ReceivedFigures } from '../boleto-terms/received.rules.ts';
import type { FailureReason, PaymentStatus } from './status.rules.ts';

/** `credit` and `debit` exist in reads and filters of the interface; this service creates PIX and boleto. */
export const PAYMENT_TYPES = ['pix', 'credit', 'debit', 'invoice'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** Whether a refund gives the fee back, too; frozen with the fee when a payment is created. */
export type FeeOnRefund = 'returned' | 'kept';

export interface OrderItem {
  name: string;
  quantity: number;
  price: number;
}

export interface Shipping {
  name: string;
  price: number;
}

export interface OrderAddress {
  line_1?: string;
  line_2?: string;
  district?: string;
  zip_code?: string;
  city?: string;
  state?: string;
  country?: string;
}

/** What the acquirer issued for a payment; kept whole, because synchronising needs its `transactionId`. */
export interface AcquirerData {
  transactionId: string;
  /** Known once it is paid, where the rail has such ids; absent in what was stored before they were kept. */
  endToEndId?: string | null;
  provider: string;
  pixQrCode: string | null;
  boleto: BoletoInstrument | null;
}

/** Whether the bank of a boleto has registered it, as it is stored: with its time as text. */
export type StoredRegistration = Omit<Registration, 'registeredAt'> & { registeredAt: string | null };

/** What the bank of a boleto was asked for and has not confirmed yet. */
export type StoredChange = RequestedChange & {
  requestedAt: string;
  /** What the bank calls it, where it has given it a name. */
  changeId?: string;
};

/** Our record of what the interface calls a transaction. */
export interface Payment {
  id: number;
  merchant_id: number;
  company_id: number;
  customer_id: number;
  order_number: string;
  reference: string;
  public_token: string;
  status: PaymentStatus;
  payment_type: PaymentType;
  installments: number;
  amount_cents: number;
  refunded_cents: number;
  /** Refunds under way: taken from the companies already, not yet confirmed by the acquirer. */
  refunding_cents: number;
  fee_cents: number;
  fee_on_refund: FeeOnRefund;
  customer_name: string;
  customer_email: string;
  customer_document: string;
  customer_phone: string;
  customer_address: OrderAddress | null;
  customer_ip: string | null;
  items: OrderItem[];
  shipping: Shipping;
  metadata: Record<string, string>;
  payment_link_id: string | null;
  /** What the merchant calls the order; several payments may have the same. */
  external_id: string | null;
  /** False: somebody at a public page ordered it. Null: stored before this was kept. */
  ordered_by_merchant: boolean | null;
  retry_of: number | null;
  /** The first of a chain of retries: all of them are for one order. */
  retry_root: number | null;
  due_date: string | null;
  /** Null: owed as ordered, until the due date. */
  boleto_terms: BoletoTerms | null;
  expires_at: Date;
  /** Who issued it, and is asked about it for good, whoever issues the company's payments today. */
  acquirer: string;
  /** Of a boleto: who issued the PIX code on it, under the same reference; null: nobody, or its own acquirer. */
  pix_acquirer: string | null;
  /** Of a paid one with such a code: which of the two received it. */
  received_by: string | null;
  /** Stored as `response_data_subacquirer_integration`; null until the acquirer has answered. */
  acquirer_data: AcquirerData | null;
  charge_sent_at: Date;
  created_at: Date;
  updated_at: Date;
  paid_at: Date | null;
  /** What counts as paid, and of what it is made; null: exactly the amount, or nothing yet. */
  paid_cents: number | null;
  fine_paid_cents: number | null;
  interest_paid_cents: number | null;
  discount_given_cents: number | null;
  refunded_at: Date | null;
  /** Of a boleto whose bank registers it later than it issues it; null: registered when it was issued. */
  registration: StoredRegistration | null;
  requested_change: StoredChange | null;
  /** Of a FAILED payment; null where it failed before reasons were kept. */
  failure_reason: FailureReason | null;
  /** Money that came under another reference belongs to it, by the word of the operator. */
  has_bound_receipts: boolean;
}

/** A payment leaves PENDING, with all that is stored of it. */
export interface StatusMove {
  paymentId: number;
  to: PaymentStatus;
  paidAt: Date | null;
  /** Of a boleto with a PIX code of another acquirer; null otherwise, and where it was not paid. */
  receivedBy: string | null;
  /** Null where exactly the amount was paid, or nothing. */
  received: ReceivedFigures | null;
  refundedAt: Date | null;
  refundedCents: number;
  /** Null unless it becomes FAILED. */
  failureReason: FailureReason | null;
  /** Where the acquirer has told more of what it issued than we knew. */
  issued: AcquirerData | null;
  /** Null: nobody looks at it any more. */
  nextCheckAt: Date | null;
  at: Date;
}

/** What changes of a boleto while it waits to be paid. */
export interface BoletoChange {
  registration: StoredRegistration | null;
  requestedChange: StoredChange | null;
  dueDate: string | null;
  expiresAt: Date;
  /** The slip anew, where another due date has made another one; null: as it was. */
  boleto: BoletoInstrument | null;
}
