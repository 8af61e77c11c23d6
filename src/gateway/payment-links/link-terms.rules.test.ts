import { describe, expect, it } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import { checkLinkTerms, refuseDiscounts, storedTerms, termsOfLink } from './link-terms.rules.ts';

const TODAY = '2026-11-13';
const NONE = { fine: null, interest: null, payable_days_after_due: null };
const usual = { ...NONE, fine: { percent: 200 }, interest: { monthly_percent: 100 } };
const link = (terms: object, changes: object = {}) => ({
  items: [{ name: 'Camiseta', quantity: 1, price: 10_000 }],
  shipping: { name: 'Sedex', price: 1_000 },
  quantity: null,
  open_amount: null,
  methods: ['pix', 'invoice'] as ('pix' | 'invoice')[],
  ...NONE,
  ...terms,
  ...changes,
});
const fieldOf = (terms: object, changes: object = {}, hasLateCaps = true) => {
  try {
    checkLinkTerms(link(terms, changes), hasLateCaps, TODAY);
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.context.field : error;
  }
};

describe('the terms of a link', () => {
  it('are those of a boleto through it, and of no PIX', () => {
    expect(termsOfLink(usual, 'invoice', 10_000, TODAY)).toEqual({
      fine: { percentHundredths: 200 },
      interest: { monthlyPercentHundredths: 100 },
      discounts: [],
      payableDaysAfterDue: 30,
    });
    expect(termsOfLink(usual, 'pix', 10_000, TODAY)).toBeNull();
    expect(termsOfLink(NONE, 'invoice', 10_000, TODAY)).toBeNull();
  });

  it.each([
    ['fine', { fine: {} }],
    ['fine.percent', { fine: { percent: 201 } }],
    ['interest.monthly_percent', { interest: { monthly_percent: 101 } }],
    ['fine.amount', { fine: { amount: 221 } }],
    ['interest.daily_amount', { interest: { daily_amount: 4 } }],
  ])('are refused for %s, named as the link has it', (field, terms) => {
    expect(fieldOf(terms)).toBe(field);
  });

  it('are judged by the smallest order that a payer may choose', () => {
    expect(fieldOf({ fine: { amount: 220 } })).toBeNull();
    expect(fieldOf({ fine: { amount: 421 } }, { quantity: { min: 2, max: 3 } })).toBe('fine.amount');
    expect(fieldOf({ fine: { amount: 420 } }, { quantity: { min: 2, max: 3 } })).toBeNull();
    const open = { items: [], open_amount: { min: 1_000, max: 99_000, suggested: [] } };
    expect(fieldOf({ fine: { amount: 41 } }, open)).toBe('fine.amount');
    expect(fieldOf({ fine: { amount: 40 } }, open)).toBeNull();
  });

  it('may be more where the operator lets them, and are for links that take boletos', () => {
    expect(fieldOf({ fine: { percent: 1_000 } }, {}, false)).toBeNull();
    expect(fieldOf(usual, { methods: ['pix'] })).toBe('fine');
    expect(fieldOf({}, { methods: ['pix'] })).toBeNull();
  });

  it('are without discounts', () => {
    for (const discounts of [[{ until: TODAY, percent: 500 }], { percent: 500 }, 'yes', null])
      expect(() => refuseDiscounts({ discounts })).toThrow(
        expect.objectContaining({ context: { field: 'discounts' } }),
      );
    expect(() => refuseDiscounts({ discounts: [] })).not.toThrow();
    expect(() => refuseDiscounts({})).not.toThrow();
  });

  it('are stored as they were named, and nothing else', () => {
    const more = { fine: { percent: 100, note: 'x' }, interest: { daily_amount: 1 }, payable_days_after_due: 0 };
    expect(storedTerms(more)).toEqual({
      fine: { percent: 100 },
      interest: { daily_amount: 1 },
      payable_days_after_due: 0,
    });
    expect(storedTerms({})).toEqual(NONE);
  });
});
