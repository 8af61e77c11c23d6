import {
  addBusinessDays,
  addDays,
  endOfSaoPauloDay,
  rollToBusinessDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../ground/brazil/calendar.rules.ts';
import type { Payment } from './payment.ts';
import { FAILED, type PaymentStatus, PENDING } from './status.rules.ts';

/**
 * The safety net's timetable: when to ask the acquirer about a payment that no notification has settled. Expiry itself
 * decides nothing: at the deadline the charge is cancelled at the acquirer, and its answer is what counts.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const PIX_VALIDITY_MS = 30 * MINUTE_MS;
const PIX_GRACE_MS = 2 * MINUTE_MS;
const BOLETO_GRACE_BUSINESS_DAYS = 3;
export const DEFAULT_DUE_DAYS = 3;
export const MAX_DUE_DAYS = 180;

/** After its creation; later looks follow at rising intervals. */
export const FIRST_CHECK_AFTER_MS = 60 * SECOND_MS;
const LONGEST_PIX_POLL_MS = 15 * MINUTE_MS;
const LONGEST_BOLETO_POLL_MS = 6 * HOUR_MS;
/** A question that got no answer is asked again after this. */
export const UNANSWERED_RETRY_MS = 60 * SECOND_MS;

/** After the end of a payment, money may still be on its way: look again after these, from the moment it failed. */
const LATE_PIX_CHECKS_MS = [HOUR_MS, 24 * HOUR_MS];
const LATE_BOLETO_CHECKS = 5;
/** More than any timetable has: a look beyond it is the last one. */
export const ALL_LATE_CHECKS = Math.max(LATE_PIX_CHECKS_MS.length, LATE_BOLETO_CHECKS);

/** "Not found" for a charge proves nothing before this much time has passed since it was last sent. */
export const CHARGE_SETTLES_MS = 10 * MINUTE_MS;

/** Why an answer told less of a payment than it should: there was none that decides, or it could not be read. */
export interface CheckTrouble {
  kind: 'ACQUIRER_UNCLEAR' | 'UNREADABLE_ANSWER';
  /** What could not be read, by its name in our schemas. */
  field: string | null;
}

export interface Scheduled {
  paymentType: 'pix' | 'invoice';
  createdAt: Date;
  expiresAt: Date;
  dueDate: string | null;
}

export function scheduleOf(payment: Payment): Scheduled {
  return {
    paymentType: payment.payment_type === 'invoice' ? 'invoice' : 'pix',
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    dueDate: payment.due_date,
  };
}

export function expiryOf(paymentType: 'pix' | 'invoice', createdAt: Date, dueDate: string | null): Date {
  if (paymentType === 'pix' || dueDate === null) return new Date(createdAt.getTime() + PIX_VALIDITY_MS);
  return endOfSaoPauloDay(rollToBusinessDay(dueDate));
}

/** From this moment on, an unpaid charge is cancelled at the acquirer. */
export function cancelDeadlineOf(payment: Scheduled): Date {
  if (payment.paymentType === 'pix' || payment.dueDate === null)
    return new Date(payment.expiresAt.getTime() + PIX_GRACE_MS);
  return startOfSaoPauloDay(
    addDays(addBusinessDays(rollToBusinessDay(payment.dueDate), BOLETO_GRACE_BUSINESS_DAYS), 1),
  );
}

/** When to look again after a look at `now`, given how many looks this status has had; null: never again. */
export function nextCheckAt(
  payment: Scheduled,
  status: PaymentStatus,
  checksDone: number,
  failedAt: Date,
  now: Date,
): Date | null {
  if (status === PENDING) return nextPoll(payment, checksDone, now);
  if (status === FAILED) return nextLateCheck(payment, checksDone, failedAt);
  return null;
}

function nextPoll(payment: Scheduled, checksDone: number, now: Date): Date {
  const longest = payment.paymentType === 'pix' ? LONGEST_PIX_POLL_MS : LONGEST_BOLETO_POLL_MS;
  const pause = Math.min(FIRST_CHECK_AFTER_MS * 2 ** checksDone, longest);
  const deadline = cancelDeadlineOf(payment).getTime();
  const next = now.getTime() + pause;
  // Exactly one look at the deadline; past it, the cancel is tried again until the acquirer answers.
  return new Date(now.getTime() < deadline ? Math.min(next, deadline) : next);
}

function nextLateCheck(payment: Scheduled, checksDone: number, failedAt: Date): Date | null {
  if (payment.paymentType === 'pix') {
    const pause = LATE_PIX_CHECKS_MS[checksDone];
    return pause === undefined ? null : new Date(failedAt.getTime() + pause);
  }
  if (checksDone >= LATE_BOLETO_CHECKS) return null;
  const day = addBusinessDays(saoPauloDateOf(failedAt), checksDone + 1);
  return new Date(startOfSaoPauloDay(day).getTime() + 12 * HOUR_MS);
}
