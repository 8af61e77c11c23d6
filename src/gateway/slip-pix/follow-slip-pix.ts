import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { finishAll } from '../../ground/queues/finish-all.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { AcquirerCharge, ChargeRequest, QueryResult, SlipPixCapability } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { isOver, isPaid } from '../../rails/acquirers/slip-pix/combined-charge.rules.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import { syncPayment } from '../alignment/sync-payment.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import { chargeRequestOf } from '../payments/charge-request.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayment, findPayments, lockPayment } from '../payments/payments.sql.ts';
import type { SlipPixCode } from '../payments/slip-pix-codes/slip-pix-code.rules.ts';
import {
  type ClaimedCode,
  claimCodes,
  finishLook,
  noteCodeSent,
} from '../payments/slip-pix-codes/slip-pix-codes.sql.ts';
import { dropCode, showCode } from './show-code.ts';
import { isSurelyAbsent, nextLookAt, stepOf } from './slip-pix.rules.ts';

type FollowDeps = Deps & WithApprovals & WithAcquirers;

/** What a look has learned. */
type Learned = Partial<Pick<SlipPixCode, 'dueDate' | 'isCodeOver' | 'isSlipOver'>>;

/**
 * Brings the PIX codes on slips, and the slips of what was paid by PIX, to where their payments are. A bank that is
 * silent or does not know is asked again, at rising intervals and under the same name.
 */
export async function followSlipPix(deps: FollowDeps): Promise<boolean> {
  const now = await deps.clock.now();
  const claimed = await claimCodes(deps.db, { now, realNow: deps.clock.realNow() });
  if (claimed.length === 0) return false;
  const payments = await findPayments(
    deps.db,
    claimed.map(({ paymentId }) => paymentId),
  );
  await finishAll(
    claimed.map(async (code) => {
      const payment = payments.get(code.paymentId);
      if (payment) await deps.traces.about(payment.id, 'follow-slip-pix', () => follow(deps, payment, code, now));
    }),
  );
  return true;
}

async function follow(deps: FollowDeps, payment: Payment, claimed: ClaimedCode, now: Date): Promise<void> {
  let code: SlipPixCode = { ...claimed, ...(await takeStep(deps, payment, claimed, now)) };
  // A code that is gone leaves its slip to be withdrawn.
  if (stepOf(payment, code, now) === 'withdraw slip') code = { ...code, ...(await takeStep(deps, payment, code, now)) };
  const current = (await findPayment(deps.db, payment.id)) ?? payment;
  await finishLook(deps.db, { claimed, code, nextLookAt: nextLookAt(current, code, now) });
}

async function takeStep(deps: FollowDeps, payment: Payment, code: SlipPixCode, now: Date): Promise<Learned> {
  const slipPix = deps.acquirers.find(payment.pix_acquirer ?? '')?.slipPix;
  switch (stepOf(payment, code, now)) {
    case 'issue':
      return slipPix ? issue(deps, payment, code, slipPix, now) : {};
    case 'change':
      return slipPix ? change(deps, payment, code, slipPix, now) : {};
    case 'withdraw code':
      return slipPix ? withdrawCode(deps, payment, code, slipPix, now) : {};
    case 'withdraw slip':
      return withdrawSlip(deps, payment);
    case 'nothing':
      return {};
  }
}

/** Only while it can be paid, asked under its lock: whoever ends the payment later finds the code and withdraws it. */
async function issue(
  deps: FollowDeps,
  payment: Payment,
  code: SlipPixCode,
  slipPix: SlipPixCapability,
  now: Date,
): Promise<Learned> {
  const isWanted = await withTransaction(deps.db, async (tx) => {
    const locked = await lockPayment(tx, payment.id);
    if (stepOf(locked, code, now) !== 'issue') return false;
    await noteCodeSent(tx, payment.id, now);
    return true;
  });
  if (!isWanted) return {};
  const result = await slipPix.charge(await requestOf(deps, payment));
  if (result.outcome === 'unknown') return noted(deps, payment, result.reason);
  if (result.outcome === 'refused') {
    noted(deps, payment, result.reason);
    return { isCodeOver: true };
  }
  return followCharge(deps, payment, result.charge);
}

async function change(
  deps: FollowDeps,
  payment: Payment,
  code: SlipPixCode,
  slipPix: SlipPixCapability,
  now: Date,
): Promise<Learned> {
  const result = await slipPix.change(await requestOf(deps, payment));
  if (result.outcome === 'changed') return followCharge(deps, payment, result.charge);
  if (result.outcome !== 'refused') return result.outcome === 'unknown' ? noted(deps, payment, result.reason) : {};
  noted(deps, payment, result.reason);
  // Paid, or a bank that will not: nobody is left with a code that counts fine and interest from another day.
  return withdrawCode(deps, payment, code, slipPix, now);
}

/** What the bank has now. */
async function followCharge(deps: FollowDeps, payment: Payment, charge: AcquirerCharge): Promise<Learned> {
  if (isPaid(charge)) await syncPayment(deps, payment);
  if (isPaid(charge) || isOver(charge)) return { isCodeOver: true };
  const { pixQrCode } = charge.instrument;
  if (pixQrCode) await showCode(deps, payment, pixQrCode);
  return pixQrCode ? { dueDate: charge.dueDate ?? payment.due_date } : {};
}

async function withdrawCode(
  deps: FollowDeps,
  payment: Payment,
  code: SlipPixCode,
  slipPix: SlipPixCapability,
  now: Date,
): Promise<Learned> {
  const result = await slipPix.cancel(chargeAtAcquirer(payment));
  const isGone = isEnded(result) || (result.outcome === 'not_found' && isSurelyAbsent(code, now));
  if (!isGone) return noted(deps, payment, reasonOf(result));
  // Somebody was faster: what came is applied, as what came besides where the payment is paid already.
  if (result.outcome === 'found' && isPaid(result.charge)) await syncPayment(deps, payment);
  else await dropCode(deps, payment);
  return { isCodeOver: true };
}

async function withdrawSlip(deps: FollowDeps, payment: Payment): Promise<Learned> {
  const acquirer = deps.acquirers.find(payment.acquirer);
  if (!acquirer) return {};
  const result = await acquirer.cancel(chargeAtAcquirer(payment));
  if (result.outcome === 'found' && isPaid(result.charge)) await syncPayment(deps, payment);
  if (isEnded(result) || result.outcome === 'not_found') return { isSlipOver: true };
  return noted(deps, payment, reasonOf(result));
}

function isEnded(result: QueryResult): boolean {
  return result.outcome === 'found' && (isPaid(result.charge) || isOver(result.charge));
}

function reasonOf(result: QueryResult): string {
  if (result.outcome === 'unknown') return result.reason;
  return result.outcome === 'found' ? `it is ${result.charge.status}` : 'it is not known there';
}

function noted(deps: Deps, payment: Payment, reason: string): Learned {
  deps.log.warn({ paymentId: payment.id, reason }, 'the PIX code of a boleto, or its slip, is not where it should be');
  return {};
}

/** It may have been sent before. */
async function requestOf(deps: Deps, payment: Payment): Promise<ChargeRequest> {
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`payment ${payment.id} has no company`);
  return chargeRequestOf(payment, company, true);
}
