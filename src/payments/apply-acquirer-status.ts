import type { AcquirerStatus, AcquirerTransaction } from '../acquirers/acquirer.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { postApproval } from '../ledger/post-approval.ts';
import { postRefundOnArrival } from '../refunds/post-refund-on-arrival.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import { nextCheckAt, type Scheduled } from './check-schedule.rules.ts';
import { insertDivergence } from './divergences.sql.ts';
import type { AcquirerData, Payment } from './payment.ts';
import { fillAcquirerData, lockPayment, moveFromPending } from './payments.sql.ts';
import { APPROVED, decideStatus, FAILED, type PaymentStatus, REFUNDED } from './status.rules.ts';

/** What is believed about a charge, from a query, a cancel, a refusal; never from the body of a notification. */
export interface AcquirerNews {
  status: AcquirerStatus;
  amountCents: number;
  refundedCents: number;
  paidAt: Date | null;
  data: AcquirerData | null;
}

export function newsOf(transaction: AcquirerTransaction): AcquirerNews {
  return {
    status: transaction.status,
    amountCents: transaction.amountCents,
    refundedCents: transaction.refundedAmountCents,
    paidAt: transaction.paidAt,
    data: acquirerDataOf(transaction),
  };
}

export function acquirerDataOf(transaction: AcquirerTransaction): AcquirerData {
  const { transactionId, provider, instrument } = transaction;
  return { transactionId, provider, pixQrCode: instrument.pixQrCode, boleto: instrument.boleto };
}

/** A charge that the acquirer refused, or of which there is proof that it never existed. */
export function chargeFailed(payment: Payment): AcquirerNews {
  return { status: 'FAILED', amountCents: payment.amount_cents, refundedCents: 0, paidAt: null, data: null };
}

/**
 * The only writer of APPROVED and FAILED. Notification, query, safety net and creation all end here: the row is locked,
 * the rules decide, and whatever follows from a change of status is written in this one transaction.
 */
export async function applyAcquirerStatus(deps: Deps, paymentId: number, news: AcquirerNews): Promise<Payment> {
  // For a payment that the acquirer has refunded before we knew of it; chosen here, because ids come from outside.
  const refundReference = deps.ids.reference();
  const outcome = await withTransaction(deps.db, (tx) => applyInside(deps, tx, paymentId, news, refundReference));
  deps.poke('deliver-webhooks');
  for (const warning of outcome.warnings) deps.log.warn({ paymentId, ...warning }, 'acquirer and gateway disagree');
  return outcome.payment;
}

async function applyInside(deps: Deps, tx: Tx, paymentId: number, news: AcquirerNews, refundReference: string) {
  const locked = await lockPayment(tx, paymentId);
  // Read under the lock: whoever waited for it must not write into a period that has been closed and told meanwhile.
  const now = await deps.clock.now(tx);
  const isDataMissing = locked.response_data_subacquirer_integration === null;
  const payment = isDataMissing && news.data ? await fillAcquirerData(tx, paymentId, news.data) : locked;
  if (isDataMissing && news.data) await recordEvent(deps, tx, payment, { kind: 'payment.created' });
  const decision = decideStatus(
    { status: payment.status, amountCents: payment.amount_cents, refundedCents: payment.refunded_cents + payment.refunding_cents },
    news,
  );
  const warnings: { kind: string; acquirerStatus: string }[] = [];
  for (const kind of decision.divergences) {
    const isNews = await insertDivergence(tx, {
      paymentId,
      kind,
      localStatus: payment.status,
      acquirerStatus: news.status,
      localAmountCents: payment.amount_cents,
      acquirerAmountCents: news.amountCents,
      now,
    });
    if (isNews) warnings.push({ kind, acquirerStatus: news.status });
  }
  if (decision.moveTo === null) return { payment, warnings };
  const moved = await move(tx, payment, decision.moveTo, news, now);
  await followMove(deps, tx, moved, now, refundReference);
  return { payment: moved, warnings };
}

function move(tx: Tx, payment: Payment, to: PaymentStatus, news: AcquirerNews, now: Date): Promise<Payment> {
  // A payment that never reached the acquirer has nothing a payer could still pay.
  const canBePaidLate = payment.response_data_subacquirer_integration !== null;
  return moveFromPending(tx, payment.id, {
    to,
    // Refunded before we knew it was paid: the time of payment is stored only when the acquirer gives it.
    paidAt: to === APPROVED ? (news.paidAt ?? now) : to === REFUNDED ? news.paidAt : null,
    refundedAt: to === REFUNDED ? now : null,
    refundedCents: to === REFUNDED ? payment.amount_cents : 0,
    nextCheckAt: canBePaidLate ? nextCheckAt(scheduleOf(payment), to, 0, now, now) : null,
    now,
  });
}

/** Books and event follow the status, in the same transaction. Refunded on arrival: paid and given back at one value date. */
async function followMove(deps: Deps, tx: Tx, payment: Payment, now: Date, refundReference: string): Promise<void> {
  if (payment.status === FAILED) return recordEvent(deps, tx, payment, { kind: 'payment.failed' });
  const paidAt = payment.paid_at ?? now;
  const isRefundedAtOnce = payment.status === REFUNDED;
  const approval = { paymentId: payment.id, amountCents: payment.amount_cents, paidAt, postedAt: now, isRefundedAtOnce };
  const postedAt = await postApproval(deps, tx, approval);
  if (!isRefundedAtOnce) return recordEvent(deps, tx, payment, { kind: 'payment.approved', paidAt });
  const refundId = await postRefundOnArrival(tx, { payment, reference: refundReference, at: postedAt });
  const refundCents = payment.amount_cents;
  await recordEvent(deps, tx, payment, {
    kind: 'payment.refunded',
    refundId,
    refundCents,
    totalRefundedCents: refundCents,
    refundedAt: now,
  });
}

export function scheduleOf(payment: Payment): Scheduled {
  return {
    paymentType: payment.payment_type === 'invoice' ? 'invoice' : 'pix',
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    dueDate: payment.due_date,
  };
}
