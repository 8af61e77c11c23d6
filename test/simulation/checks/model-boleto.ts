import type { OrderBody } from '../../../src/gateway/orders/orders.schemas.ts';
import type { ChargeTerms, ReceivedBoleto } from '../../../src/rails/acquirers/boleto.ts';
import { dayOf, onBankDay, plusDays } from '../calendar.ts';
import type { SimCompany } from '../fixtures.ts';
import { halfUp } from './model.ts';
import { type Division, divide } from './model-split.ts';
import type { StoredPayment } from './snapshot.ts';

/** REFERENCE MODEL of boletos: which terms an order has, what may be paid for it on a day, and of what that is made. */

const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;
const DAY_MS = 86_400_000;
const FINE_CAP = 200;
const INTEREST_CAP = 100;
const USUAL_PAYABLE_DAYS = 30;

type Ordered = OrderBody['payment'];
type Discount = NonNullable<Ordered['discounts']>[number];

/** The terms of a payment: those of its order; one that is tried again leaves out the discounts that are over. */
export function termsOf({ payment }: OrderBody, { retry_of, created_at }: StoredPayment): Ordered {
  const isLeft = ({ until }: Discount) => retry_of === null || until >= dayOf(created_at);
  return { ...payment, ...(payment.discounts && { discounts: payment.discounts.filter(isLeft) }) };
}

function payableDays({ fine, interest, payable_days_after_due: asked }: Ordered): number {
  return asked ?? (fine || interest ? USUAL_PAYABLE_DAYS : 0);
}

export function lastPayableDay(terms: Ordered, dueDate: string): string {
  return plusDays(onBankDay(dueDate), payableDays(terms));
}

/** What its bank is told. */
export function toldToBank(terms: Ordered, dueDate: string): ChargeTerms {
  const { fine, interest, discounts = [] } = terms;
  const figure = ({ percent, amount }: { percent?: number; amount?: number }) =>
    percent === undefined ? { amountCents: amount as number } : { percentHundredths: percent };
  return {
    fine: fine ? figure(fine) : null,
    interest: interest
      ? interest.monthly_percent === undefined
        ? { dailyAmountCents: interest.daily_amount as number }
        : { monthlyPercentHundredths: interest.monthly_percent }
      : null,
    discounts: discounts.map((discount) => ({ until: discount.until, ...figure(discount) })),
    payableDaysAfterDue: payableDays(terms),
    lastPayableDate: lastPayableDay(terms, dueDate),
  };
}

/** The division of an order, or why it is refused: by a code, or for terms by the field at fault. */
export function judgeOrder(order: OrderBody, companies: readonly SimCompany[]): Division {
  const division = divide(order, companies);
  if (division.refusal !== null) return division;
  const primary = division.rows.find(({ isPrimary }) => isPrimary);
  const refusal = faultOf(order, (primary?.shareCents ?? 0) - (primary?.feeCents ?? 0));
  return refusal === null ? division : { refusal };
}

function faultOf({ total, payment: { fine, interest, discounts = [] } }: OrderBody, primaryNet: number): string | null {
  if ((fine?.percent ?? 0) > FINE_CAP) return 'payment.fine.percent';
  if ((fine?.amount ?? 0) * WHOLE > total * FINE_CAP) return 'payment.fine.amount';
  if ((interest?.monthly_percent ?? 0) > INTEREST_CAP) return 'payment.interest.monthly_percent';
  if ((interest?.daily_amount ?? 0) * DAYS_OF_A_MONTH * WHOLE > total * INTEREST_CAP)
    return 'payment.interest.daily_amount';
  const index = discounts.findIndex((one) => Math.max(...discountsOf(one, total)) > primaryNet);
  const member = discounts[index]?.percent === undefined ? 'amount' : 'percent';
  return index < 0 ? null : `payment.discounts[${index}].${member}`;
}

/** Rounded down, and up. */
function discountsOf({ percent, amount }: { percent?: number; amount?: number }, total: number): number[] {
  if (percent === undefined) return [amount as number];
  return [Math.floor((total * percent) / WHOLE), Math.ceil((total * percent) / WHOLE)];
}

const daysLate = (from: string, day: string) => Math.max(0, (Date.parse(day) - Date.parse(from)) / DAY_MS);

/** Every sum that some bank may ask for on that day; the least and the most of them, and all between, are explained. */
function sumsOn(total: number, terms: Ordered, dueDate: string, day: string): number[] {
  const { fine, interest, discounts = [] } = terms;
  const charges = [dueDate, onBankDay(dueDate)].flatMap((from) => {
    const days = daysLate(from, day);
    if (days === 0) return [0];
    const fines = fine ? discountsOf(fine, total) : [0];
    const monthly = (interest?.monthly_percent ?? 0) * total;
    const exact = monthly / (WHOLE * DAYS_OF_A_MONTH);
    const interests =
      interest?.daily_amount !== undefined
        ? [days * interest.daily_amount]
        : [Math.floor, Math.ceil].flatMap((rounded) => [
            days * rounded(exact),
            rounded((monthly * days) / (WHOLE * DAYS_OF_A_MONTH)),
          ]);
    return fines.flatMap((fineCents) => interests.map((cents) => fineCents + cents));
  });
  const reductions = [(until: string) => until, onBankDay].flatMap((last) => {
    const counting = discounts.find(({ until }) => day <= last(until));
    return counting ? discountsOf(counting, total) : [0];
  });
  return charges.flatMap((more) => reductions.map((less) => total + more - less));
}

export interface Booked {
  paidCents: number;
  /** Null where exactly the amount counts as paid. */
  parts: { fine: number; interest: number; discount: number } | null;
}

/** What counts as paid of a sum that the bank says it has received, and of what it is made. */
export function bookedOf(
  total: number,
  terms: Ordered,
  dueDate: string,
  { cents, day, told }: { cents: number; day: string; told: ReceivedBoleto | null },
): Booked {
  const sums = sumsOn(total, terms, dueDate, day);
  const isExplained = cents >= Math.min(...sums) && cents <= Math.max(...sums);
  if (cents === total || !isExplained) return { paidCents: total, parts: null };
  const fine = terms.fine?.amount ?? halfUp(total * (terms.fine?.percent ?? 0), WHOLE);
  const difference = cents - total;
  const split = (charges: number, discount: number) => {
    const first = Math.min(fine, charges);
    return { fine: first, interest: charges - first, discount };
  };
  const isTold = told !== null && told.fineCents !== null && told.interestCents !== null;
  const said = isTold
    ? { fine: told.fineCents as number, interest: told.interestCents as number, discount: told.discountCents ?? 0 }
    : split(told?.chargesCents ?? 0, told?.discountCents ?? 0);
  const addsUp = said.fine + said.interest - said.discount === difference;
  const isRight = addsUp && Math.min(said.fine, said.interest, said.discount) >= 0;
  return { paidCents: cents, parts: isRight ? said : split(Math.max(0, difference), Math.max(0, -difference)) };
}
