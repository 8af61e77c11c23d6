import type { Subject } from '../../ground/subjects/subject.rules.ts';
import type { JournalBasis } from './postings.rules.ts';

/** What a journal may be written for. The database has the same list (`ledger_journals_cause_kind_check`). */
export const CAUSE_KINDS = [
  'approval',
  'refund',
  'refund_refused',
  'refund_confirmed',
  'adjustment',
  'receipt',
  'bank_fee',
  'payout',
  'payout_undone',
  'payout_return',
] as const;

/** What a journal was written for; each cause has at most one. */
export interface Cause {
  kind: (typeof CAUSE_KINDS)[number];
  /**
   * The payment for an approval, the refund for the next three, the divergence for an adjustment, the booking
   * of a receipt, the movement of a bank's file, the payout for the next two, what came back of one.
   */
  id: number;
  /** Whose journals are read together: what is left of a payment follows from all of its own. */
  subject: Subject;
  /** Whose clearing account its entries move: what happens to money happens at one acquirer. */
  acquirer: string;
  /** What the figures follow from, where no other row keeps it. */
  basis?: JournalBasis;
}
