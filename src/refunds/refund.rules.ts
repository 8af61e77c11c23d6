import { ApiError } from '../errors.ts';
import type { RefundLeg, ShareStanding } from '../ledger/postings.rules.ts';
import { halfUpOfProduct } from '../money/exact.ts';
import { divideByLargestRemainder } from '../money/largest-remainder.ts';

export const PIX_REFUND_WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;

/** Whether a refund gives the fee back, too; frozen with the fee when a payment is created. */
export type FeeOnRefund = 'returned' | 'kept';

export type StatusName = 'PENDING' | 'APPROVED' | 'FAILED' | 'REFUNDED';

export interface RefundCandidate {
  paymentType: string;
  statusName: StatusName;
  amountCents: number;
  /** Refunds that the acquirer confirmed. */
  refundedCents: number;
  /** Refunds under way: their money is already taken, so it cannot be refunded a second time. */
  processingCents: number;
  paidAt: Date | null;
}

/**
 * PIX refund, in the order of the contract: not PIX, not paid, period, value above what remains. The balance comes after these,
 * under the debit locks (`coverShortfalls`). Answers the amount to refund; none asked means the original amount.
 */
export function checkPixRefund(payment: RefundCandidate, askedCents: number | null, now: Date): number {
  if (payment.paymentType !== 'pix') {
    throw new ApiError('TRANSACTION_NOT_PIX', `transaction is ${payment.paymentType}, not pix; use POST /payments/reversal`);
  }
  if (payment.statusName !== 'APPROVED' || payment.paidAt === null) {
    throw new ApiError('TRANSACTION_NOT_REFUNDABLE', `transaction is ${payment.statusName}, not in paid status`);
  }
  const lastInstant = payment.paidAt.getTime() + PIX_REFUND_WINDOW_DAYS * DAY_MS;
  if (now.getTime() > lastInstant) {
    throw new ApiError(
      'REFUND_PERIOD_EXPIRED',
      `refunds ended ${PIX_REFUND_WINDOW_DAYS} days after payment, at ${new Date(lastInstant).toISOString()}`,
    );
  }
  const amountCents = askedCents ?? payment.amountCents;
  const remaining = payment.amountCents - payment.refundedCents - payment.processingCents;
  if (amountCents > remaining) {
    throw new ApiError('REFUND_VALUE_EXCEEDS_ORIGINAL', `refund of ${amountCents} cents is above the remaining ${remaining}`, {
      details: { remaining },
    });
  }
  return amountCents;
}

/** Reversal, in the order of the contract: refunded before in any part or under way, then the status. Answers the amount, always the whole. */
export function checkReversal(payment: RefundCandidate): number {
  if (payment.statusName === 'REFUNDED' || payment.refundedCents > 0 || payment.processingCents > 0) {
    const state = payment.processingCents > 0 ? 'has a refund in progress' : 'was refunded before';
    const remaining = payment.amountCents - payment.refundedCents - payment.processingCents;
    throw new ApiError('TRANSACTION_ALREADY_REFUNDED', `transaction ${state}`, {
      details: { refunded_amount: payment.refundedCents, remaining },
    });
  }
  if (payment.statusName !== 'APPROVED') {
    throw new ApiError('TRANSACTION_NOT_APPROVED', `transaction is ${payment.statusName}; only APPROVED can be reversed`);
  }
  return payment.amountCents;
}

export interface RefundInput {
  amountCents: number;
  standings: readonly ShareStanding[];
  feeOnRefund: FeeOnRefund;
}

/**
 * Divides a refund over what is still un-refunded. Every division is by what remains, never by the original figures: the last
 * refund finds the amount equal to the sum of the weights and takes each of them whole, whatever was rounded before. That is why
 * partial refunds that add up to the total undo the payment to the cent.
 */
export function allocateRefund({ amountCents, standings, feeOnRefund }: RefundInput): RefundLeg[] {
  const weights = standings.map((standing) => standing.mainCents + standing.retainedCents);
  const remainingCents = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(amountCents > 0 && amountCents <= remainingCents)) {
    throw new RangeError(`a refund is above zero and within the remaining ${remainingCents}, got ${amountCents}`);
  }
  const parts = divideByLargestRemainder(amountCents, weights);
  const fees = returnedFees(amountCents, remainingCents, standings, feeOnRefund);
  const legs = standings.map((standing, index): RefundLeg => {
    const [mainCents = 0, retainedCents = 0] = divideByLargestRemainder(parts[index] ?? 0, [standing.mainCents, standing.retainedCents]);
    const { position, companyId, mainAvailableAt, retainedAvailableAt } = standing;
    return { position, companyId, mainCents, retainedCents, feeReturnedCents: fees[index] ?? 0, mainAvailableAt, retainedAvailableAt };
  });
  return legs.filter((leg) => leg.mainCents + leg.retainedCents + leg.feeReturnedCents > 0);
}

/** By row. A fee borne by two is returned to both, in proportion to what each still bears. */
function returnedFees(
  amountCents: number,
  remainingCents: number,
  standings: readonly ShareStanding[],
  feeOnRefund: FeeOnRefund,
): number[] {
  const borne = standings.map((standing) => standing.feeCents);
  if (feeOnRefund === 'kept') return borne.map(() => 0);
  const remainingFee = borne.reduce((sum, fee) => sum + fee, 0);
  return divideByLargestRemainder(halfUpOfProduct(amountCents, remainingFee, remainingCents), borne);
}

const FIRST_CHECK_MS = 60_000;
const LONGEST_CHECK_PAUSE_MS = 3_600_000;

/** A refund of unknown outcome is asked about after a minute, then ever more rarely, until the acquirer gives a clear answer. */
export function firstRefundCheckAt(now: Date): Date {
  return new Date(now.getTime() + FIRST_CHECK_MS);
}

export function nextRefundCheckAt(checksDone: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_CHECK_MS * 2 ** Math.min(checksDone, 20), LONGEST_CHECK_PAUSE_MS));
}
