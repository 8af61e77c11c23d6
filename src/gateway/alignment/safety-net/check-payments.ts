import { gather } from '../../../ground/db/batcher.ts';
import type { Deps } from '../../../ground/deps.ts';
import { CLAIM_SIZE } from '../../../ground/queues/claims.sql.ts';
import { finishInTurns } from '../../../ground/queues/finish-all.ts';
import type { QueryResult } from '../../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { chargeAtAcquirer } from '../../payments/acquirer-data.rules.ts';
import {
  CHARGE_SETTLES_MS,
  nextCheckAt,
  scheduleOf,
  UNANSWERED_RETRY_MS,
} from '../../payments/checks/check-schedule.rules.ts';
import { type ClaimedCheck, claimChecks, type FinishedCheck, finishChecks } from '../../payments/checks/checks.sql.ts';
import type { Payment } from '../../payments/payment.ts';
import { findPayments } from '../../payments/payments.sql.ts';
import { FAILED, isPayableAfterEnd, PENDING } from '../../payments/status.rules.ts';
import { type Applied, answerOf, neverCharged } from '../answer.rules.ts';
import { applyAcquirerStatus } from '../apply-acquirer-status.ts';
import type { WithApprovals } from '../approvals.ts';
import { troubleOf } from '../trouble.rules.ts';
import { tellsNothingNew } from './no-news.rules.ts';

/**
 * An acquirer has room left for those who order, however many payments of one wave end together. One whose lease ends
 * before its turn is looked at twice, which changes nothing.
 */
const LOOKS_AT_ONCE = CLAIM_SIZE / 2;

/**
 * The safety net: looks after payments that no notification has settled. Past its deadline an unpaid charge is
 * cancelled at the acquirer, and the acquirer's answer decides; our own clock never fails a payment. A failed
 * payment is looked at by cancelling, too: nothing stays payable that is over here, and money that came late shows
 * in the answer.
 */
export async function checkPayments(deps: Deps & WithApprovals & WithAcquirers): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimChecks(deps.db, { now, realNow: deps.clock.realNow() });
  if (claimed.length === 0) return false;
  const payments = await findPayments(
    deps.db,
    claimed.map(({ id }) => id),
  );
  const finish = gather<FinishedCheck>((finished) => finishChecks(deps.db, finished));
  const check = async (claimedCheck: ClaimedCheck) => {
    const payment = payments.get(claimedCheck.id);
    if (!payment) return;
    const look = () => checkPayment(deps, payment, claimedCheck, now);
    await finish(await deps.traces.about(payment.id, 'check-payment', look));
  };
  await finishInTurns(claimed, LOOKS_AT_ONCE, check);
  return true;
}

async function checkPayment(
  deps: Deps & WithApprovals & WithAcquirers,
  payment: Payment,
  claimed: ClaimedCheck,
  now: Date,
): Promise<FinishedCheck> {
  const schedule = scheduleOf(payment);
  const isOver =
    payment.status === FAILED || (payment.status === PENDING && now >= schedule.method.cancelDeadlineOf(schedule));
  const acquirer = deps.acquirers.ofPayment(payment);
  const charge = chargeAtAcquirer(payment);
  const result = isOver ? await acquirer.cancel(charge) : await acquirer.query(charge);
  const { isAnswered, trouble } = await applyAnswer(deps, payment, result, now);
  const checksDone = claimed.checksDone + (isAnswered ? 1 : 0);
  // A final payment keeps the anchor of its late looks: the moment it became final.
  const next = isAnswered
    ? nextCheckAt(schedule, payment.status, checksDone, payment.updated_at, now)
    : new Date(now.getTime() + UNANSWERED_RETRY_MS);
  // Where the answer has moved the status, the move has set its own timetable, and this finds no row.
  return { claimed, checksDone, nextCheckAt: next, trouble: trouble ?? troubleOf(result), at: now };
}

/** `isAnswered`: the acquirer has said something we can build on. */
async function applyAnswer(
  deps: Deps & WithApprovals & WithAcquirers,
  payment: Payment,
  result: QueryResult,
  now: Date,
): Promise<{ isAnswered: boolean; trouble?: Applied['trouble'] }> {
  if (result.outcome === 'found') {
    const answer = answerOf(result.charge);
    if (tellsNothingNew(payment, answer, now)) return { isAnswered: true };
    const { trouble } = await applyAcquirerStatus(deps, payment, answer);
    return { isAnswered: !isPayableAfterEnd(payment.status, result.charge.status), trouble };
  }
  if (result.outcome === 'unknown') {
    deps.log.warn({ paymentId: payment.id, reason: result.reason }, 'acquirer did not answer; asked again later');
    return { isAnswered: false };
  }
  return { isAnswered: payment.status !== PENDING || (await failIfNeverCharged(deps, payment, now)) };
}

/**
 * A charge still on its way may arrive after "not found"; only after time has passed and a cancel came back empty
 * is it none.
 */
async function failIfNeverCharged(
  deps: Deps & WithApprovals & WithAcquirers,
  payment: Payment,
  now: Date,
): Promise<boolean> {
  if (payment.acquirer_data !== null) {
    deps.log.error({ paymentId: payment.id }, 'the acquirer does not know a charge it had accepted');
    return false;
  }
  if (now.getTime() - payment.charge_sent_at.getTime() < CHARGE_SETTLES_MS) return true;
  const cancelled = await deps.acquirers.ofPayment(payment).cancel(chargeAtAcquirer(payment));
  if (cancelled.outcome === 'unknown') return false;
  await applyAcquirerStatus(
    deps,
    payment,
    cancelled.outcome === 'found' ? answerOf(cancelled.charge) : neverCharged(payment),
  );
  return true;
}
