import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { paymentSubject } from '../subjects/subject.rules.ts';
import { postJournal } from './post-journal.ts';
import { approvalJournal, type ShareToPost } from './postings.rules.ts';
import { takeDebitLocks } from './take-debit-locks.ts';
import { type PaymentInstants, SETTLED_AT_ONCE, type SettlementTerms } from './value-dates.rules.ts';

/** A frozen share, with what its company has agreed to at the moment of the approval. */
type ShareWithTerms = ShareToPost & SettlementTerms;

export interface ApprovalToPost extends PaymentInstants {
  paymentId: number;
  /** Read in the same transaction. */
  shares: readonly ShareWithTerms[];
  amountCents: number;
  /** Reported as refunded together with its payment: nothing of it waits for a settlement date. */
  isRefundedAtOnce: boolean;
}

/**
 * The journal of an approval: frozen shares, under the terms that each company has at this moment, which are kept with it. Answers
 * when it was posted: later than asked where somebody's debit lock had to be waited for.
 */
export async function postApproval(deps: Pick<Deps, 'clock' | 'log'>, tx: Tx, approval: ApprovalToPost): Promise<Date> {
  const { paymentId, shares, amountCents, isRefundedAtOnce, paidAt } = approval;
  if (shares.reduce((sum, share) => sum + share.shareCents, 0) !== amountCents) throw new Error(`payment ${paymentId} has lost a share`);
  const debtors = companiesThatMayOwe(shares, isRefundedAtOnce);
  const postedAt = debtors.length > 0 ? await takeDebitLocks(deps, tx, debtors) : approval.postedAt;
  const termsByCompany = new Map(shares.map((share) => [share.companyId, isRefundedAtOnce ? SETTLED_AT_ONCE : termsOf(share)]));
  const journal = approvalJournal(shares, termsByCompany, { paidAt, postedAt });
  const basis = { terms: Object.fromEntries(termsByCompany) };
  await postJournal(tx, { kind: 'approval', id: paymentId, subject: paymentSubject(paymentId), basis }, journal, postedAt);
  return postedAt;
}

/** All locks at once and in rising order: where the money goes back at once, everybody's; otherwise of those whose fee is above their share. */
function companiesThatMayOwe(shares: readonly ShareWithTerms[], isRefundedAtOnce: boolean): number[] {
  return shares.filter((share) => isRefundedAtOnce || share.feeCents > share.shareCents).map((share) => share.companyId);
}

function termsOf({ settlementDays, retentionBasisPoints, retentionDays }: SettlementTerms): SettlementTerms {
  return { settlementDays, retentionBasisPoints, retentionDays };
}
