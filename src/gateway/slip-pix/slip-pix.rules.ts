import { CHARGE_SETTLES_MS } from '../payments/checks/check-schedule.rules.ts';
import { isPaidBySlipPix } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import type { SlipPixCode } from '../payments/slip-pix-codes/slip-pix-code.rules.ts';
import { PENDING } from '../payments/status.rules.ts';

/** What is to be done about the PIX code of a boleto, or about its slip. */
export type SlipPixStep = 'issue' | 'change' | 'withdraw code' | 'withdraw slip' | 'nothing';

type Boleto = Pick<
  Payment,
  'status' | 'due_date' | 'expires_at' | 'requested_change' | 'acquirer_data' | 'pix_acquirer' | 'received_by'
>;

/**
 * A code stands on a slip that waits to be paid, due on the same day. What was paid by one is withdrawn at the other,
 * and what is cancelled is withdrawn at both. A code that was withdrawn never comes back: its name is used up.
 */
export function stepOf(payment: Boleto, code: SlipPixCode, now: Date): SlipPixStep {
  if (payment.status === PENDING && payment.requested_change?.kind !== 'cancel') {
    // Before its slip exists there is nothing to stand on, and past its days nobody could pay it.
    if (code.isCodeOver || payment.acquirer_data === null || now > payment.expires_at) return 'nothing';
    if (code.dueDate === null || !payment.acquirer_data.pixQrCode) return 'issue';
    return code.dueDate === payment.due_date ? 'nothing' : 'change';
  }
  if (!code.isCodeOver) return 'withdraw code';
  return isPaidBySlipPix(payment) && !code.isSlipOver ? 'withdraw slip' : 'nothing';
}

/** A bank that does not know it may still get it, as long as what was sent may be on its way. */
export function isSurelyAbsent({ sentAt }: Pick<SlipPixCode, 'sentAt'>, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= CHARGE_SETTLES_MS;
}

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
/** Whoever was looked at so often has not been where it should be for an hour. */
export const LOOKS_OF_AN_HOUR = 7;
/** About a week, and at least as long as somebody could pay. */
const MOST_LOOKS = 40;

/** When to look again; null: not before the payment changes; `done`: never again. */
export function nextLookAt(payment: Boleto, code: SlipPixCode, now: Date): Date | 'done' | null {
  const isPending = payment.status === PENDING;
  if (stepOf(payment, code, now) === 'nothing') {
    const waitsForSlip = isPending && payment.acquirer_data === null && !code.isCodeOver;
    if (!waitsForSlip) return isPending ? null : 'done';
  }
  if (!isPending && code.looks >= MOST_LOOKS && now > payment.expires_at) return 'done';
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** code.looks, LONGEST_PAUSE_MS));
}
