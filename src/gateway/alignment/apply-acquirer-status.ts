import { postApproval } from '../../books/ledger/post-approval.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import { type Difference, withBookings } from '../divergences/divergence.rules.ts';
import { listKnownDivergences } from '../divergences/divergences.sql.ts';
import { recordDivergences, type Seen } from '../divergences/record-divergences.ts';
import type { CheckTrouble } from '../payments/checks/check-schedule.rules.ts';
import { makeCheckDue } from '../payments/checks/checks.sql.ts';
import { holderOf } from '../payments/holder.rules.ts';
import { ALL_LATE_CHECKS } from '../payments/methods.rules.ts';
import type { Payment, StatusMove } from '../payments/payment.ts';
import { paymentApproved, paymentFailed } from '../payments/payments.events.rules.ts';
import { fillAcquirerData, lockPayment, moveFromPending } from '../payments/payments.sql.ts';
import { FAILED, isPayableAfterEnd, nextStatus, REFUNDED, STATUS_NAMES } from '../payments/status.rules.ts';
import { announcePayment, tellOfPayment } from '../payments/tell-of-payments.ts';
import { sumGivenByRail } from '../refunds/by-rail/by-rail.sql.ts';
import { postRefundOnArrival } from '../refunds/post-refund-on-arrival.ts';
import { paymentRefunded } from '../refunds/refunds.events.rules.ts';
import { listSharesWithTerms } from '../splits/splits.sql.ts';
import {
  type AcquirerAnswer,
  type AnsweredPayment,
  type Applied,
  boundsOf,
  isAbsenceOutdated,
  isOutdated,
  isPlainApproval,
  isSamePosition,
  moveOf,
  newlyIssuedData,
} from './answer.rules.ts';
import type { WithApprovals } from './approvals.ts';
import { bookMedReturns } from './book-med-returns.ts';
import { followBoleto } from './follow-boleto.ts';
import { withBoundReceipts } from './receipts/bound-receipts.rules.ts';
import { listReceiptsOfPayment } from './receipts/unknown-receipts.sql.ts';
import { aboutSale } from './sale.rules.ts';

const UNIQUE_VIOLATION = '23505';
const ONE_PAYMENT_PER_RECEIPT = 'payment_receipts_pkey';

/** What operations need in order to apply an answer. */
export type ApplyDeps = EventDeps & Pick<Deps, 'log'>;

/** What is written in the same transaction by whoever wanted the change; an approval that came first has none. */
type Note = (tx: Tx, payment: Payment) => Promise<void>;

/**
 * The only way to APPROVED and FAILED. Notification, query, safety net and creation all end here: the row is locked,
 * the rules decide, and whatever follows from a change of status is written in one transaction. Plain approvals share
 * theirs with others of the moment.
 */
export async function applyAcquirerStatus(
  deps: Deps & WithApprovals,
  asked: Payment,
  answer: AcquirerAnswer,
  note?: Note,
): Promise<Applied> {
  try {
    const approved = isPlainApproval(asked, answer) ? await deps.approvals.add({ asked, answer }) : null;
    return approved ?? (await applyAlone(deps, asked, answer, note));
  } catch (error) {
    if (!isReceiptOfAnother(error)) throw error;
    deps.log.error(
      { paymentId: asked.id },
      'the acquirer names a payment that has paid another charge; nothing is done',
    );
    return { payment: asked, isConclusive: true, trouble: RECEIPT_OF_ANOTHER };
  }
}

/** Which of the two charges was paid is for the bank to say: the first one keeps the money, the other one waits. */
const RECEIPT_OF_ANOTHER: CheckTrouble = { kind: 'UNREADABLE_ANSWER', field: 'pix[].endToEndId' };

export function isReceiptOfAnother(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === ONE_PAYMENT_PER_RECEIPT;
}

/** Any answer about any payment, in a transaction of its own. */
async function applyAlone(deps: Deps, asked: Payment, answer: AcquirerAnswer, note?: Note): Promise<Applied> {
  // For a payment that the acquirer has refunded before we knew of it; chosen here, because ids come from outside.
  const refundReference = deps.ids.reference();
  return withTransaction(deps.db, async (tx) => {
    const locked = await lockPayment(tx, asked.id);
    if (isAbsenceOutdated(answer, locked)) return { payment: locked, isConclusive: false };
    // Read under the lock: an earlier reading could be older than what the payment's last change was dated with.
    const now = await deps.clock.now(tx);
    const whole = locked.has_bound_receipts ? await withReceipts(tx, locked, answer) : answer;
    const applied = await applyInside(deps, tx, { asked, locked, answer: whole, refundReference, now });
    await note?.(tx, applied.payment);
    return applied;
  });
}

/** A payment that has bound receipts is over: those that are approved by plain answers have none. */
async function withReceipts(tx: Tx, payment: Payment, answer: AcquirerAnswer): Promise<AcquirerAnswer> {
  const receipts = await listReceiptsOfPayment(tx, payment.id);
  const { least } = boundsOf(payment, payment);
  const ours = withBookings(least, await listKnownDivergences(tx, payment.id));
  // A boleto is given back by another rail, which is added to what the acquirer says: here it would count twice.
  const saleId = payment.payment_type === 'pix' ? (payment.acquirer_data?.endToEndId ?? null) : null;
  return withBoundReceipts(answer, receipts, { saleId, refundedCents: ours.refundedCents });
}

