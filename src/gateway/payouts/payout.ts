export const PAYOUT_STATUSES = [
  'AWAITING_APPROVAL',
  'REQUESTED',
  'SENT',
  'PAID',
  'FAILED',
  'CANCELLED',
  'RETURNED',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What each may become. One that fails without having been sent was unfit: `sent_at` is null then. */
export const PAYOUT_TRANSITIONS: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  AWAITING_APPROVAL: ['REQUESTED', 'CANCELLED'],
  REQUESTED: ['SENT', 'FAILED', 'CANCELLED'],
  SENT: ['PAID', 'FAILED'],
  PAID: ['RETURNED'],
  FAILED: [],
  CANCELLED: [],
  RETURNED: [],
};

export interface Payout {
  id: number;
  merchant_id: number;
  company_id: number;
  destination_id: number;
  origin: 'request' | 'schedule';
  acquirer: string;
  reference: string;
  amount_cents: number;
  fee_cents: number;
  returned_cents: number;
  description: string | null;
  status: PayoutStatus;
  requested_at: Date;
  requested_by: string;
  /** The person behind it, of a key whoever made it; null for a schedule. */
  requested_by_user: number | null;
  approved_at: Date | null;
  approved_by: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
  end_to_end_id: string | null;
  failure_reason: string | null;
  return_reason: string | null;
  sends: number;
  seen_at: Date | null;
  refused_at: Date | null;
  /** Why the first send was turned away. */
  refusal_reason: string | null;
  misses: number;
  checks_done: number;
  /** Below that of the database: it came out of a backup, and its bank has not been asked about it since. */
  epoch: number;
}

export const PAYOUT_STEPS = [
  'REQUESTED',
  'APPROVED',
  'REFUSED',
  'SENT',
  'PAID',
  'FAILED',
  'CANCELLED',
  'RETURNED',
] as const;

/** What happened to a payout, when, and by whom. */
export interface PayoutStep {
  step: (typeof PAYOUT_STEPS)[number];
  at: Date;
  by: string;
  reason: string | null;
}

/** How a bank sees a payout otherwise than we do. */
export const FINDING_KINDS = [
  'HOLDER_DIFFERS',
  'AMOUNT_DIFFERS',
  'UNKNOWN_AT_BANK',
  'MISSING_AT_BANK',
  'PAID_AFTER_ALL',
  'RETURN_EXCEEDS',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
