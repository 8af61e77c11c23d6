import type { AcquirerStatus } from '../acquirers/acquirer.ts';

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

/** STATE MACHINE: every move there is. Synchronisation makes the moves out of PENDING; only a refund makes the last. */
export const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  [PENDING]: [APPROVED, FAILED, REFUNDED],
  [APPROVED]: [REFUNDED],
  [FAILED]: [],
  [REFUNDED]: [],
};

export type DivergenceKind = 'LATE_PAYMENT' | 'AMOUNT_MISMATCH' | 'UNREQUESTED_REFUND';

export interface StatusDecision {
  /** The status to move to, or null to leave the payment as it is. */
  moveTo: PaymentStatus | null;
  /** Disagreements about money that no rule may settle, for a person to look at. */
  divergences: readonly DivergenceKind[];
}

export interface Standing {
  status: PaymentStatus;
  amountCents: number;
  /** Refunds we know of, those under way included. */
  refundedCents: number;
}

export interface AcquirerReport {
  status: AcquirerStatus;
  amountCents: number;
  refundedCents: number;
}

/**
 * What an acquirer's report does to a payment. A final status never changes by synchronisation; where the report then
 * speaks of money we do not know about, it becomes a divergence.
 */
export function decideStatus(local: Standing, report: AcquirerReport): StatusDecision {
  const reported = LOCAL_STATUS_OF[report.status];
  if (local.status === PENDING) {
    const moveTo = reported === PENDING ? null : reported;
    const hasMoney = reported === APPROVED || reported === REFUNDED;
    const divergences: DivergenceKind[] = [];
    if (hasMoney && report.amountCents !== local.amountCents) divergences.push('AMOUNT_MISMATCH');
    // Paid, and part of it taken back already: the rest is approved, and nobody would look again.
    if (reported === APPROVED && report.refundedCents > 0) divergences.push('UNREQUESTED_REFUND');
    return { moveTo, divergences };
  }
  if (local.status === FAILED && (reported === APPROVED || reported === REFUNDED)) return { moveTo: null, divergences: ['LATE_PAYMENT'] };
  if (report.refundedCents > local.refundedCents) return { moveTo: null, divergences: ['UNREQUESTED_REFUND'] };
  return { moveTo: null, divergences: [] };
}
