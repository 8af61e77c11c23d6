import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { currentAsker } from '../../ground/request-context.ts';
import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import type { Payment } from '../payments/payment.ts';
import { refusedByReason } from './by-rail/refund-way.rules.ts';
import type { RailDeps } from './by-rail/send-by-rail.ts';
import type { RefundRequest } from './hold-refunds.ts';
import { isAnswered } from './refund-outcome.rules.ts';
import type { WithRefundWrites } from './refund-writes.ts';
import { findRefundWithPayment, type Refund } from './refunds.sql.ts';
import { askAboutRefund, sendRefund } from './send-refund.ts';
import { type RefundState, settleRefund } from './settle-refund.ts';

const RETRY_AFTER_SECONDS = 5;
/** A bank that works on a refund is usually done within a second or two. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** A refund as its request leaves it: confirmed, or still in the hands of the bank. */
export interface RequestedRefund {
  status: 'REFUNDED' | 'PROCESSING';
  refund: Refund;
  payment: Payment;
}

/**
 * Both refund endpoints take this path. The money is taken first, in one transaction with the refund's row; then the
 * acquirer is asked; then the refund is confirmed, or the money given back. An unknown outcome keeps it held.
 */
export async function requestRefund(
  deps: RailDeps & WithRefundWrites,
  merchantId: number,
  request: RefundRequest,
  claim: KeyClaim | null,
): Promise<RequestedRefund> {
  const toHold = { ...request, merchantId, claim, asker: currentAsker() };
  const { payment, refund } = await deps.refundWrites.hold(toHold);
  const send = () => sendRefund(deps, refund, payment, false);
  const sent = await deps.traces.about(payment.id, 'refund', send, ({ outcome }) => outcome);
  return settleWith(deps, { status: refund.status, refund, payment }, sent);
}

/** Goes on with a refund whose first request never learned how it ended: asks by its own reference. */
export async function resumeRefund(deps: RailDeps & WithRefundWrites, refundId: number): Promise<RequestedRefund> {
  const found = await findRefundWithPayment(deps.db, refundId);
  if (!found) throw new Error(`refund ${refundId} does not exist`);
  const { refund, payment } = found;
  if (refund.status === 'REFUSED') throw refused(refund);
  if (refund.status === 'REFUNDED') return { status: 'REFUNDED', refund, payment };
  return settleWith(deps, { status: refund.status, refund, payment }, await askAboutRefund(deps, refund, payment));
}

async function settleWith(
  deps: RailDeps & WithRefundWrites,
  known: RefundState,
  answer: RefundAnswer,
): Promise<RequestedRefund> {
  const told = await settleRefund(deps, known, answer);
  const isWorthWaiting = isUnderWay(answer) && told.status === 'PROCESSING' && !isByHand(deps, told.refund);
  const state = isWorthWaiting ? await waitForBank(deps, told) : told;
  if (state.status === 'REFUSED') throw refused(state.refund);
  if (state.status === 'REFUNDED') return { ...state, status: 'REFUNDED' };
  // The bank knows of it, or has refused it and not yet shown that it never will be made: the background asks on.
  if (isAnswered(answer)) return stillProcessing(deps, state);
  deps.log.warn(
    { paymentId: state.payment.id, refundId: state.refund.id, outcome: answer.outcome },
    'refund with unknown outcome',
  );
  throw new ApiError(
    'ACQUIRER_UNAVAILABLE',
    'the acquirer has not confirmed the refund yet; it is settled in the background',
    {
      details: { refund_id: state.refund.id },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}

/** A person sends it, some time. */
function isByHand({ acquirers }: RailDeps, { way_acquirer }: Refund): boolean {
  return way_acquirer !== null && acquirers.find(way_acquirer)?.payouts?.isByHand === true;
}

function isUnderWay(answer: RefundAnswer): boolean {
  return answer.outcome === 'found' && answer.refund.status === 'PROCESSING';
}

/** Asks again until the bank has done it, for as long as a request may wait. */
async function waitForBank(deps: RailDeps & WithRefundWrites, first: RefundState): Promise<RefundState> {
  const giveUpAt = deps.clock.realNow().getTime() + deps.config.refundWaitMs;
  let last = first;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const leftMs = giveUpAt - deps.clock.realNow().getTime();
    if (leftMs <= 0) return last;
    await pause(Math.min(pauseMs, leftMs));
    last = await settleRefund(deps, last, await askAboutRefund(deps, last.refund, last.payment));
    if (last.status !== 'PROCESSING') return last;
  }
}

/** It may have ended meanwhile by another way: a notification, or the background. */
async function stillProcessing(deps: Deps, known: RefundState): Promise<RequestedRefund> {
  const { refund, payment } = (await findRefundWithPayment(deps.db, known.refund.id)) ?? known;
  if (refund.status === 'REFUSED') throw refused(refund);
  return { refund, payment, status: refund.status };
}

function refused({ id, failure_reason }: Refund): ApiError {
  if (failure_reason !== null) return refusedByReason('the refund did not leave', failure_reason, id);
  return new ApiError('REFUND_REFUSED', 'the acquirer refused the refund; nothing was debited', {
    details: { refund_id: id },
  });
}
