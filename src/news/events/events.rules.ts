/**
 * Every kind of event; `webhook.test` is sent only on request. Subscribing to no kind in particular means all of them.
 */
export const EVENT_KINDS = [
  'payment.created',
  'payment.approved',
  'payment.failed',
  'payment.refunded',
  'refund.failed',
  'divergence.opened',
  'payment_link.paid_late',
  'receipt.unknown',
  'webhook.test',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What is the same in every event about a payment. */
interface PaymentEventInput {
  id: string;
  createdAt: Date;
  companyId: number;
  /** Rises with each event of one payment: a receiver that sees a lower one after a higher one ignores it. */
  sequence: number;
  paymentId: number;
}

export interface OrderEventInput extends PaymentEventInput {
  orderNumber: string;
  amountCents: number;
  paymentType: string;
}

export interface ApprovedEventInput extends OrderEventInput {
  paidAt: Date;
}

export interface RefundedEventInput extends PaymentEventInput {
  /** Null when the acquirer reported a refund that was not asked for here. */
  refundId: number | null;
  refundCents: number;
  /** Of the whole payment so far, this refund included. */
  totalRefundedCents: number;
  refundedAt: Date;
  /** Why the banks took it back; null for a refund that was asked for. */
  nature: string | null;
}

export interface RefundFailedEventInput extends PaymentEventInput {
  refundId: number;
  refundCents: number;
  /** Of the whole payment so far, this refund not included. */
  totalRefundedCents: number;
  failedAt: Date;
}

/** Money of a payment as one side sees it. */
interface MoneySeen {
  receivedCents: number;
  refundedCents: number;
}

export interface DivergenceEventInput extends OrderEventInput {
  divergenceId: number;
  statusName: 'APPROVED' | 'FAILED' | 'REFUNDED';
  acquirerStatus: string;
  detectedAt: Date;
  difference: { kind: string; here: MoneySeen; there: MoneySeen; differenceCents: number };
}

export interface PaidLateEventInput extends OrderEventInput {
  linkId: string;
  paidCount: number;
  maxPayments: number | null;
  stock: number | null;
  /** Whether the link has now sold more than it had. */
  isAboveMaximum: boolean;
}

export interface UnknownReceiptsEventInput extends Pick<TestEventInput, 'id' | 'createdAt'> {
  acquirer: string;
  day: string;
  count: number;
  cents: number;
}

export interface TestEventInput {
  id: string;
  createdAt: Date;
  /** Null for an endpoint of all companies of a merchant. */
  companyId: number | null;
  webhookId: number;
}

interface Additions {
  id: string;
  created_at: string;
  company_id: number;
  sequence: number;
}

interface OrderFields {
  transaction_id: number;
  order_number: string;
  amount: number;
  payment_type: string;
}

export interface PaymentCreatedEvent extends OrderFields, Additions {
  event: 'payment.created';
  status: 'PENDING';
}

export interface PaymentApprovedEvent extends OrderFields, Additions {
  event: 'payment.approved';
  status: 'APPROVED';
  paid_at: string;
}

export interface PaymentFailedEvent extends OrderFields, Additions {
  event: 'payment.failed';
  status: 'FAILED';
}

export interface PaymentRefundedEvent extends Additions {
  event: 'payment.refunded';
  transaction_id: number;
  status: 'REFUNDED';
  refund_amount: number;
  refunded_at: string;
  refund_id: number | null;
  total_refunded_amount: number;
  /** Only of money that the banks took back. */
  nature?: string;
}

export interface RefundFailedEvent extends Additions {
  event: 'refund.failed';
  transaction_id: number;
  status: 'APPROVED';
  refund_id: number;
  refund_amount: number;
  total_refunded_amount: number;
  failed_at: string;
}

export interface DivergenceOpenedEvent extends OrderFields, Additions {
  event: 'divergence.opened';
  status: 'APPROVED' | 'FAILED' | 'REFUNDED';
  divergence_id: number;
  kind: string;
  acquirer_status: string;
  received_amount: number;
  refunded_amount: number;
  acquirer_received_amount: number;
  acquirer_refunded_amount: number;
  difference: number;
  detected_at: string;
}

export interface LinkPaidLateEvent extends OrderFields, Additions {
  event: 'payment_link.paid_late';
  status: 'APPROVED';
  payment_link_id: string;
  paid_count: number;
  max_payments: number | null;
  stock: number | null;
  above_maximum: boolean;
}

export interface ReceiptUnknownEvent extends Pick<WebhookTestEvent, 'id' | 'created_at' | 'sequence'> {
  event: 'receipt.unknown';
  acquirer: string;
  day: string;
  count: number;
  amount: number;
  /** An account may serve several establishments, and nobody knows whose money it is. */
  company_id: null;
}

export interface WebhookTestEvent {
  event: 'webhook.test';
  webhook_id: number;
  id: string;
  created_at: string;
  company_id: number | null;
  /** There is no transaction whose events could be counted. */
  sequence: null;
}

export type WebhookEvent =
  | PaymentCreatedEvent
  | PaymentApprovedEvent
  | PaymentFailedEvent
  | PaymentRefundedEvent
  | RefundFailedEvent
  | DivergenceOpenedEvent
  | LinkPaidLateEvent
  | ReceiptUnknownEvent
  | WebhookTestEvent;

/** A payment is announced as it began, even when the acquirer refused it at once: then `payment.failed` follows. */
export function paymentCreated(input: OrderEventInput): PaymentCreatedEvent {
  return { event: 'payment.created', ...orderFields(input, 'PENDING'), ...additions(input) };
}

export function paymentApproved(input: ApprovedEventInput): PaymentApprovedEvent {
  const paid_at = input.paidAt.toISOString();
  return { event: 'payment.approved', ...orderFields(input, 'APPROVED'), paid_at, ...additions(input) };
}

export function paymentFailed(input: OrderEventInput): PaymentFailedEvent {
  return { event: 'payment.failed', ...orderFields(input, 'FAILED'), ...additions(input) };
}

/** The status says REFUNDED for a partial refund too; whether all is refunded shows in `total_refunded_amount`. */
export function paymentRefunded(input: RefundedEventInput): PaymentRefundedEvent {
  return {
    event: 'payment.refunded',
    transaction_id: input.paymentId,
    status: 'REFUNDED',
    refund_amount: input.refundCents,
    refunded_at: input.refundedAt.toISOString(),
    refund_id: input.refundId,
    total_refunded_amount: input.totalRefundedCents,
    ...(input.nature === null ? {} : { nature: input.nature }),
    ...additions(input),
  };
}

/** The money is back with whoever paid, and the payment stays as it was. */
export function refundFailed(input: RefundFailedEventInput): RefundFailedEvent {
  return {
    event: 'refund.failed',
    transaction_id: input.paymentId,
    status: 'APPROVED',
    refund_id: input.refundId,
    refund_amount: input.refundCents,
    total_refunded_amount: input.totalRefundedCents,
    failed_at: input.failedAt.toISOString(),
    ...additions(input),
  };
}

export function divergenceOpened(input: DivergenceEventInput): DivergenceOpenedEvent {
  const { kind, here, there, differenceCents } = input.difference;
  return {
    event: 'divergence.opened',
    ...orderFields(input, input.statusName),
    divergence_id: input.divergenceId,
    kind,
    acquirer_status: input.acquirerStatus,
    received_amount: here.receivedCents,
    refunded_amount: here.refundedCents,
    acquirer_received_amount: there.receivedCents,
    acquirer_refunded_amount: there.refundedCents,
    difference: differenceCents,
    detected_at: input.detectedAt.toISOString(),
    ...additions(input),
  };
}

/** Paid when its place of the link was free for others already; it counts all the same. */
export function linkPaidLate(input: PaidLateEventInput): LinkPaidLateEvent {
  return {
    event: 'payment_link.paid_late',
    ...orderFields(input, 'APPROVED'),
    payment_link_id: input.linkId,
    paid_count: input.paidCount,
    max_payments: input.maxPayments,
    stock: input.stock,
    above_maximum: input.isAboveMaximum,
    ...additions(input),
  };
}

/** The bank has received payments that are none of ours: a person has to find out whose they are. */
export function receiptUnknown(input: UnknownReceiptsEventInput): ReceiptUnknownEvent {
  return {
    event: 'receipt.unknown',
    acquirer: input.acquirer,
    day: input.day,
    count: input.count,
    amount: input.cents,
    id: input.id,
    created_at: input.createdAt.toISOString(),
    company_id: null,
    sequence: null,
  };
}

export function webhookTest(input: TestEventInput): WebhookTestEvent {
  return {
    event: 'webhook.test',
    webhook_id: input.webhookId,
    id: input.id,
    created_at: input.createdAt.toISOString(),
    company_id: input.companyId,
    sequence: null,
  };
}

function orderFields<Status extends string>(input: OrderEventInput, status: Status): OrderFields & { status: Status } {
  return {
    transaction_id: input.paymentId,
    order_number: input.orderNumber,
    status,
    amount: input.amountCents,
    payment_type: input.paymentType,
  };
}

function additions(input: PaymentEventInput): Additions {
  return {
    id: input.id,
    created_at: input.createdAt.toISOString(),
    company_id: input.companyId,
    sequence: input.sequence,
  };
}
