/** What the acquirer knows of a charge, and how each event changes it. */

import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { dueOn } from './due.rules.ts';
import type { Terms } from './schemas.ts';

export type ChargeStatus =
  | 'WAITING_CONFIRMATION'
  | 'WAITING_PAYMENT'
  | 'PAID'
  | 'APPROVED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUNDED';

export interface Boleto {
  barcode: string;
  digitableLine: string;
  bankCode: string;
  bankName: string;
  bankCodeCheckDigit: string;
  beneficiaryCode: string;
  ourNumber: string;
  wallet: string;
}

export interface HistoryEntry {
  status: ChargeStatus;
  createdAt: string;
  /** Only on the entry of a charge that was cancelled because its time was over. */
  isExpired?: true;
}

export interface Charge {
  reference: string;
  transactionId: string;
  paymentType: 'pix' | 'invoice';
  amountCents: number;
  dueDate: string | null;
  terms: Terms | null;
  status: ChargeStatus;
  refusalReason: string | null;
  payerName: string;
  payerDocument: string;
  pixQrCode: string | null;
  boleto: Boleto | null;
  history: HistoryEntry[];
  receivedCents: number;
  fineCents: number;
  interestCents: number;
  discountCents: number;
  refundedCents: number;
  createdAt: Date;
  paidAt: Date | null;
}

/** Of what a received sum was made, beside the amount. */
export interface ReceivedParts {
  fineCents: number;
  interestCents: number;
  discountCents: number;
}

export const NO_PARTS: ReceivedParts = { fineCents: 0, interestCents: 0, discountCents: 0 };

/** The part of a charge that events change. */
export interface ChargeState {
  status: ChargeStatus;
  receivedCents: number;
  parts: ReceivedParts;
  refundedCents: number;
  paidAt: Date | null;
}

export type ControlAction = 'pay' | 'fail' | 'cancel' | 'expire' | 'refund';

export const CONTROL_ACTIONS: readonly ControlAction[] = ['pay', 'fail', 'cancel', 'expire', 'refund'];

export function isPaid(charge: { status: ChargeStatus }): boolean {
  return charge.status === 'PAID' || charge.status === 'APPROVED';
}

function isWaiting(charge: { status: ChargeStatus }): boolean {
  return charge.status === 'WAITING_PAYMENT' || charge.status === 'WAITING_CONFIRMATION';
}

/**
 * What the payer or the bank does. No state forbids it: money comes late, and banks take it back.
 * Null: nothing changes.
 */
export function stateAfterControl(
  charge: Charge,
  action: ControlAction,
  now: Date,
  { paidAt, amountCents }: { paidAt: Date; amountCents: number | null },
): ChargeState | null {
  if (action === 'pay') return stateAfterPayment(charge, paidAt, amountCents);
  if (action === 'refund') return stateAfterFullRefund(charge, now);
  return stateWithoutTheMoney(charge, action === 'fail' ? 'FAILED' : 'CANCELLED');
}

/** A merchant cancels only what nobody paid. Null: nothing changes. */
export function stateAfterCancelRequest(charge: Charge): ChargeState | null {
  return isWaiting(charge) ? stateWithoutTheMoney(charge, 'CANCELLED') : null;
}

/** Who pays pays what is due on that day, or, where a sum is named, that. */
function stateAfterPayment(charge: Charge, paidAt: Date, amountCents: number | null): ChargeState | null {
  if (isPaid(charge)) return null;
  const due = amountCents === null ? dueOn(charge, saoPauloDateOf(paidAt)) : { cents: amountCents, parts: NO_PARTS };
  return {
    status: 'PAID',
    receivedCents: charge.receivedCents + due.cents,
    parts: due.parts,
    refundedCents: charge.refundedCents,
    paidAt,
  };
}

/** Money given back unasked. On a charge nobody paid yet, the payment and its return are seen at once. */
function stateAfterFullRefund(charge: Charge, now: Date): ChargeState | null {
  if (charge.status === 'REFUNDED') return null;
  const receivedCents = isPaid(charge) ? charge.receivedCents : charge.receivedCents + charge.amountCents;
  return {
    status: 'REFUNDED',
    receivedCents,
    parts: charge,
    refundedCents: receivedCents,
    paidAt: charge.paidAt ?? now,
  };
}

/** What was received and not refunded leaves with the status, so that received − refunded is always what is held. */
function stateWithoutTheMoney(charge: Charge, status: 'FAILED' | 'CANCELLED'): ChargeState | null {
  if (charge.status === status) return null;
  const { refundedCents } = charge;
  return { status, receivedCents: refundedCents, parts: NO_PARTS, refundedCents, paidAt: null };
}

/** Null when the refund can be done, else why not. `reservedCents` belongs to refunds still being processed. */
export function reasonToRefuseRefund(charge: Charge, amountCents: number, reservedCents: number): string | null {
  if (!isPaid(charge)) return `a charge that is ${charge.status} cannot be refunded`;
  const leftCents = charge.receivedCents - charge.refundedCents - reservedCents;
  return amountCents > leftCents ? `${amountCents} is more than the ${leftCents} cents left to refund` : null;
}

export function stateAfterRefund(charge: Charge, amountCents: number): ChargeState {
  const refundedCents = charge.refundedCents + amountCents;
  const status = refundedCents === charge.receivedCents ? 'REFUNDED' : charge.status;
  return { status, receivedCents: charge.receivedCents, parts: charge, refundedCents, paidAt: charge.paidAt };
}
