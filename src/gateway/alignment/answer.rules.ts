import type { AcquirerCharge, ChargePayment, MedReturn } from '../../rails/acquirers/acquirer.ts';
import type { ReceivedBoleto, TwoPlaces } from '../../rails/acquirers/boleto.ts';
import { type AcquirerReport, type Bounds, isPaidThere, type Position } from '../divergences/divergence.rules.ts';
import { isAmountDue, receivedCentsOf, receivedOf, refundableCentsOf } from '../payments/amount-due.rules.ts';
import { type CheckTrouble, nextCheckAt, scheduleOf } from '../payments/checks/check-schedule.rules.ts';
import type { AcquirerData, Payment, StatusMove } from '../payments/payment.ts';
import {
  APPROVED,
  FAILED,
  failureReasonOf,
  nextStatus,
  type PaymentStatus,
  REFUNDED,
} from '../payments/status.rules.ts';

export type BoletoAnswer = Pick<AcquirerCharge, 'registration' | 'requestedChange' | 'dueDate'>;

/** What is believed about a charge, from a query, a cancel, a refusal; never from the body of a notification. */
export interface AcquirerAnswer extends AcquirerReport {
  paidAt: Date | null;
  /** What the bank says of the sum that was paid for a boleto. */
  received: ReceivedBoleto | null;
  /** What the bank says of a boleto besides: absent members are what it does not tell. */
  boleto: BoletoAnswer;
  /** The acquirer says that its time was over. */
  isExpired: boolean;
  data: AcquirerData | null;
  /**
   * Where the answer is that no charge exists: when the one looked for was sent. Another sent since makes it worthless.
   */
  absentSince: Date | null;
  /** What the bank took back without being asked. */
  medReturns: readonly MedReturn[];
  /** The payments that it received, oldest first; none where the acquirer does not tell them apart. */
  payments: readonly ChargePayment[];
  /** Of a boleto with a PIX code of another acquirer: where the money is. */
  twoPlaces?: TwoPlaces | null;
  /** Some of its payments or returns could not be read: its sums prove no difference. */
  isPartial?: boolean;
}

/**
 * `asked` is the payment as it was read before the acquirer was asked: the answer may be older than what has happened
 * to it since.
 */
export interface AnsweredPayment {
  asked: Payment;
  answer: AcquirerAnswer;
}

export interface Applied {
  payment: Payment;
  /**
   * False when the payment changed while the acquirer was asked, or has a refund under way: ask again to
   * compare every cent.
   */
  isConclusive: boolean;
  /** Why the answer was left alone. */
  trouble?: CheckTrouble;
}

export function answerOf(charge: AcquirerCharge): AcquirerAnswer {
  return {
    status: charge.status,
    amountCents: charge.amountCents,
    refundedCents: charge.refundedAmountCents,
    paidAt: charge.paidAt,
    received: charge.received ?? null,
    boleto: boletoAnswerOf(charge),
    isExpired: charge.isExpired ?? false,
    data: acquirerDataOf(charge),
    absentSince: null,
    medReturns: charge.medReturns ?? [],
    payments: charge.payments ?? [],
    isPartial: (charge.oddItems?.length ?? 0) > 0 || charge.twoPlaces?.isPartial === true,
    twoPlaces: charge.twoPlaces ?? null,
  };
}

function boletoAnswerOf({ registration, requestedChange, dueDate }: AcquirerCharge): BoletoAnswer {
  return {
    ...(registration && { registration }),
    ...(requestedChange !== undefined && { requestedChange }),
    ...(dueDate !== undefined && { dueDate }),
  };
}

function acquirerDataOf(charge: AcquirerCharge): AcquirerData {
  const { transactionId, endToEndId, provider, instrument } = charge;
  return { transactionId, endToEndId, provider, pixQrCode: instrument.pixQrCode, boleto: instrument.boleto };
}

/**
 * The answer to a charge names no payment of a payer: one that came at once is told by the next query, and tried
 * against those of all other charges.
 */
export function issuedDataOf(charge: AcquirerCharge): AcquirerData {
  return { ...acquirerDataOf(charge), endToEndId: null };
}

/** A charge that the acquirer refused. */
export function chargeRefused(payment: Payment): AcquirerAnswer {
  return {
    status: 'FAILED',
    amountCents: payment.amount_cents,
    refundedCents: 0,
    paidAt: null,
    received: null,
    boleto: {},
    isExpired: false,
    data: null,
    absentSince: null,
    medReturns: [],
    payments: [],
  };
}

