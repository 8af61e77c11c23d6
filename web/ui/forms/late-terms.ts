/** What is owed of a boleto beyond its amount, as a person writes it. */
export interface LateTerms {
  fine: Figure;
  interest: Figure;
  payableDays: string;
}

/** Hundredths of a percent, or cents; null or nothing: none. */
export interface Figure {
  unit: 'percent' | 'amount';
  value: number | null;
}

export const NO_LATE_TERMS: LateTerms = {
  fine: { unit: 'percent', value: null },
  interest: { unit: 'percent', value: null },
  payableDays: '',
};

/** What consumer law allows, and most shops take. */
export const USUAL_LATE_TERMS: LateTerms = {
  fine: { unit: 'percent', value: 200 },
  interest: { unit: 'percent', value: 100 },
  payableDays: '',
};

export const MOST_PAYABLE_DAYS = 120;
/** More than the whole is no percent. */
const WHOLE_PERCENT = 10_000;

export type LateTermsProblem = 'percent' | 'payableDays';

/** What is wrong, by the field it stands at. */
export function problemsOfLateTerms(late: LateTerms): Map<string, LateTermsProblem> {
  const problems = new Map<string, LateTermsProblem>();
  for (const field of ['fine', 'interest'] as const) if (!isPossible(late[field])) problems.set(field, 'percent');
  const days = late.payableDays.trim();
  if (days !== '' && !(/^\d{1,3}$/.test(days) && Number(days) <= MOST_PAYABLE_DAYS))
    problems.set('payableDays', 'payableDays');
  return problems;
}

export function isPossible({ unit, value }: Figure): boolean {
  return unit === 'amount' || value === null || value <= WHOLE_PERCENT;
}

/** As the interface wants it: what was left blank is left out. */
export function bodyOfLateTerms({ fine, interest, payableDays }: LateTerms) {
  return {
    ...(fine.value ? { fine: fine.unit === 'percent' ? { percent: fine.value } : { amount: fine.value } } : {}),
    ...(interest.value
      ? {
          interest:
            interest.unit === 'percent' ? { monthly_percent: interest.value } : { daily_amount: interest.value },
        }
      : {}),
    ...(/^\d+$/.test(payableDays.trim()) ? { payable_days_after_due: Number(payableDays) } : {}),
  };
}

interface ReadLateTerms {
  fine?: { percent?: number; amount?: number } | null;
  interest?: { monthly_percent?: number; daily_amount?: number } | null;
  payable_days_after_due?: number | null;
}

/** What was sent once, to be written anew. */
export function lateTermsLike({ fine, interest, payable_days_after_due: days }: ReadLateTerms): LateTerms {
  const figure = (percent: number | undefined, amount: number | undefined): Figure =>
    amount === undefined ? { unit: 'percent', value: percent ?? null } : { unit: 'amount', value: amount };
  return {
    fine: figure(fine?.percent, fine?.amount),
    interest: figure(interest?.monthly_percent, interest?.daily_amount),
    payableDays: typeof days === 'number' ? String(days) : '',
  };
}
