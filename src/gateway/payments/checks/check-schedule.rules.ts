import { type ChargeTimes, type Method, methodOf } from '../methods.rules.ts';
import type { Payment } from '../payment.ts';
import { FAILED, type PaymentStatus, PENDING } from '../status.rules.ts';

/**
 * The safety net's timetable: when to ask the acquirer about a payment that no notification has settled. Expiry itself
 * decides nothing: at the deadline the charge is cancelled at the acquirer, and its answer is what counts.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** After its creation; later looks follow at rising intervals. */
export const FIRST_CHECK_AFTER_MS = 60 * SECOND_MS;
/** A question that got no answer is asked again after this. */
export const UNANSWERED_RETRY_MS = 60 * SECOND_MS;

/** "Not found" for a charge proves nothing before this much time has passed since it was last sent. */
export const CHARGE_SETTLES_MS = 10 * MINUTE_MS;

/** Why an answer told less of a payment than it should: there was none that decides, or it could not be read. */
export interface CheckTrouble {
  kind: 'ACQUIRER_UNCLEAR' | 'UNREADABLE_ANSWER';
  /** What could not be read, by its name in our schemas. */
  field: string | null;
}

/** What the timetable of a payment goes by. */
export interface Scheduled extends ChargeTimes {
  method: Method;
}

export function scheduleOf(payment: Payment): Scheduled {
  return { method: methodOf(payment.payment_type), expiresAt: payment.expires_at, dueDate: payment.due_date };
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
  if (status === FAILED) return payment.method.lateCheckAt(checksDone, failedAt);
  return null;
}

function nextPoll(payment: Scheduled, checksDone: number, now: Date): Date {
  const pause = Math.min(FIRST_CHECK_AFTER_MS * 2 ** checksDone, payment.method.longestPollMs);
  const deadline = payment.method.cancelDeadlineOf(payment).getTime();
  const next = now.getTime() + pause;
  // Exactly one look at the deadline; past it, the cancel is tried again until the acquirer answers.
  return new Date(now.getTime() < deadline ? Math.min(next, deadline) : next);
}
