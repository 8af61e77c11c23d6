import { describe, expect, it } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { checkTerms, readTerms, type TermsLimits, termsToday } from './terms.rules.ts';
import type { TermsBody } from './terms.schemas.ts';

const TODAY = '2026-11-10';
const read = (body: TermsBody, type = 'invoice') => readTerms({ ...body, type }, 10_000, TODAY);

/** The field at fault; null where there is none. */
function fault(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.context.field ?? error.code;
  }
}

describe('the terms in an order', () => {
  it('are none unless something is asked for', () => {
    expect(read({})).toBeNull();
    expect(read({ payable_days_after_due: 0, discounts: [] })).toBeNull();
    expect(read({ payable_days_after_due: 5 })).toEqual({
      fine: null,
      interest: null,
      discounts: [],
      payableDaysAfterDue: 5,
    });
  });

  it('leave a month to pay where something is owed besides, unless they say otherwise', () => {
    expect(read({ fine: { percent: 200 } })).toMatchObject({
      fine: { percentHundredths: 200 },
      payableDaysAfterDue: 30,
    });
    expect(read({ interest: { daily_amount: 3 } })).toMatchObject({
      interest: { dailyAmountCents: 3 },
      payableDaysAfterDue: 30,
    });
    expect(read({ interest: { monthly_percent: 100 }, payable_days_after_due: 0 })).toMatchObject({
      interest: { monthlyPercentHundredths: 100 },
      payableDaysAfterDue: 0,
    });
    expect(read({ discounts: [{ until: TODAY, amount: 100 }] })).toMatchObject({ payableDaysAfterDue: 0 });
  });

  it('are of one kind each, and only a boleto has them', () => {
    const of = (body: TermsBody, type?: string) => fault(() => read(body, type));
    expect(of({ fine: { percent: 200 } }, 'pix')).toBe('payment.fine');
    expect(of({ payable_days_after_due: 0 }, 'pix')).toBe('payment.payable_days_after_due');
    expect(of({ fine: {} })).toBe('payment.fine');
    expect(of({ fine: { percent: 1, amount: 1 } })).toBe('payment.fine');
    expect(of({ interest: {} })).toBe('payment.interest');
    expect(of({ discounts: [{ until: TODAY }] })).toBe('payment.discounts[0]');
    expect(of({ fine: { amount: 1 }, interest: { daily_amount: 1 } })).toBeNull();
  });

  it('have discounts whose days rise and whose figures fall, none of them over or for everything', () => {
    const of = (...discounts: NonNullable<TermsBody['discounts']>) => fault(() => read({ discounts }));
    const [first, second] = [
      { until: '2026-11-12', percent: 500 },
      { until: '2026-11-13', amount: 499 },
    ];
    expect(of(first, second)).toBeNull();
    expect(of(first, { ...second, amount: 500 })).toBe('payment.discounts[1].amount');
    expect(of(first, { ...first, percent: 400 })).toBe('payment.discounts[1].until');
    expect(of({ until: '2026-11-09', amount: 1 })).toBe('payment.discounts[0].until');
    expect(of({ until: '2026-02-30', amount: 1 })).toBe('payment.discounts[0].until');
    expect(of({ until: TODAY, percent: 10_000 })).toBe('payment.discounts[0].percent');
    expect(of({ until: TODAY, amount: 10_000 })).toBe('payment.discounts[0].amount');
    expect(of({ until: TODAY, amount: 9_999 })).toBeNull();
  });

  it('leave something to pay also at a bank that rounds a discount up', () => {
    const of = (percent: number) =>
      fault(() => readTerms({ type: 'invoice', discounts: [{ until: TODAY, percent }] }, 500, TODAY));
    // 499.25 and 499.0 cents.
    expect([of(9_985), of(9_980)]).toEqual(['payment.discounts[0].percent', null]);
  });
});

describe('what is allowed', () => {
  const none: BoletoTerms = { fine: null, interest: null, discounts: [], payableDaysAfterDue: 0 };
  const limits: TermsLimits = { totalCents: 10_000, dueDate: '2026-11-20', primaryNetCents: 9_000, hasLateCaps: true };
  const of = (terms: Partial<BoletoTerms>, changes: Partial<TermsLimits> = {}) =>
    fault(() => checkTerms({ ...none, ...terms }, { ...limits, ...changes }));

  it('is what consumer law has, unless the operator lifts it', () => {
    expect(of({ fine: { percentHundredths: 200 }, interest: { monthlyPercentHundredths: 100 } })).toBeNull();
    expect(of({ fine: { percentHundredths: 201 } })).toBe('payment.fine.percent');
    expect(of({ fine: { amountCents: 200 } })).toBeNull();
    expect(of({ fine: { amountCents: 201 } })).toBe('payment.fine.amount');
    expect(of({ interest: { monthlyPercentHundredths: 101 } })).toBe('payment.interest.monthly_percent');
    expect(of({ interest: { dailyAmountCents: 3 } })).toBeNull();
    expect(of({ interest: { dailyAmountCents: 4 } })).toBe('payment.interest.daily_amount');
    expect(
      of({ fine: { percentHundredths: 201 }, interest: { dailyAmountCents: 4 } }, { hasLateCaps: false }),
    ).toBeNull();
  });

  it('is a discount until the due date that its bearer can pay', () => {
    expect(of({ discounts: [{ until: '2026-11-20', amountCents: 9_000 }] })).toBeNull();
    expect(of({ discounts: [{ until: '2026-11-21', amountCents: 1 }] })).toBe('payment.discounts[0].until');
    expect(of({ discounts: [{ until: '2026-11-20', amountCents: 9_001 }] })).toBe('payment.discounts[0].amount');
    expect(of({ discounts: [{ until: '2026-11-20', percentHundredths: 9_001 }] })).toBe('payment.discounts[0].percent');
  });

  it('is a discount that its bearer can pay also at a bank that rounds it up', () => {
    const third = { discounts: [{ until: '2026-11-20', percentHundredths: 333 }] };
    // 333.333 cents.
    expect(of(third, { totalCents: 10_010, primaryNetCents: 333 })).toBe('payment.discounts[0].percent');
    expect(of(third, { totalCents: 10_010, primaryNetCents: 334 })).toBeNull();
  });

  it('is kept of an order that is tried again, without the discounts that are over', () => {
    const discounts = [
      { until: '2026-11-09', amountCents: 2 },
      { until: TODAY, amountCents: 1 },
    ];
    expect(termsToday({ ...none, discounts }, TODAY)?.discounts).toEqual([{ until: TODAY, amountCents: 1 }]);
    expect(termsToday(null, TODAY)).toBeNull();
    expect(termsToday({ ...none, discounts: discounts.slice(0, 1) }, TODAY)).toBeNull();
    expect(termsToday({ ...none, payableDaysAfterDue: 1 }, TODAY)).not.toBeNull();
  });
});