interface Application extends AnsweredPayment {
  locked: Payment;
  refundReference: string;
  now: Date;
}

/** In the transaction of whoever holds the payment's row. */
export async function applyInside(
  deps: ApplyDeps,
  tx: Tx,
  { asked, locked, answer: whole, refundReference, now }: Application,
): Promise<Applied> {
  const moveTo = nextStatus(locked.status, whole.status);
  const moved = moveTo === null ? await fill(tx, locked, whole) : await move(tx, moveOf(locked, moveTo, whole, now));
  const { answer, returnedDuplicateCents } = aboutSale(moved, whole);
  if (answer.data && locked.acquirer_data === null) await announcePayment(deps, tx, moved, now);
  if (moveTo !== null) await followMove(deps, tx, moved, { answer, refundReference, now });
  const followed = await followBoleto(deps, tx, moved, whole, now);
  const payment = await bookMedReturns(deps, tx, followed, answer);
  if (isPayableAfterEnd(payment.status, answer.status)) {
    await makeCheckDue(tx, payment.id, now, ALL_LATE_CHECKS);
    tx.afterCommit(() => deps.poke('check-payments'));
  }
  const bounds = boundsOf(moveTo === null ? asked : payment, payment);
  const returnIds = answer.medReturns.map(({ id }) => id);
  const heldBy = answer.twoPlaces?.differenceAt ?? null;
  // What the payer got by another rail is nothing that this acquirer could know of.
  const byRail = mayBeGivenByRail(payment) ? await sumGivenByRail(tx, payment.id) : null;
  const report = byRail ? { ...answer, refundedCents: answer.refundedCents + byRail.givenCents } : answer;
  const held = { heldBy, refundsHeldBy: byRail?.acquirer ?? null };
  const seen = { report, ...held, bounds, isJustEnded: moveTo !== null, returnedDuplicateCents, returnIds, now };
  const isOld = isOutdated(report, bounds, payment, now);
  const opened = answer.isPartial || isOld ? [] : await compare(deps, tx, payment, seen);
  tx.afterCommit(() => {
    for (const { kind, differenceCents } of opened) {
      deps.log.warn(
        { paymentId: payment.id, kind, differenceCents, acquirerStatus: answer.status },
        'acquirer and gateway disagree',
      );
    }
  });
  return { payment, isConclusive: isSamePosition(bounds) && !isOld };
}

function mayBeGivenByRail({ payment_type, refunded_cents }: Payment): boolean {
  return payment_type === 'invoice' && refunded_cents > 0;
}

async function fill(tx: Tx, locked: Payment, answer: AcquirerAnswer): Promise<Payment> {
  const issued = newlyIssuedData(answer, locked.acquirer_data);
  return issued ? fillAcquirerData(tx, locked.id, issued) : locked;
}

async function move(tx: Tx, statusMove: StatusMove): Promise<Payment> {
  const [moved] = await moveFromPending(tx, [statusMove]);
  return moved as Payment;
}

/** Only a payment that has ended has an amount to compare. */
async function compare(deps: ApplyDeps, tx: Tx, payment: Payment, seen: Seen): Promise<Difference[]> {
  const statusName = STATUS_NAMES[payment.status];
  return statusName === 'PENDING' ? [] : recordDivergences(deps, tx, { ...payment, statusName }, seen);
}

/**
 * Books and event follow the status, in the same transaction. Refunded on arrival: paid and given back at
 * one value date.
 */
async function followMove(
  deps: ApplyDeps,
  tx: Tx,
  payment: Payment,
  { answer, refundReference, now }: Pick<Application, 'answer' | 'refundReference' | 'now'>,
): Promise<void> {
  if (payment.status === FAILED) return tellOfPayment(deps, tx, payment, paymentFailed(payment), now);
  const paidAt = payment.paid_at ?? now;
  const isRefundedAtOnce = payment.status === REFUNDED;
  const postedAt = await postApproval(deps, tx, {
    paymentId: payment.id,
    acquirer: holderOf(payment),
    shares: (await listSharesWithTerms(tx, [payment])).get(payment.id) ?? [],
    amountCents: payment.amount_cents,
    paidCents: payment.paid_cents,
    creditOn: answer.received?.creditOn ?? null,
    paidAt,
    postedAt: now,
    isRefundedAtOnce,
  });
  if (!isRefundedAtOnce) return tellOfPayment(deps, tx, payment, paymentApproved(payment, paidAt), now);
  const refundId = await postRefundOnArrival(tx, { payment, reference: refundReference, at: postedAt });
  const refundCents = payment.refunded_cents;
  const nature = answer.medReturns[0]?.nature ?? null;
  const refund = { refundId, refundCents, totalRefundedCents: refundCents, refundedAt: now, nature };
  await tellOfPayment(deps, tx, payment, paymentRefunded(payment, refund), now);
}
