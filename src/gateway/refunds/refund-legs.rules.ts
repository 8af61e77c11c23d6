import type { Entry } from '../../books/ledger/journal.rules.ts';

/** What one company gives back, as the journal of a refund says it, or would say it. */
export interface RefundShare {
  companyId: number;
  /** What goes back to the payer out of its share. */
  amountCents: number;
  feeReturnedCents: number;
  /** From which of its money the amount comes; the three add up to it. */
  availableCents: number;
  futureCents: number;
  retentionCents: number;
  /** What the owner of the payment pays for it. */
  coveredCents: number;
}

/**
 * A refund company by company, in the order of the split. Read from the journal alone, so that what a preview shows and
 * what a refund did cannot differ by the way they are shown. `postedAt` is when the journal was written.
 */
export function refundSharesOf(entries: readonly Entry[], postedAt: Date): RefundShare[] {
  const shares = new Map<number, RefundShare>();
  for (const entry of entries) {
    const { companyId, amountCents, tag } = entry;
    // A cover stands beside the legs: it is shown with whom it is for, and not with the owner that pays it.
    if (companyId === null || (tag === 'cover' && amountCents < 0)) continue;
    const share = shares.get(companyId) ?? newShare(companyId);
    shares.set(companyId, share);
    if (tag === 'cover') share.coveredCents += amountCents;
    if (tag === 'fee_returned') share.feeReturnedCents += amountCents;
    if (tag !== 'refund') continue;
    share.amountCents -= amountCents;
    share[sourceOf(entry, postedAt)] -= amountCents;
  }
  return [...shares.values()];
}

function sourceOf(
  { account, availableAt }: Entry,
  postedAt: Date,
): 'availableCents' | 'futureCents' | 'retentionCents' {
  if (availableAt <= postedAt) return 'availableCents';
  return account === 'company_retained' ? 'retentionCents' : 'futureCents';
}

function newShare(companyId: number): RefundShare {
  return {
    companyId,
    amountCents: 0,
    feeReturnedCents: 0,
    availableCents: 0,
    futureCents: 0,
    retentionCents: 0,
    coveredCents: 0,
  };
}
