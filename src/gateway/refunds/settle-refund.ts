import type { Cause } from '../../books/ledger/cause.rules.ts';
import { listEntriesOfCause, listEntriesOfSubject } from '../../books/ledger/ledger.sql.ts';
import { postJournal } from '../../books/ledger/post-journal.ts';
import {
  isUntilConfirmed,
  refundConfirmationJournal,
  refundReversalJournal,
  standingsOf,
} from '../../books/ledger/postings.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import { recordOddRefund } from '../divergences/record-divergences.ts';
import { holderOf } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { lockPayment } from '../payments/payments.sql.ts';
import { confirmRefundHolds, releaseRefundHold } from '../payments/refund-holds.sql.ts';
import { REFUNDED } from '../payments/status.rules.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';
import { tellRailDifference } from './by-rail/tell-rail-difference.ts';
import { isPlainConfirmation, refundedEvent } from './confirm-refunds.ts';
import { judgeAnswer } from './refund-outcome.rules.ts';
import type { WithRefundWrites } from './refund-writes.ts';
import { paymentRefunded, refundFailed } from './refunds.events.rules.ts';
import { endRefund, findRefund, noteTrace, type Refund, traceOf } from './refunds.sql.ts';

/** What settling needs from outside: an operator's command has no more. */
export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'poke'>;

/** A refund as it stands, with its payment. */
export interface RefundState {
  status: Refund['status'];
  refund: Refund;
  payment: Payment;
}

/**
 * What the acquirer says of a refund takes effect: confirmed, given back to whoever paid, or noted while it is still
 * under way. Safe to repeat: a refund ends once, and whoever comes second reads how. What the answer means is judged
 * under the lock, on all that others were told meanwhile.
 */
export async function settleRefund(
  deps: SettleDeps & WithRefundWrites,
  known: RefundState,
  answer: RefundAnswer,
): Promise<RefundState> {
  if (!tellsMore(known.refund, answer)) return known;
  const isPlain = isPlainConfirmation(known.refund, answer);
  const toConfirm = { ...known.refund, merchantId: known.payment.merchant_id };
  return (isPlain && (await deps.refundWrites.confirm(toConfirm))) || settleAlone(deps, known, answer);
}

function settleAlone(deps: SettleDeps, known: RefundState, answer: RefundAnswer): Promise<RefundState> {
  return withTransaction(deps.db, async (tx): Promise<RefundState> => {
    const { payment, refund, now } = await lockRefund(deps, tx, known.refund);
    if (refund.status !== 'PROCESSING') return { status: refund.status, refund, payment };
    const { trace, end } = judgeAnswer(traceOf(refund), answer, now);
    const reason = reasonOf(answer);
    const noted = await noteTrace(tx, refund.id, trace, reason);
    if (end === null) return { status: 'PROCESSING', refund: noted, payment };
    const givenCents = answer.outcome === 'found' ? answer.refund.amountCents : refund.amount_cents;
    return endAs(deps, tx, { refund: noted, payment, end, givenCents, reason, now });
  });
}

function reasonOf(answer: RefundAnswer): string | null {
  if (answer.outcome === 'rejected') return answer.reason;
  return answer.outcome === 'found' && answer.refund.status === 'REFUSED' ? answer.refund.reason : null;
}

/**
 * The operator has found out how a refund ended that the acquirer will not tell of. `note` is written in the same
 * transaction. Null: it had ended before, and nothing was changed.
 */
export async function settleAs(
  deps: SettleDeps,
  known: Pick<Refund, 'id' | 'payment_id'>,
  end: 'REFUNDED' | 'REFUSED',
  note: (tx: Tx, payment: Payment) => Promise<void>,
): Promise<RefundState | null> {
  return withTransaction(deps.db, async (tx): Promise<RefundState | null> => {
    const { payment, refund, now } = await lockRefund(deps, tx, known);
    if (refund.status !== 'PROCESSING') return null;
    await note(tx, payment);
    return endAs(deps, tx, { refund, payment, end, givenCents: refund.amount_cents, reason: null, now });
  });
}

