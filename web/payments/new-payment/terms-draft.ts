import { DEFAULT_DUE_DAYS } from '../../../src/gateway/boleto-terms/due-days.rules.ts';
import {
  type DueFigures,
  figuresOn,
  lastPayableDateOf,
  type Slip,
} from '../../../src/gateway/boleto-terms/figures.rules.ts';
import { checkTerms, readTerms } from '../../../src/gateway/boleto-terms/terms.rules.ts';
import { addDays, isLocalDate, rollToBusinessDay } from '../../../src/ground/brazil/local-dates.rules.ts';
import {
  bodyOfLateTerms,
  type Figure,
  isPossible,
  type LateTerms,
  type LateTermsProblem,
  NO_LATE_TERMS,
  problemsOfLateTerms,
} from '../../ui/forms/late-terms.ts';

/** Due date, fine, interest and discounts of a boleto, as a person writes them. */
export interface TermsDraft extends LateTerms {
  /** Blank: the usual one. */
  dueDate: string;
  discounts: DiscountDraft[];
}

export interface DiscountDraft extends Figure {
  key: number;
  until: string;
}

export const NO_TERMS: TermsDraft = { ...NO_LATE_TERMS, dueDate: '', discounts: [] };
export const MOST_DISCOUNTS = 3;
const FIRST_DISCOUNT = 500;
/** The largest that a test of limits can take: what is left for whom only the server knows. */
const UNKNOWN_NET = Number.MAX_SAFE_INTEGER;

export type TermsProblem = LateTermsProblem | 'dueDate' | 'until' | 'discount';

export function dueDateOf({ dueDate }: TermsDraft, today: string): string {
  return isLocalDate(dueDate) ? dueDate : addDays(today, DEFAULT_DUE_DAYS);
}

/** One more, for a person to change: a day earlier than the first, and twice as much. */
export function withNewDiscount(draft: TermsDraft, today: string): DiscountDraft[] {
  const { discounts } = draft;
  const [first] = discounts;
  const key = Math.max(0, ...discounts.map((discount) => discount.key)) + 1;
  const dueDate = dueDateOf(draft, today);
  if (!first) return [{ key, until: dueDate, unit: 'percent', value: FIRST_DISCOUNT }];
  const until = addDays(isLocalDate(first.until) ? first.until : dueDate, -1);
  return [{ ...first, key, until, value: first.value === null ? null : 2 * first.value }, ...discounts];
}

/** The members of `payment` in an order. A discount without a figure is none. */
export function bodyOfTerms(draft: TermsDraft) {
  const discounts = writtenDiscounts(draft).map(({ until, unit, value }) => ({ until, [unit]: value as number }));
  return {
    ...(draft.dueDate === '' ? {} : { due_date: draft.dueDate }),
    ...bodyOfLateTerms(draft),
    ...(discounts.length > 0 ? { discounts } : {}),
  };
}

function writtenDiscounts({ discounts }: TermsDraft): DiscountDraft[] {
  return discounts.filter(({ value }) => value !== null && value > 0);
}

/** What is wrong, by the field it stands at; `until 1` and `discount 1` for the discounts. */
export function problemsOfTerms(draft: TermsDraft, totalCents: number, today: string): Map<string, TermsProblem> {
  const problems = new Map<string, TermsProblem>(problemsOfLateTerms(draft));
  if (draft.dueDate !== '' && (!isLocalDate(draft.dueDate) || draft.dueDate < today))
    problems.set('dueDate', 'dueDate');
  for (const discount of draft.discounts)
    if (!isPossible(discount)) problems.set(`discount ${discount.key}`, 'percent');
  if (problems.size > 0) return problems;
  const fault = faultOf(() => checkedSlip(draft, totalCents, today));
  const field = fault && formFieldOf(fault, draft);
  if (field) problems.set(field, field.startsWith('until') ? 'until' : 'discount');
  return problems;
}

/** The boleto that would be issued; null while something is wrong with it. */
export function slipOfDraft(draft: TermsDraft, totalCents: number, today: string): Slip | null {
  try {
    return checkedSlip(draft, totalCents, today);
  } catch {
    return null;
  }
}

/** By the rules of the service itself; what only it knows, it judges when it is asked. */
function checkedSlip(draft: TermsDraft, totalCents: number, today: string): Slip {
  const dueDate = dueDateOf(draft, today);
  const terms = readTerms({ type: 'invoice', ...bodyOfTerms(draft) }, totalCents, today);
  if (terms) checkTerms(terms, { totalCents, dueDate, primaryNetCents: UNKNOWN_NET, hasLateCaps: false });
  return { amountCents: totalCents, dueDate, terms };
}

function faultOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    const { context } = error as { context?: { field?: string } };
    return context?.field ?? null;
  }
}

/** Where in the form a field of the interface stands; null: nowhere. */
export function formFieldOf(apiField: string, draft: TermsDraft): string | null {
  if (apiField.startsWith('payment.fine')) return 'fine';
  if (apiField.startsWith('payment.interest')) return 'interest';
  if (apiField === 'payment.payable_days_after_due') return 'payableDays';
  if (apiField === 'payment.due_date') return 'dueDate';
  const [, index, member] = /^payment\.discounts(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(apiField) ?? [];
  const discount = writtenDiscounts(draft)[Number(index ?? 0)];
  if (!apiField.startsWith('payment.discounts') || !discount) return null;
  return `${member === 'until' ? 'until' : 'discount'} ${discount.key}`;
}

export interface DayOfPayment {
  when: 'today' | 'due' | 'days5' | 'days30';
  day: string;
  /** Null: it cannot be paid any more then. */
  figures: DueFigures | null;
}

/** What a customer pays on the days that people ask about. */
export function daysOfPayment(slip: Slip, today: string): DayOfPayment[] {
  const inTime = rollToBusinessDay(slip.dueDate);
  const lastDay = lastPayableDateOf(slip);
  const on = (when: DayOfPayment['when'], day: string): DayOfPayment => ({
    when,
    day,
    figures: day <= lastDay ? figuresOn(slip, day) : null,
  });
  return [
    on('today', today),
    on('due', slip.dueDate),
    on('days5', addDays(inTime, 5)),
    on('days30', addDays(inTime, 30)),
  ];
}
