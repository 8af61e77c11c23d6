import type { AcquirerStatus } from '../../rails/acquirers/acquirer.ts';

export const PENDING = 1;
export const APPROVED = 2;
export const FAILED = 3;
export const REFUNDED = 4;

export type PaymentStatus = typeof PENDING | typeof APPROVED | typeof FAILED | typeof REFUNDED;
export type StatusName = 'PENDING' | 'APPROVED' | 'FAILED' | 'REFUNDED';

export const STATUS_NAMES: Record<PaymentStatus, StatusName> = {
  [PENDING]: 'PENDING',
  [APPROVED]: 'APPROVED',
  [FAILED]: 'FAILED',
  [REFUNDED]: 'REFUNDED',
};

/** What each acquirer status means for a payment that is still PENDING. */
export const LOCAL_STATUS_OF: Record<AcquirerStatus, PaymentStatus> = {
  WAITING_CONFIRMATION: PENDING,
  WAITING_PAYMENT: PENDING,
  PAID: APPROVED,
  APPROVED: APPROVED,
  FAILED: FAILED,
  CANCELLED: FAILED,
  REFUNDED: REFUNDED,
};

export const FAILURE_REASONS = ['REFUSED', 'CANCELLED', 'EXPIRED'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/**
 * Why a payment that becomes FAILED does. A charge that is cancelled after its time was over has expired, whoever
 * cancelled it: the safety net does it to every one of them. What never reached the acquirer was not taken by it.
 */
export function failureReasonOf(
  { status, isExpired }: { status: AcquirerStatus; isExpired: boolean },
  expiresAt: Date,
  at: Date,
): FailureReason {
  if (status !== 'CANCELLED') return 'REFUSED';
  return isExpired || at > expiresAt ? 'EXPIRED' : 'CANCELLED';
}

/** STATE MACHINE: every move there is. Synchronisation makes the moves out of PENDING; only a refund makes the last. */
export const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  [PENDING]: [APPROVED, FAILED, REFUNDED],
  [APPROVED]: [REFUNDED],
  [FAILED]: [],
  [REFUNDED]: [],
};

/** Where an acquirer's report moves a payment, or null. A final status never changes by synchronisation. */
export function nextStatus(local: PaymentStatus, reported: AcquirerStatus): PaymentStatus | null {
  if (local !== PENDING) return null;
  const next = LOCAL_STATUS_OF[reported];
  return next === PENDING ? null : next;
}

/** The payment is over here, and its charge can still be paid there: it has to be cancelled before somebody does. */
export function isPayableAfterEnd(local: PaymentStatus, reported: AcquirerStatus): boolean {
  return local === FAILED && LOCAL_STATUS_OF[reported] === PENDING;
}
