import { listEntriesOfSubject } from '../../books/ledger/ledger.sql.ts';
import { postJournal } from '../../books/ledger/post-journal.ts';
import { refundJournal, standingsOf } from '../../books/ledger/postings.rules.ts';
import { takeDebitLocks } from '../../books/ledger/take-debit-locks.ts';
import { actorOfJob } from '../../ground/actor.rules.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import type { MedReturn } from '../../rails/acquirers/acquirer.ts';
import { withBookings } from '../divergences/divergence.rules.ts';
import { divergenceOpened } from '../divergences/divergences.events.rules.ts';
import { insertMedDivergence, listKnownDivergences, listReturnsBookedByHand } from '../divergences/divergences.sql.ts';
import { receivedCentsOf } from '../payments/amount-due.rules.ts';
import { holderOf } from '../payments/holder.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { takeRefund } from '../payments/refund-holds.sql.ts';
import { APPROVED, STATUS_NAMES } from '../payments/status.rules.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';
import { companiesToLock } from '../refunds/cover.rules.ts';
import { allocateRefund, remainingCentsOf } from '../refunds/refund.rules.ts';
import { paymentRefunded } from '../refunds/refunds.events.rules.ts';
import { insertMedRefund, listBookedReturns } from '../refunds/refunds.sql.ts';
import type { AcquirerAnswer } from './answer.rules.ts';
import { isBookedByHand, isBookedReturn } from './med-returns.rules.ts';

type BookingDeps = EventDeps & Pick<Deps, 'log'>;

/**
 * What the banks took back without asking is gone: it is booked as a refund, once, from everybody who had a part in
 * the payment, whether they can afford it or not. It is told as a refund and as a divergence that needs no more
 * booking. What does not fit, because a refund of ours is under way, is left to the comparison. The caller holds
 * the payment's row.
 */
export async function bookMedReturns(
  deps: BookingDeps,
  tx: Tx,
  locked: Payment,
  answer: AcquirerAnswer,
): Promise<Payment> {
  if (answer.medReturns.length === 0) return locked;
  // An id that another payment has is no news either: the comparison tells what this one would have explained.
  const booked = await listBookedReturns(
    tx,
    locked.id,
    answer.medReturns.flatMap(({ id, firstId = id }) => [id, firstId]),
  );
  let payment = locked;
  for (const taken of answer.medReturns) {
    const remaining = remainingCentsOf(payment);
    const fits = payment.status === APPROVED && taken.amountCents > 0 && taken.amountCents <= remaining;
    if (!fits || isBookedReturn(taken, booked) || (await hasOperatorBooked(tx, payment, taken, answer))) continue;
    payment = await book(deps, tx, payment, taken, answer);
    booked.push({ reference: taken.id, first_id: taken.firstId ?? null });
  }
  return payment;
}

/** Where nothing was booked by hand about refunds, nothing is known against a return. */
async function hasOperatorBooked(tx: Tx, payment: Payment, taken: MedReturn, answer: AcquirerAnswer): Promise<boolean> {
  const known = await listKnownDivergences(tx, payment.id);
  const position = { receivedCents: receivedCentsOf(payment), refundedCents: payment.refunded_cents };
  const { refundedCents } = withBookings(position, known);
  if (refundedCents === payment.refunded_cents) return false;
  const returnIds = await listReturnsBookedByHand(tx, payment.id);
  return isBookedByHand(taken, { returnIds, refundedCents }, answer.refundedCents);
}

async function book(
  deps: BookingDeps,
  tx: Tx,
  before: Payment,
  taken: MedReturn,
  answer: AcquirerAnswer,
): Promise<Payment> {
  const { id: reference, firstId = null, amountCents, nature } = taken;
  const subject = paymentSubject(before.id);
  const standings = standingsOf(await listEntriesOfSubject(tx, subject));
  const legs = allocateRefund({ amountCents, standings, feeOnRefund: before.fee_on_refund });
  const ownerCompanyId = before.company_id;
  const now = await takeDebitLocks(deps, tx, companiesToLock(legs, ownerCompanyId));
  const refundId = await insertMedRefund(tx, {
    payment: before,
    reference,
    firstId,
    amountCents,
    nature,
    at: now,
  });
  const journal = refundJournal({ legs, covers: [], ownerCompanyId, now, isConfirmed: true });
  await postJournal(tx, { kind: 'refund', id: refundId, subject, acquirer: holderOf(before) }, journal, now);
  const payment = await takeRefund(tx, before.id, amountCents, now);
  const totalRefundedCents = payment.refunded_cents;
  const refundedAt = taken.returnedAt ?? now;
  const refund = { refundId, refundCents: amountCents, totalRefundedCents, refundedAt, nature };
  await tellOfPayment(deps, tx, payment, paymentRefunded(payment, refund), now);
  await tell(deps, tx, { before, payment, amountCents, nature, acquirerStatus: answer.status, now });
  tx.afterCommit(() =>
    deps.log.warn({ paymentId: payment.id, refundId, nature, amountCents }, 'the bank took money back (MED)'),
  );
  return payment;
}

interface Taken {
  before: Payment;
  payment: Payment;
  amountCents: number;
  nature: MedReturn['nature'];
  acquirerStatus: string;
  now: Date;
}

async function tell(deps: BookingDeps, tx: Tx, taken: Taken): Promise<void> {
  const { before, payment, amountCents, nature, acquirerStatus, now } = taken;
  const difference = {
    kind: 'MED_REFUND',
    here: { receivedCents: receivedCentsOf(before), refundedCents: before.refunded_cents },
    there: { receivedCents: receivedCentsOf(before), refundedCents: before.refunded_cents + amountCents },
    differenceCents: -amountCents,
  } as const;
  const divergenceId = await insertMedDivergence(
    tx,
    {
      merchantId: payment.merchant_id,
      paymentId: payment.id,
      orderRoot: payment.retry_root ?? payment.id,
      localStatus: payment.status,
      acquirerStatus,
      localAmountCents: payment.amount_cents,
      difference,
      now,
    },
    nature,
  );
  const statusName = STATUS_NAMES[payment.status] as 'APPROVED' | 'REFUNDED';
  const opened = { divergenceId, statusName, acquirerStatus, detectedAt: now, difference };
  await tellOfPayment(deps, tx, payment, divergenceOpened(payment, opened), now);
  // Whoever asked how the payment stands had no part in it.
  await recordAudit(deps, tx, {
    merchantId: payment.merchant_id,
    action: 'divergence.booked',
    object: { kind: 'divergence', id: divergenceId },
    details: { transaction_id: payment.id, amount: amountCents, nature },
    actor: actorOfJob('book-med-returns'),
  });
}