/** There is proof that the charge which was sent, as `payment` knows it, never arrived. */
export function neverCharged(payment: Payment): AcquirerAnswer {
  return { ...chargeRefused(payment), absentSince: payment.charge_sent_at };
}

/** Another charge was sent since: that the former one does not exist says nothing about it. */
export function isAbsenceOutdated({ absentSince }: AcquirerAnswer, locked: Payment): boolean {
  return absentSince !== null && locked.charge_sent_at > absentSince;
}

/** A pending payment was paid, what was due, and nothing of it was given back: nothing disagrees. */
export function isPlainApproval(payment: Payment, answer: AcquirerAnswer): boolean {
  const isWhole =
    isAmountDue(payment, answer.amountCents, answer.paidAt) &&
    answer.refundedCents === 0 &&
    payment.refunding_cents === 0;
  return nextStatus(payment.status, answer.status) === APPROVED && isWhole && !isAbsenceOutdated(answer, payment);
}

/**
 * What the acquirer issued is complete from the first answer on, except for the id of the payment that is received
 * later, and for the slip of a boleto that is registered later.
 */
export function newlyIssuedData({ data }: AcquirerAnswer, known: AcquirerData | null): AcquirerData | null {
  const tellsMore =
    known === null ||
    (Boolean(data?.endToEndId) && !known.endToEndId) ||
    (Boolean(data?.boleto) && !known.boleto) ||
    (Boolean(data?.pixQrCode) && !known.pixQrCode);
  return tellsMore ? data : null;
}

export function moveOf(payment: Payment, to: PaymentStatus, answer: AcquirerAnswer, at: Date): StatusMove {
  // Of a boleto that was paid twice, the bank's word on the sale tells its own sum.
  const saleCents = answer.received?.paidCents ?? answer.amountCents;
  const received = to === FAILED ? null : receivedOf(payment, saleCents, answer.paidAt ?? at, answer.received);
  return {
    paymentId: payment.id,
    to,
    received,
    receivedBy: to === FAILED ? null : (answer.twoPlaces?.receivedBy ?? null),
    // Refunded before we knew it was paid: the time of payment is stored only when the acquirer gives it.
    paidAt: to === APPROVED ? (answer.paidAt ?? at) : to === REFUNDED ? answer.paidAt : null,
    refundedAt: to === REFUNDED ? at : null,
    refundedCents: to === REFUNDED ? refundableCentsOf(afterMove(payment, received)) : 0,
    failureReason: to === FAILED ? failureReasonOf(answer, payment.expires_at, at) : null,
    issued: newlyIssuedData(answer, payment.acquirer_data),
    // Also where the charge seems never to have arrived: it may do so later than anybody thought, and be paid.
    nextCheckAt: nextCheckAt(scheduleOf(payment), to, 0, at, at),
    at,
  };
}

function afterMove(payment: Payment, received: StatusMove['received']): Pick<Payment, 'amount_cents' | 'paid_cents'> {
  return { amount_cents: payment.amount_cents, paid_cents: received?.paidCents ?? null };
}

/** The acquirer knew of every refund confirmed before the question, and may know of those held since. */
export function boundsOf(asked: Payment, locked: Payment): Bounds {
  const most = positionOf(locked);
  return { least: positionOf(asked), most: { ...most, refundedCents: most.refundedCents + locked.refunding_cents } };
}

/** Where a bank's reads lag its writes, they have caught up after this. */
export const READS_CATCH_UP_MS = 10 * 60_000;

/**
 * Shortly after a change, an answer that does not know of it is an old one and proves nothing: a payment that was paid
 * is never waiting again, and a refund that was confirmed is listed in the end.
 */
export function isOutdated(answer: AcquirerAnswer, { least }: Bounds, { updated_at }: Payment, now: Date): boolean {
  const knowsLess =
    (answer.status === 'WAITING_PAYMENT' && least.receivedCents > 0) ||
    (isPaidThere(answer) && answer.refundedCents < least.refundedCents);
  return knowsLess && now.getTime() - updated_at.getTime() < READS_CATCH_UP_MS;
}

function positionOf(payment: Payment): Position {
  return { receivedCents: receivedCentsOf(payment), refundedCents: payment.refunded_cents };
}

export function isSamePosition({ least, most }: Bounds): boolean {
  return least.receivedCents === most.receivedCents && least.refundedCents === most.refundedCents;
}