/** Most answers about a refund under way are the same as before: no lock is taken for them. */
function tellsMore({ seen_at, refused_at }: Refund, answer: RefundAnswer): boolean {
  if (answer.outcome === 'unknown') return false;
  if (answer.outcome === 'not_found') return refused_at !== null && seen_at === null;
  return answer.outcome === 'rejected' || answer.refund.status !== 'PROCESSING' || seen_at === null;
}

/** The clock is read under the lock: an earlier reading could be older than the payment's last change. */
async function lockRefund(
  deps: SettleDeps,
  tx: Tx,
  { id, payment_id }: Pick<Refund, 'id' | 'payment_id'>,
): Promise<{ payment: Payment; refund: Refund; now: Date }> {
  const payment = await lockPayment(tx, payment_id);
  return { payment, refund: (await findRefund(tx, id)) as Refund, now: await deps.clock.now(tx) };
}

interface Ending {
  refund: Refund;
  payment: Payment;
  end: 'REFUNDED' | 'REFUSED';
  /** What the payer really got. */
  givenCents: number;
  reason: string | null;
  now: Date;
}

async function endAs(
  deps: SettleDeps,
  tx: Tx,
  { refund, payment, end, givenCents, reason, now }: Ending,
): Promise<RefundState> {
  const ended = await endRefund(tx, refund.id, { status: end, at: now, givenCents, reason });
  if (end === 'REFUNDED')
    return { status: end, refund: ended, payment: await confirm(deps, tx, ended, givenCents, now) };
  await giveBack(deps, tx, payment, ended, now);
  return { status: end, refund: ended, payment };
}

/**
 * Status and books follow what was asked for. Where the acquirer gave back another amount, the difference
 * is a divergence.
 */
async function confirm(deps: SettleDeps, tx: Tx, refund: Refund, givenCents: number, now: Date): Promise<Payment> {
  const hold = { paymentId: refund.payment_id, amountCents: refund.amount_cents };
  const payment = (await confirmRefundHolds(tx, [hold], now)).get(refund.payment_id) as Payment;
  await releaseFees(tx, payment, refund, now);
  await tellOfPayment(deps, tx, payment, paymentRefunded(payment, refundedEvent(refund, payment, now)), now);
  const oddCents = givenCents - refund.amount_cents;
  if (oddCents !== 0) {
    const statusName = payment.status === REFUNDED ? 'REFUNDED' : 'APPROVED';
    if (refund.way_acquirer !== null) await tellRailDifference(deps, tx, payment, now);
    else await recordOddRefund(deps, tx, { ...payment, statusName }, oddCents, now);
    deps.log.warn(
      { paymentId: payment.id, refundId: refund.id, oddCents },
      'the acquirer refunded another amount than asked for',
    );
  }
  return payment;
}

/** Fees that the refund returned and that could not be spent until now. */
async function releaseFees(tx: Tx, payment: Payment, refund: Refund, now: Date): Promise<void> {
  const entries = await listEntriesOfCause(tx, { kind: 'refund', id: refund.id });
  if (!entries.some(isUntilConfirmed)) return;
  const standings = standingsOf(await listEntriesOfSubject(tx, paymentSubject(payment.id)));
  const journal = refundConfirmationJournal(entries, standings, now);
  await postJournal(tx, causeOf('refund_confirmed', payment, refund), journal, now);
}

async function giveBack(deps: SettleDeps, tx: Tx, payment: Payment, refund: Refund, now: Date): Promise<void> {
  const journal = refundReversalJournal(await listEntriesOfCause(tx, { kind: 'refund', id: refund.id }));
  await postJournal(tx, causeOf('refund_refused', payment, refund), journal, now);
  await releaseRefundHold(tx, payment.id, refund.amount_cents);
  const failed = refundFailed(payment, {
    refundId: refund.id,
    refundCents: refund.amount_cents,
    totalRefundedCents: payment.refunded_cents,
    failedAt: now,
    reason: refund.failure_reason,
  });
  await tellOfPayment(deps, tx, payment, failed, now);
}

function causeOf(kind: 'refund_confirmed' | 'refund_refused', payment: Payment, refund: Refund): Cause {
  const acquirer = refund.way_acquirer ?? holderOf(payment);
  return { kind, id: refund.id, subject: paymentSubject(payment.id), acquirer };
}
