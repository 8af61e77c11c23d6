import type { RefundLeg, ShareStanding } from '../../books/ledger/postings.rules.ts';
import { ApiError } from '../../ground/errors.ts';
import { halfUpOfProduct } from '../../ground/money/exact.ts';
import { divideByLargestRemainder } from '../../ground/money/largest-remainder.ts';
import { refundableCentsOf } from '../payments/amount-due.rules.ts';
import { isPaidBySlipPix } from '../payments/holder.rules.ts';
import { methodOf } from '../payments/methods.rules.ts';
import type { FeeOnRefund, Payment } from '../payments/payment.ts';
import { APPROVED, REFUNDED, STATUS_NAMES } from '../payments/status.rules.ts';

export const PIX_REFUND_WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;

/** What decides whether, and how much of, a payment can be refunded. */
export type RefundCandidate = Pick<
  Payment,
  | 'payment_type'
  | 'status'
  | 'amount_cents'
  | 'paid_cents'
  | 'refunded_cents'
  | 'refunding_cents'
  | 'paid_at'
  | 'pix_acquirer'
  | 'received_by'
>;

/**
 * Neither refunded nor under way: the money of a refund under way is already taken, so it cannot be refunded
 * a second time.
 */
export function remainingCentsOf(
  payment: Pick<RefundCandidate, 'amount_cents' | 'paid_cents' | 'refunded_cents' | 'refunding_cents'>,
): number {
  return refundableCentsOf(payment) - payment.refunded_cents - payment.refunding_cents;
}

/**
 * PIX refund, in the order of the contract: not PIX, not paid, period, value above what remains. The balance
 * comes after these, under the debit locks (`coverShortfalls`). Answers the amount to refund; none asked means
 * all that could ever be given back: the original amount, or what a discount has left of it.
 */
export function checkPixRefund(payment: RefundCandidate, askedCents: number | null, now: Date): number {
  if (!methodOf(payment.payment_type).isRefundedInParts && !isPaidBySlipPix(payment)) {
    throw new ApiError(
      'TRANSACTION_NOT_PIX',
      `transaction is ${payment.payment_type}, not pix; use POST /payments/reversal`,
    );
  }
  if (payment.status !== APPROVED || payment.paid_at === null) {
    throw new ApiError(
      'TRANSACTION_NOT_REFUNDABLE',
      `transaction is ${STATUS_NAMES[payment.status]}, not in paid status`,
    );
  }
  const lastInstant = payment.paid_at.getTime() + PIX_REFUND_WINDOW_DAYS * DAY_MS;
  if (now.getTime() > lastInstant) {
    throw new ApiError(
      'REFUND_PERIOD_EXPIRED',
      `refunds ended ${PIX_REFUND_WINDOW_DAYS} days after payment, at ${new Date(lastInstant).toISOString()}`,
    );
  }
  const amountCents = askedCents ?? refundableCentsOf(payment);
  const remaining = remainingCentsOf(payment);
  if (amountCents > remaining) {
    throw new ApiError(
      'REFUND_VALUE_EXCEEDS_ORIGINAL',
      `refund of ${amountCents} cents is above the remaining ${remaining}`,
      {
        details: { remaining },
      },
    );
  }
  return amountCents;
}

/**
 * Reversal, in the order of the contract: refunded before in any part or under way, then the status. Answers the
 * amount, always the whole.
 */
export function checkReversal(payment: RefundCandidate): number {
  if (payment.status === REFUNDED || payment.refunded_cents > 0 || payment.refunding_cents > 0) {
    const state = payment.refunding_cents > 0 ? 'has a refund in progress' : 'was refunded before';
    throw new ApiError('TRANSACTION_ALREADY_REFUNDED', `transaction ${state}`, {
      details: { refunded_amount: payment.refunded_cents, remaining: remainingCentsOf(payment) },
    });
  }
  if (payment.status !== APPROVED) {
    throw new ApiError(
      'TRANSACTION_NOT_APPROVED',
      `transaction is ${STATUS_NAMES[payment.status]}; only APPROVED can be reversed`,
    );
  }
  return refundableCentsOf(payment);
}

export interface RefundInput {
  amountCents: number;
  standings: readonly ShareStanding[];
  feeOnRefund: FeeOnRefund;
}

/**
 * Divides a refund over what is still un-refunded. Every division is by what remains, never by the original figures:
 * the last refund finds the amount equal to the sum of the weights and takes each of them whole, whatever was rounded
 * before. That is why partial refunds that add up to the total undo the payment to the cent.
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
    const [mainCents = 0, retainedCents = 0] = divideByLargestRemainder(parts[index] ?? 0, [
      standing.mainCents,
      standing.retainedCents,
    ]);
    const { position, companyId, mainAvailableAt, retainedAvailableAt } = standing;
    return {
      position,
      companyId,
      mainCents,
      retainedCents,
      feeReturnedCents: fees[index] ?? 0,
      mainAvailableAt,
      retainedAvailableAt,
    };
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
