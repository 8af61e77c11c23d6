import type { Cause } from '../../books/ledger/cause.rules.ts';
import type { Journal } from '../../books/ledger/journal.rules.ts';
import { listEntriesOfSubjects } from '../../books/ledger/ledger.sql.ts';
import { type AskedDebit, type DebitGrounds, postDebits } from '../../books/ledger/post-debits.ts';
import { refundJournal, standingsOf } from '../../books/ledger/postings.rules.ts';
import { takeDebitLocks } from '../../books/ledger/take-debit-locks.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import type { Asker } from '../../ground/actor.rules.ts';
import { type LockWait, limitLockWait } from '../../ground/db/lock-wait.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { claimKeys } from '../../ground/idempotency/with-idempotency.ts';
import { isAccepted, type OrRefusal, refusalOr, withAccepted } from '../../ground/refusals.ts';
import { paymentSubject, refundSubject } from '../../ground/subjects/subject.rules.ts';
import type { AuditEntry } from '../../parties/audit-log/audit-log.rules.ts';
import { type AskedAudit, recordAudits } from '../../parties/audit-log/record-audit.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { findDisputedBoletos } from '../divergences/divergences.sql.ts';
import { holderOf } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { lockPaymentsOfMerchants } from '../payments/payments.sql.ts';
import { sumPayoutsSince } from '../payouts/payouts.sql.ts';
import { refuseBeyondLimits, startOfLimitDay } from '../payouts/terms/payout-terms.rules.ts';
import { companiesToLock, coverShortfalls } from './cover.rules.ts';
import { prepareRefund, type RefundAsked, type RefundablePayment } from './prepare-refund.ts';
import { firstRefundCheckAt } from './refund-outcome.rules.ts';
import { insertProcessingRefunds, type NewRefund, type Refund } from './refunds.sql.ts';

export interface RefundRequest extends RefundAsked {
  description: string | null;
}

export interface RefundToHold extends RefundRequest {
  merchantId: number;
  claim: KeyClaim | null;
  asker: Asker;
}

/** Its money is taken and waits for the bank. */
export interface HeldRefund {
  payment: Payment;
  refund: Refund;
}

export type HoldDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'> & WithAcquirers;

/** One transaction for all of them: each is held or gets its refusal, judged in their order. */
export function holdRefunds(
  deps: HoldDeps,
  asked: readonly RefundToHold[],
  lockWait: LockWait,
): Promise<OrRefusal<HeldRefund>[]> {
  return withTransaction(deps.db, async (tx) => {
    await limitLockWait(tx, lockWait);
    const usedToday = new Map<number, number>();
    const posted = await withAccepted(await prepareAll(deps, tx, asked, usedToday), async (debits) => {
      await readDays(deps, tx, asked, debits, usedToday);
      return postDebits(deps, tx, debits, (decided) => writeRefunds(tx, decided));
    });
    const held = posted.filter(isAccepted);
    await claimKeys(
      tx,
      held.flatMap(({ of: { claim }, refund }) => (claim ? [{ claim, work: refundSubject(refund.id) }] : [])),
    );
    if (held.length > 0) await recordAudits(deps, tx, held.map(auditOf));
    return posted;
  });
}

/** What goes to others than the payer counts for the day's limit of payouts: it is read under the debit locks. */
async function readDays(
  deps: HoldDeps,
  tx: Tx,
  asked: readonly RefundToHold[],
  debits: readonly AskedDebit<DecidedRefund>[],
  usedToday: Map<number, number>,
): Promise<void> {
  if (!asked.some(({ way }) => way && isAccepted(way) && way.toOthers?.dayCents)) return;
  const companyIds = [...new Set(debits.flatMap((debit) => debit.companyIds))];
  const now = await takeDebitLocks(deps, tx, companyIds);
  for (const [id, cents] of await sumPayoutsSince(tx, companyIds, startOfLimitDay(now))) usedToday.set(id, cents);
}

/**
 * Every check up to the balance, so that a refund which they refuse takes no debit lock. Those of the batch that come
 * before it are not counted yet: they can only leave less.
 */
