import type { Entry } from '../../books/ledger/journal.rules.ts';
import { type RefundLeg, standingsOf } from '../../books/ledger/postings.rules.ts';
import { ApiError } from '../../ground/errors.ts';
import type { OrRefusal } from '../../ground/refusals.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Payment } from '../payments/payment.ts';
import type { RefundWay } from './by-rail/refund-way.rules.ts';
import { allocateRefund, checkPixRefund, checkReversal } from './refund.rules.ts';

export interface RefundAsked {
  paymentId: number;
  /** Null: the original amount. A reversal is always the whole. */
  amountCents: number | null;
  kind: 'pix_refund' | 'reversal';
  /** Of a boleto whose acquirer gives nothing back: how it reaches the payer, or why it cannot. Null: as any other. */
  way?: OrRefusal<RefundWay> | null;
}

/** A payment and all that is known of it, of one moment: under the payment's lock, or of one snapshot. */
export interface RefundablePayment {
  payment: Payment;
  entries: readonly Entry[];
  /** The bank says that another sum was paid, and nobody has decided what of it is whose. */
  isDisputed: boolean;
}

export interface PreparedRefund {
  payment: Payment;
  amountCents: number;
  legs: RefundLeg[];
  /** Null: its own acquirer gives it back. */
  way: RefundWay | null;
}

/**
 * What a refund and its preview have in common: every check of the contract up to the balance, in its order, and the
 * legs.
 */
export function prepareRefund(
  { acquirers }: WithAcquirers,
  known: RefundablePayment | null,
  asked: RefundAsked,
  now: Date,
): PreparedRefund {
  if (!known) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${asked.paymentId} does not exist`);
  const { payment, entries, isDisputed } = known;
  const amountCents =
    asked.kind === 'reversal' ? checkReversal(payment) : checkPixRefund(payment, asked.amountCents, now);
  const way = asked.way ?? null;
  if (way instanceof ApiError) throw way;
  const isGivenBack = acquirers.ofPayment(payment).refunds !== undefined;
  if (!isGivenBack && !way) {
    const who = payment.payment_type === 'invoice' ? 'O banco deste boleto' : 'A adquirente desta transação';
    throw new ApiError('REFUND_REFUSED', 'the acquirer of this transaction makes no refunds; nothing was debited', {
      message: `${who} não faz devoluções; nada foi debitado`,
    });
  }
  if (isDisputed) {
    const detail = 'the bank reports another sum than the terms explain; resolve the divergence first';
    const message = 'O banco informou um valor que os termos do boleto não explicam; resolva antes a divergência';
    throw new ApiError('REFUND_REFUSED', `${detail}; nothing was debited`, { message });
  }
  const standings = standingsOf(entries);
  const legs = allocateRefund({ amountCents, standings, feeOnRefund: payment.fee_on_refund });
  return { payment, amountCents, legs, way: isGivenBack ? null : way };
}
