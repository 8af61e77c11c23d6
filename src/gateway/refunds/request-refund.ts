import { setTimeout as pause } from 'node:timers/promises';
import { type DebitGrounds, type DecidedDebit, postDebit } from '../../books/ledger/post-debit.ts';
import { refundJournal } from '../../books/ledger/postings.rules.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { KeyClaim } from '../../ground/idempotency/keys.sql.ts';
import { claimKey } from '../../ground/idempotency/with-idempotency.ts';
import { paymentSubject, refundSubject } from '../../ground/subjects/subject.rules.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import type { RefundAnswer } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { Payment } from '../payments/payment.ts';
import { lockPaymentOfMerchant } from '../payments/payments.sql.ts';
import { companiesToLock, coverShortfalls } from './cover.rules.ts';
import { prepareRefund, type RefundAsked } from './prepare-refund.ts';
import { firstRefundCheckAt, isAnswered } from './refund-outcome.rules.ts';
import { findRefundWithPayment, insertProcessingRefund, type Refund } from './refunds.sql.ts';
import { askAboutRefund, sendRefund } from './send-refund.ts';
import { type RefundState, settleRefund } from './settle-refund.ts';

export interface RefundRequest extends RefundAsked {
  description: string | null;
}

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
  deps: Deps & WithAcquirers,
  merchantId: number,
  request: RefundRequest,
  claim: KeyClaim | null,
): Promise<RequestedRefund> {
  const { payment, refund } = await withTransaction(deps.db, async (tx) => {
    const held = await holdRefund(deps, tx, merchantId, request);
    await claimKey(tx, claim, refundSubject(held.refund.id));
    await recordAudit(deps, tx, {
      merchantId,
      action: request.kind === 'reversal' ? 'reversal.requested' : 'refund.requested',
      object: { kind: 'refund', id: held.refund.id },
      details: { transaction_id: held.payment.id, amount: held.refund.amount_cents },
    });
    return held;
  });
  const send = () => sendRefund(deps, refund, payment, false);
  const sent = await deps.traces.about(payment.id, 'refund', send, ({ outcome }) => outcome);
  return settleWith(deps, { status: refund.status, refund, payment }, sent);
}

/** Goes on with a refund whose first request never learned how it ended: asks by its own reference. */
export async function resumeRefund(deps: Deps & WithAcquirers, refundId: number): Promise<RequestedRefund> {
  const found = await findRefundWithPayment(deps.db, refundId);
  if (!found) throw new Error(`refund ${refundId} does not exist`);
  const { refund, payment } = found;
  if (refund.status === 'REFUSED') throw refused(refundId);
  if (refund.status === 'REFUNDED') return { status: 'REFUNDED', refund, payment };
  return settleWith(deps, { status: refund.status, refund, payment }, await askAboutRefund(deps, refund, payment));
}

async function settleWith(
  deps: Deps & WithAcquirers,
  known: RefundState,
  answer: RefundAnswer,
): Promise<RequestedRefund> {
  const told = await settleRefund(deps, known, answer);
  const state = isUnderWay(answer) && told.status === 'PROCESSING' ? await waitForBank(deps, told) : told;
  if (state.status === 'REFUSED') throw refused(state.refund.id);
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

function isUnderWay(answer: RefundAnswer): boolean {
  return answer.outcome === 'found' && answer.refund.status === 'PROCESSING';
}

/** Asks again until the bank has done it, for as long as a request may wait. */
async function waitForBank(deps: Deps & WithAcquirers, first: RefundState): Promise<RefundState> {
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
  if (refund.status === 'REFUSED') throw refused(refund.id);
  return { refund, payment, status: refund.status };
}

function refused(refundId: number): ApiError {
  return new ApiError('REFUND_REFUSED', 'the acquirer refused the refund; nothing was debited', {
    details: { refund_id: refundId },
  });
}

async function holdRefund(
  deps: Deps & WithAcquirers,
  tx: Tx,
  merchantId: number,
  request: RefundRequest,
): Promise<{ payment: Payment; refund: Refund }> {
  const locked = await lockPaymentOfMerchant(tx, merchantId, request.paymentId);
  // Read under the payment's lock, and once more under the debit locks: time spent waiting for either counts.
  const now = await deps.clock.now(tx);
  const { payment, amountCents, legs } = await prepareRefund(deps, tx, locked, request, now);
  const subject = paymentSubject(payment.id);
  const ownerCompanyId = payment.company_id;

  const decide = async ({ now, outlooks }: DebitGrounds): Promise<DecidedDebit<Refund>> => {
    const covers = coverShortfalls({ legs, ownerCompanyId, outlooks, now });
    const refund = await insertProcessingRefund(tx, {
      payment,
      reference: deps.ids.reference(),
      kind: request.kind,
      amountCents,
      description: request.description,
      requestedAt: now,
      nextCheckAt: firstRefundCheckAt(now),
    });
    const journal = refundJournal({ legs, covers, ownerCompanyId, now });
    const balances = Object.fromEntries(
      covers.map(({ companyId }) => [companyId, outlooks.get(companyId) as BalanceOutlook]),
    );
    const { acquirer } = payment;
    return { cause: { kind: 'refund', id: refund.id, subject, acquirer, basis: { balances } }, journal, made: refund };
  };
  return { payment, refund: await postDebit(deps, tx, companiesToLock(legs, ownerCompanyId), decide) };
}