async function prepareAll(
  deps: HoldDeps,
  tx: Tx,
  asked: readonly RefundToHold[],
  usedToday: Map<number, number>,
): Promise<OrRefusal<AskedDebit<DecidedRefund>>[]> {
  const payments = await lockPaymentsOfMerchants(tx, asked);
  // Read under these locks, and once more under the debit locks: time spent waiting for either counts.
  const now = await deps.clock.now(tx);
  const entries = await listEntriesOfSubjects(tx, 'payment', [...payments.keys()]);
  const disputed = await findDisputedBoletos(tx, [...payments.values()]);
  // Refunds of the batch move them on.
  const states = new Map(
    [...payments].map(([id, payment]): [number, RefundablePayment] => [
      id,
      { payment, entries: entries.get(id) ?? [], isDisputed: disputed.has(id) },
    ]),
  );
  return asked.map((of) =>
    refusalOr(() => {
      const known = states.get(of.paymentId);
      // Somebody else of the batch may have asked for it rightly.
      const own = known?.payment.merchant_id === of.merchantId ? known : null;
      const { legs, payment } = prepareRefund(deps, own, of, now);
      const isOneOfSeveral = asked.filter(({ paymentId }) => paymentId === of.paymentId).length > 1;
      // Another of the same payment may leave the last cent to somebody who pays nothing of this one yet.
      const payers = isOneOfSeveral ? standingsOf(own?.entries ?? []) : legs;
      const decide = (grounds: DebitGrounds) => decideRefund(deps, of, { states, usedToday, preparedAt: now }, grounds);
      return { companyIds: companiesToLock(payers, payment.company_id), decide };
    }),
  );
}

interface DecidedRefund {
  of: RefundToHold;
  payment: Payment;
  row: NewRefund;
  journal: Journal;
  /** Of those who are covered, as the decision found them. */
  balances: Record<string, BalanceOutlook>;
}

/** What refunds of a batch move on for those that come after them. */
interface BatchState {
  states: Map<number, RefundablePayment>;
  /** Of the day's limit of payouts. */
  usedToday: Map<number, number>;
  preparedAt: Date;
}

function decideRefund(
  deps: HoldDeps,
  of: RefundToHold,
  { states, usedToday, preparedAt }: BatchState,
  { now, outlooks }: DebitGrounds,
): DecidedRefund {
  const state = states.get(of.paymentId) as RefundablePayment;
  const { payment, amountCents, legs, way } = prepareRefund(deps, state, of, preparedAt);
  const ownerCompanyId = payment.company_id;
  const usedCents = usedToday.get(ownerCompanyId) ?? 0;
  if (way?.toOthers) refuseBeyondLimits(way.toOthers, amountCents, usedCents);
  const covers = coverShortfalls({ legs, ownerCompanyId, outlooks, now });
  const journal = refundJournal({ legs, covers, ownerCompanyId, now });
  const row = {
    paymentId: payment.id,
    merchantId: payment.merchant_id,
    companyId: ownerCompanyId,
    reference: deps.ids.reference(),
    kind: of.kind,
    amountCents,
    description: of.description,
    requestedAt: now,
    nextCheckAt: firstRefundCheckAt(now),
    wayAcquirer: way?.acquirer ?? null,
    destinationId: way?.destinationId ?? null,
    toOthers: way !== null && way.toOthers !== null,
    sends: way ? 0 : 1,
  };
  const balances = Object.fromEntries(
    covers.map(({ companyId }) => [companyId, outlooks.get(companyId) as BalanceOutlook]),
  );
  if (way?.toOthers) usedToday.set(ownerCompanyId, usedCents + amountCents);
  states.set(payment.id, {
    ...state,
    payment: { ...payment, refunding_cents: payment.refunding_cents + amountCents },
    entries: [...state.entries, ...journal.entries],
  });
  return { of, payment, row, journal, balances };
}

interface WrittenRefund extends HeldRefund {
  of: RefundToHold;
  cause: Cause;
}

async function writeRefunds(tx: Tx, decided: readonly DecidedRefund[]): Promise<WrittenRefund[]> {
  const refunds = await insertProcessingRefunds(
    tx,
    decided.map(({ row }) => row),
  );
  return decided.map(({ of, payment, balances }, index) => {
    const refund = refunds[index] as Refund;
    const acquirer = refund.way_acquirer ?? holderOf(payment);
    const subject = paymentSubject(payment.id);
    return { of, payment, refund, cause: { kind: 'refund', id: refund.id, subject, acquirer, basis: { balances } } };
  });
}

function auditOf({ of: { kind, merchantId, asker }, payment, refund }: WrittenRefund): AskedAudit {
  const entry: AuditEntry = {
    merchantId,
    action: kind === 'reversal' ? 'reversal.requested' : 'refund.requested',
    object: { kind: 'refund', id: refund.id },
    details: { transaction_id: payment.id, amount: refund.amount_cents },
  };
  return { asker, entry };
}
