import { MAX_DUE_DAYS } from '../../../src/gateway/boleto-terms/due-days.rules.ts';
import { figuresOn, type Slip } from '../../../src/gateway/boleto-terms/figures.rules.ts';
import { readTerms } from '../../../src/gateway/boleto-terms/terms.rules.ts';
import type { TermsBody } from '../../../src/gateway/boleto-terms/terms.schemas.ts';
import { addDays, isLocalDate } from '../../../src/ground/brazil/local-dates.rules.ts';
import { dayOf } from '../../ui/lists/periods.ts';
import type { Details } from '../payments.queries.ts';

export interface Registration {
  status: 'WAITING' | 'REGISTERED' | 'REJECTED';
  registered_at: string | null;
  reason: string | null;
}

/** What the bank was asked for and has not answered yet. */
export interface RequestedChange {
  kind: 'due_date' | 'cancel';
  due_date: string | null;
  requested_at: string;
}

/** What details have of a boleto; their schema says of most of it only that it may be null. */
export interface BoletoDetails {
  slip: Slip;
  lastPayableDate: string | null;
  registration: Registration | null;
  requestedChange: RequestedChange | null;
}

/** Terms that were accepted once are read whatever day it is. */
const ANY_DAY = '0001-01-01';

/** Null of a payment that is no boleto. */
export function boletoOf(transaction: Details): BoletoDetails | null {
  const { payment_type, amount, due_date } = transaction;
  if (payment_type !== 'invoice' || typeof due_date !== 'string') return null;
  const body = {
    fine: transaction.fine ?? undefined,
    interest: transaction.interest ?? undefined,
    discounts: transaction.discounts ?? undefined,
    payable_days_after_due: transaction.payable_days_after_due ?? undefined,
  } as TermsBody;
  return {
    slip: { amountCents: amount, dueDate: due_date, terms: readTerms({ type: 'invoice', ...body }, amount, ANY_DAY) },
    lastPayableDate: transaction.last_payable_date as string | null,
    registration: transaction.registration as Registration | null,
    requestedChange: transaction.requested_change as RequestedChange | null,
  };
}

/** A figure that is not the amount, and what makes the difference. */
export interface OtherFigure {
  cents: number;
  parts: { fine: number; interest: number; discount: number };
}

/** What is due today; null where it is the amount, or nothing any more. */
export function dueToday(transaction: Details, nowMs: number): OtherFigure | null {
  const boleto = boletoOf(transaction);
  if (!boleto || transaction.amount_due === null || transaction.amount_due === transaction.amount) return null;
  const figures = figuresOn(boleto.slip, dayOf(nowMs));
  return {
    cents: figures.amountDueCents,
    parts: { fine: figures.fineCents, interest: figures.interestCents, discount: figures.discountCents },
  };
}

/** What was received; null where it was the amount, or nothing yet. */
export function received(transaction: Details): OtherFigure | null {
  const { paid_amount, amount } = transaction;
  if (typeof paid_amount !== 'number' || paid_amount === amount) return null;
  const cents = (value: unknown) => (typeof value === 'number' ? value : 0);
  return {
    cents: paid_amount,
    parts: {
      fine: cents(transaction.fine_paid),
      interest: cents(transaction.interest_paid),
      discount: cents(transaction.discount_given),
    },
  };
}

export type DueDateProblem = 'same' | 'none' | 'past' | 'far' | 'discount';

/** Why a boleto cannot be due on that day; null: nothing that is known here. */
export function dueDateProblem({ dueDate, terms }: Slip, next: string, today: string): DueDateProblem | null {
  if (!isLocalDate(next)) return 'none';
  if (next === dueDate) return 'same';
  if (next < today) return 'past';
  if (next > addDays(today, MAX_DUE_DAYS)) return 'far';
  const lastDiscount = terms?.discounts.at(-1);
  return lastDiscount && next < lastDiscount.until ? 'discount' : null;
}
