import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import type { Cause } from './cause.rules.ts';
import { companiesLowered } from './journal.rules.ts';
import { insertJournals, type NewJournal } from './ledger.sql.ts';
import { postJournal } from './post-journal.ts';
import { approvalJournal, paidBesides, type ShareToPost } from './postings.rules.ts';
import { takeDebitLocks } from './take-debit-locks.ts';
import { type PaymentInstants, SETTLED_AT_ONCE, type SettlementTerms } from './value-dates.rules.ts';

/** A frozen share, with what its company has agreed to at the moment of the approval. */
type ShareWithTerms = ShareToPost & SettlementTerms;

export interface ApprovalToPost extends PaymentInstants {
  paymentId: number;
  acquirer: string;
  /** Read in the same transaction. */
  shares: readonly ShareWithTerms[];
  amountCents: number;
  /** What counts as paid; null: the amount. */
  paidCents: number | null;
  /** Reported as refunded together with its payment: nothing of it waits for a settlement date. */
  isRefundedAtOnce: boolean;
}

/**
 * The journal of an approval: frozen shares, under the terms that each company has at this moment, which are kept with
 * it. Answers when it was posted: later than asked where somebody's debit lock had to be waited for.
 */
export async function postApproval(deps: Pick<Deps, 'clock' | 'log'>, tx: Tx, approval: ApprovalToPost): Promise<Date> {
  const debtors = companiesThatMayOwe(approval);
  const postedAt = debtors.length > 0 ? await takeDebitLocks(deps, tx, debtors) : approval.postedAt;
  const { cause, journal } = journalToWrite({ ...approval, postedAt });
  await postJournal(tx, cause, journal, postedAt);
  return postedAt;
}

/** Nobody's balance is lowered by it at any time. */
export function isAllCredit(approval: ApprovalToPost): boolean {
  return companiesThatMayOwe(approval).length === 0;
}

/** Approvals that are all credit, in one statement: credits lock nobody, whichever company they are for. */
export async function postCredits(tx: Tx, approvals: readonly ApprovalToPost[]): Promise<void> {
  const journals = approvals.map(journalToWrite);
  const debit = journals.find(({ journal }) => companiesLowered(journal).length > 0);
  if (debit) throw new Error(`the approval of payment ${debit.cause.id} lowers a balance`);
  await insertJournals(tx, journals);
}

function journalToWrite({
  paymentId,
  acquirer,
  shares,
  amountCents,
  paidCents,
  isRefundedAtOnce,
  paidAt,
  postedAt,
  creditOn = null,
}: ApprovalToPost): NewJournal {
  if (shares.reduce((sum, share) => sum + share.shareCents, 0) !== amountCents)
    throw new Error(`payment ${paymentId} has lost a share`);
  const termsByCompany = new Map(
    shares.map((share) => [share.companyId, isRefundedAtOnce ? SETTLED_AT_ONCE : termsOf(share)]),
  );
  const basis = { terms: Object.fromEntries(termsByCompany), ...(creditOn === null ? {} : { creditOn }) };
  const cause: Cause = { kind: 'approval', id: paymentId, subject: paymentSubject(paymentId), acquirer, basis };
  const instants = { paidAt, postedAt, creditOn };
  const journal = approvalJournal(shares, termsByCompany, instants, paidBesides(amountCents, paidCents));
  return { cause, journal, postedAt };
}

/**
 * All locks at once and in rising order: where the money goes back at once, everybody's; otherwise of those whose fee
 * is above their share, or their fee and the discount are.
 */
function companiesThatMayOwe({ shares, isRefundedAtOnce, amountCents, paidCents }: ApprovalToPost): number[] {
  const { discountCents } = paidBesides(amountCents, paidCents);
  return shares
    .filter(
      ({ merchantType, feeCents, shareCents }) =>
        isRefundedAtOnce || feeCents + (merchantType === 'PRIMARY' ? discountCents : 0) > shareCents,
    )
    .map((share) => share.companyId);
}

function termsOf({ settlementDays, retentionBasisPoints, retentionDays }: SettlementTerms): SettlementTerms {
  return { settlementDays, retentionBasisPoints, retentionDays };
}
