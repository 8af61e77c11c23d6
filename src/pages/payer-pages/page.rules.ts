import { APPROVED, FAILED, type PaymentStatus, PENDING, REFUNDED } from '../../gateway/payments/status.rules.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';

/** What a payer can find at the address of a payment. */
export type PageState = 'preparing' | 'waiting' | 'checking' | 'paid' | 'not-paid' | 'partly-refunded' | 'refunded';

/** What the state follows from; little, because it is read once a second for every page that is open. */
export interface Watched {
  status: PaymentStatus;
  /** Whether the acquirer has issued the code or the boleto. */
  is_issued: boolean;
  refunded_cents: number;
  expires_at: Date;
  /** Of a boleto whose figure is another on another day. */
  has_terms: boolean;
  /** False while some banks would not take the boleto yet. */
  is_registered: boolean;
}

/** What the page's script is told. */
export interface PageStatus {
  state: PageState;
  /** Another text here means that the page shows something else now. */
  version: string;
  /** Until the code is over, by the business clock; null where nothing runs out. */
  seconds_left: number | null;
}

export function pageStateOf(payment: Watched, now: Date): PageState {
  switch (payment.status) {
    case PENDING:
      if (now >= payment.expires_at) return 'checking';
      return payment.is_issued ? 'waiting' : 'preparing';
    case APPROVED:
      return payment.refunded_cents > 0 ? 'partly-refunded' : 'paid';
    case FAILED:
      return 'not-paid';
    case REFUNDED:
      return 'refunded';
  }
}

export function pageStatusOf(payment: Watched, now: Date): PageStatus {
  const state = pageStateOf(payment, now);
  return {
    state,
    version: [state, payment.refunded_cents, ...(state === 'waiting' ? changesWhileWaiting(payment, now) : [])].join(
      ' ',
    ),
    seconds_left: state === 'waiting' ? secondsLeft(payment, now) : null,
  };
}

/** A page that stays open over midnight has to show another figure. */
function changesWhileWaiting({ has_terms, is_registered }: Watched, now: Date): string[] {
  return [...(has_terms ? [saoPauloDateOf(now)] : []), ...(is_registered ? [] : ['unregistered'])];
}

/**
 * A page that cannot change without the payer or the bank doing something is watched; what is over is asked about
 * on return only.
 */
export function isWatched(state: PageState): boolean {
  return state === 'preparing' || state === 'waiting' || state === 'checking';
}

/** Rounded up: the last second is shown as one, and nothing is over before it is. */
function secondsLeft(payment: Watched, now: Date): number {
  return Math.max(0, Math.ceil((payment.expires_at.getTime() - now.getTime()) / 1_000));
}

export type FailureReason = 'refused' | 'expired' | 'cancelled';

interface Failed {
  /** As it was noted when it failed; null for payments from before that was kept. */
  failure_reason: string | null;
  is_issued: boolean;
  expires_at: Date;
}

/**
 * Why a payment is FAILED: as it was noted, else as far as its row tells. One that was never issued was refused;
 * `failedAt` is when it became so.
 */
export function failureReasonOf(payment: Failed, failedAt: Date): FailureReason {
  const noted = payment.failure_reason?.toLowerCase();
  if (noted === 'refused' || noted === 'expired' || noted === 'cancelled') return noted;
  if (!payment.is_issued) return 'refused';
  return failedAt >= payment.expires_at ? 'expired' : 'cancelled';
}
