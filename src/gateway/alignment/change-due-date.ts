import { addDays, isLocalDate, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { MAX_DUE_DAYS } from '../boleto-terms/due-days.rules.ts';
import { chargeAtAcquirer } from '../payments/acquirer-data.rules.ts';
import { chargeRequestOf } from '../payments/charge-request.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { PENDING } from '../payments/status.rules.ts';
import { answerOf } from './answer.rules.ts';
import { applyAcquirerStatus } from './apply-acquirer-status.ts';
import type { WithApprovals } from './approvals.ts';
import { forgetRequestedChange, nameRequestedChange, noteRequestedChange, notPending } from './requested-change.ts';
import { syncPayment } from './sync-payment.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Asks the bank of a boleto for another due date. What it was asked for is written down first: a bank that answers
 * later, or whose answer is lost, is believed by what it says of the charge from then on.
 */
export async function changeDueDate(
  deps: Deps & WithApprovals & WithAcquirers,
  payment: Payment,
  dueDate: string,
): Promise<Payment> {
  if (payment.payment_type !== 'invoice') throw invalidField('id', 'names a transaction that is no boleto');
  if (payment.status !== PENDING) throw notPending(payment);
  checkDueDate(payment, dueDate, saoPauloDateOf(await deps.clock.now()));
  if (payment.due_date === dueDate) return payment;
  const change = deps.acquirers.ofPayment(payment).changeDueDate;
  if (!change) {
    const message = 'O banco deste boleto não muda vencimentos';
    throw new ApiError('CHANGE_REFUSED', 'the acquirer of this transaction changes no due dates', { message });
  }
  await refuseUnfit(deps, payment, dueDate);
  const asked = await noteRequestedChange(deps, payment, { kind: 'due_date', dueDate });
  const ask = () => change(chargeAtAcquirer(asked), dueDate);
  const result = await deps.traces.about(payment.id, 'change-due-date', ask, ({ outcome }) => outcome);
  switch (result.outcome) {
    case 'changed':
      return (await applyAcquirerStatus(deps, asked, answerOf(result.charge), (tx) => tell(deps, tx, payment, dueDate)))
        .payment;
    case 'requested':
      return result.changeId === undefined ? asked : nameRequestedChange(deps, asked, dueDate, result.changeId);
    case 'refused':
      await forgetRequestedChange(deps, payment, { kind: 'due_date', dueDate });
      await refuseEnded(deps, payment);
      throw new ApiError('CHANGE_REFUSED', result.reason, { message: `O banco recusou a mudança: ${result.reason}` });
    case 'unknown':
      throw new ApiError('ACQUIRER_UNAVAILABLE', 'the acquirer did not answer; it is asked again in the background', {
        details: { transaction_id: payment.id },
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
  }
}

/**
 * What the bank would not take with the new day is told before anything is stored: weekends and holidays after it may
 * make more days than the bank has. What it would not take as it is now either is none of this change.
 */
async function refuseUnfit(deps: Deps & WithAcquirers, payment: Payment, dueDate: string): Promise<void> {
  const acquirer = deps.acquirers.ofPayment(payment);
  if (!acquirer.termsProblem) return;
  const company = await findCompanyOfMerchant(deps.db, payment.merchant_id, payment.company_id);
  if (!company) throw new Error(`payment ${payment.id} has no company`);
  const problemOn = (day: string | null) =>
    acquirer.termsProblem?.(chargeRequestOf({ ...payment, due_date: day }, company, true));
  const problem = problemOn(dueDate);
  if (problem && !problemOn(payment.due_date)) throw invalidField('due_date', `${problem.field}: ${problem.reason}`);
}

/** The bank may have refused because it knows more: that somebody has paid, say. */
async function refuseEnded(deps: Deps & WithApprovals & WithAcquirers, payment: Payment): Promise<void> {
  const { payment: current } = await syncPayment(deps, payment);
  if (current.status !== PENDING) throw notPending(current);
}

async function tell(deps: Deps, tx: Tx, { id, merchant_id }: Payment, dueDate: string): Promise<void> {
  await recordAudit(deps, tx, {
    merchantId: merchant_id,
    action: 'boleto.due_date_changed',
    object: { kind: 'transaction', id },
    details: { due_date: dueDate },
  });
}

function checkDueDate({ boleto_terms }: Payment, dueDate: string, today: string): void {
  if (!isLocalDate(dueDate)) throw invalidField('due_date', 'is not a date of the calendar');
  const last = addDays(today, MAX_DUE_DAYS);
  if (dueDate < today || dueDate > last) throw invalidField('due_date', `must be from ${today} to ${last}`);
  const lastDiscount = boleto_terms?.discounts.at(-1);
  if (lastDiscount && dueDate < lastDiscount.until)
    throw invalidField('due_date', `must not be before its last discount, ${lastDiscount.until}`);
}
