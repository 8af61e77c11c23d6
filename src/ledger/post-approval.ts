import type { Tx } from '../db/transaction.ts';
import { listSharesWithTerms } from './ledger.sql.ts';
import { postJournal } from './post-journal.ts';
import { approvalJournal } from './postings.rules.ts';
import { type PaymentInstants, SETTLED_AT_ONCE } from './value-dates.rules.ts';

export interface ApprovalToPost extends PaymentInstants {
  paymentId: number;
  amountCents: number;
  /** Reported as refunded together with its payment: nothing of it waits for a settlement date. */
  isRefundedAtOnce: boolean;
}

/** The journal of an approval: frozen shares, under the terms that each company has at this moment. */
export async function postApproval(tx: Tx, { paymentId, amountCents, isRefundedAtOnce, paidAt, postedAt }: ApprovalToPost): Promise<void> {
  const shares = await listSharesWithTerms(tx, paymentId);
  if (shares.reduce((sum, share) => sum + share.shareCents, 0) !== amountCents) throw new Error(`payment ${paymentId} has lost a share`);
  const termsByCompany = new Map(shares.map((share) => [share.companyId, isRefundedAtOnce ? SETTLED_AT_ONCE : share]));
  const journal = approvalJournal(shares, termsByCompany, { paidAt, postedAt });
  await postJournal(tx, { kind: 'approval', id: paymentId, paymentId }, journal, postedAt);
}
