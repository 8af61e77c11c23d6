import type { AcquirerTransaction } from '../acquirers/acquirer.ts';
import { type Tx, withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { AcquirerReport, Bounds, Difference, Position } from '../divergences/divergence.rules.ts';
import { recordDivergences, type Seen } from '../divergences/record-divergences.ts';
import { postApproval } from '../ledger/post-approval.ts';
import { nextCheckAt, type Scheduled } from '../payments/check-schedule.rules.ts';
import { makeCheckDue } from '../payments/checks.sql.ts';
import type { AcquirerData, Payment } from '../payments/payment.ts';
import { fillAcquirerData, lockPayment, moveFromPending } from '../payments/payments.sql.ts';
import {
  APPROVED,
  FAILED,
  isPayableAfterEnd,
  nextStatus,
  type PaymentStatus,
  REFUNDED,
  receivedCentsOf,
  STATUS_NAMES,
} from '../payments/status.rules.ts';
import { postRefundOnArrival } from '../refunds/post-refund-on-arrival.ts';
import { listSharesWithTerms } from '../splits/splits.sql.ts';
import { recordEvent } from '../webhooks/deliveries/record-event.ts';

/** What is believed about a charge, from a query, a cancel, a refusal; never from the body of a notification. */
export interface AcquirerNews extends AcquirerReport {
  paidAt: Date | null;
  data: AcquirerData | null;
  /** Where the news is that no charge exists: when the one looked for was sent. Another sent since makes it worthless. */
  absentSince: Date | null;
}

export function newsOf(transaction: AcquirerTransaction): AcquirerNews {
  return {
    status: transaction.status,
    amountCents: transaction.amountCents,
    refundedCents: transaction.refundedAmountCents,
    paidAt: transaction.paidAt,
    data: acquirerDataOf(transaction),
    absentSince: null,
  };
}

export function acquirerDataOf(transaction: AcquirerTransaction): AcquirerData {
  const { transactionId, endToEndId, provider, instrument } = transaction;
  return { transactionId, endToEndId, provider, pixQrCode: instrument.pixQrCode, boleto: instrument.boleto };
}

/** A charge that the acquirer refused. */
export function chargeRefused(payment: Payment): AcquirerNews {
  return { status: 'FAILED', amountCents: payment.amount_cents, refundedCents: 0, paidAt: null, data: null, absentSince: null };
}

/** There is proof that the charge which was sent, as `payment` knows it, never arrived. */
export function neverCharged(payment: Payment): AcquirerNews {
  return { ...chargeRefused(payment), absentSince: payment.charge_sent_at };
}

export interface Applied {
  payment: Payment;
  /** False when the payment changed while the acquirer was asked, or has a refund under way: ask again to compare every cent. */
  isConclusive: boolean;
}

/**
 * The only writer of APPROVED and FAILED. Notification, query, safety net and creation all end here: the row is locked,
 * the rules decide, and whatever follows from a change of status is written in this one transaction. `asked` is the payment as it
 * was read before the acquirer was asked: the answer may be older than what has happened to it since.
 */
export async function applyAcquirerStatus(deps: Deps, asked: Payment, news: AcquirerNews): Promise<Applied> {
  // For a payment that the acquirer has refunded before we knew of it; chosen here, because ids come from outside.
  const refundReference = deps.ids.reference();
  const outcome = await withTransaction(deps.db, (tx) => applyInside(deps, tx, asked, news, refundReference));
  deps.poke('deliver-webhooks');
  if (outcome.isPayable) deps.poke('check-payments');
  for (const { kind, differenceCents } of outcome.opened) {
    deps.log.warn({ paymentId: asked.id, kind, differenceCents, acquirerStatus: news.status }, 'acquirer and gateway disagree');
  }
  return { payment: outcome.payment, isConclusive: outcome.isConclusive };
}

interface Outcome extends Applied {
  opened: Difference[];
  isPayable: boolean;
}

async function applyInside(deps: Deps, tx: Tx, asked: Payment, news: AcquirerNews, refundReference: string): Promise<Outcome> {
  const locked = await lockPayment(tx, asked.id);
  if (news.absentSince && locked.charge_sent_at > news.absentSince) {
    return { payment: locked, isConclusive: false, opened: [], isPayable: false };
  }
  const now = await deps.clock.now(tx);
  const known = news.data && isNews(locked.acquirer_data, news.data) ? await fillAcquirerData(tx, locked.id, news.data) : locked;
  if (news.data && locked.acquirer_data === null) await recordEvent(deps, tx, known, { kind: 'payment.created' });
  const moveTo = nextStatus(known.status, news.status);
  const payment = moveTo === null ? known : await move(tx, known, moveTo, news, now);
  if (moveTo !== null) await followMove(deps, tx, payment, now, refundReference);
  const isPayable = isPayableAfterEnd(payment.status, news.status);
  if (isPayable) await makeCheckDue(tx, payment.id, now);
  const bounds = boundsOf(moveTo === null ? asked : payment, payment);
  const opened = await compare(deps, tx, payment, { report: news, bounds, isJustEnded: moveTo !== null, now });
  return { payment, isConclusive: isSamePosition(bounds), opened, isPayable };
}

/** What the acquirer issued is complete from the first answer on, except for the id of the payment that is received later. */
function isNews(known: AcquirerData | null, told: AcquirerData): boolean {
  return known === null || (Boolean(told.endToEndId) && !known.endToEndId);
}

/** Only a payment that has ended has an amount to compare. */
async function compare(deps: Deps, tx: Tx, payment: Payment, seen: Seen): Promise<Difference[]> {
  const statusName = STATUS_NAMES[payment.status];
  return statusName === 'PENDING' ? [] : recordDivergences(deps, tx, { ...payment, statusName }, seen);
}

/** The acquirer knew of every refund confirmed before the question, and may know of those held since. */
function boundsOf(asked: Payment, locked: Payment): Bounds {
  const most = positionOf(locked);
  return { least: positionOf(asked), most: { ...most, refundedCents: most.refundedCents + locked.refunding_cents } };
}

function positionOf({ status, amount_cents, refunded_cents }: Payment): Position {
  return { receivedCents: receivedCentsOf(status, amount_cents), refundedCents: refunded_cents };
}

function isSamePosition({ least, most }: Bounds): boolean {
  return least.receivedCents === most.receivedCents && least.refundedCents === most.refundedCents;
}

function move(tx: Tx, payment: Payment, to: PaymentStatus, news: AcquirerNews, now: Date): Promise<Payment> {
  return moveFromPending(tx, payment.id, {
    to,
    // Refunded before we knew it was paid: the time of payment is stored only when the acquirer gives it.
    paidAt: to === APPROVED ? (news.paidAt ?? now) : to === REFUNDED ? news.paidAt : null,
    refundedAt: to === REFUNDED ? now : null,
    refundedCents: to === REFUNDED ? payment.amount_cents : 0,
    // Also where the charge seems never to have arrived: it may do so later than anybody thought, and be paid.
    nextCheckAt: nextCheckAt(scheduleOf(payment), to, 0, now, now),
    now,
  });
}

/** Books and event follow the status, in the same transaction. Refunded on arrival: paid and given back at one value date. */
async function followMove(deps: Deps, tx: Tx, payment: Payment, now: Date, refundReference: string): Promise<void> {
  if (payment.status === FAILED) return recordEvent(deps, tx, payment, { kind: 'payment.failed' });
  const paidAt = payment.paid_at ?? now;
  const isRefundedAtOnce = payment.status === REFUNDED;
  const postedAt = await postApproval(deps, tx, {
    paymentId: payment.id,
    shares: await listSharesWithTerms(tx, payment),
    amountCents: payment.amount_cents,
    paidAt,
    postedAt: now,
    isRefundedAtOnce,
  });
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
