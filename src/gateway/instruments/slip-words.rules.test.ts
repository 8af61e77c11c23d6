import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { instructionsOf, paymentPlaceOf } from './slip-words.rules.ts';

const FRIDAY = '2026-11-13';
const NONE: BoletoTerms = { fine: null, interest: null, discounts: [], payableDaysAfterDue: 0 };
const slip = (terms: Partial<BoletoTerms> | null, dueDate = FRIDAY, amountCents = 15_000) => ({
  amountCents,
  dueDate,
  terms: terms && { ...NONE, ...terms },
});
const late: Partial<BoletoTerms> = {
  fine: { percentHundredths: 200 },
  interest: { monthlyPercentHundredths: 100 },
  payableDaysAfterDue: 30,
};

describe('the instructions of a slip', () => {
  it('without terms are what they always were', () => {
    expect(instructionsOf(slip(null), true)).toEqual(['Não receber após o vencimento.']);
    expect(paymentPlaceOf(slip(null))).toBe('Pagável em qualquer banco até o vencimento');
    expect(paymentPlaceOf(slip(null), 'Nas casas lotéricas')).toBe('Nas casas lotéricas');
  });

  it('tell percents with what they come to', () => {
    expect(
      instructionsOf(slip({ ...late, discounts: [{ until: '2026-11-06', percentHundredths: 250 }] }), true),
    ).toEqual([
      'Conceder desconto de 2,50% (R$ 3,75) até 06/11/2026.',
      'Após 13/11/2026 cobrar multa de 2,00% (R$ 3,00).',
      'Após 13/11/2026 cobrar juros de 1,00% ao mês (R$ 0,05 ao dia).',
      'Não receber após 13/12/2026.',
    ]);
    expect(paymentPlaceOf(slip(late))).toBe('Pagável em qualquer banco até 13/12/2026');
  });

  it('tell amounts as they are', () => {
    const terms: Partial<BoletoTerms> = {
      fine: { amountCents: 300 },
      interest: { dailyAmountCents: 5 },
      discounts: [
        { until: '2026-11-06', amountCents: 500 },
        { until: FRIDAY, amountCents: 100 },
      ],
      payableDaysAfterDue: 5,
    };
    expect(instructionsOf(slip(terms), true)).toEqual([
      'Conceder desconto de R$ 5,00 até 06/11/2026.',
      'Conceder desconto de R$ 1,00 até 13/11/2026.',
      'Após 13/11/2026 cobrar multa de R$ 3,00.',
      'Após 13/11/2026 cobrar juros de R$ 0,05 ao dia.',
      'Não receber após 18/11/2026.',
    ]);
  });

  it('let charges begin after the business day on which a slip due on a Sunday is in time', () => {
    expect(instructionsOf(slip(late, '2026-11-22'), true)).toEqual([
      'Após 23/11/2026 cobrar multa de 2,00% (R$ 3,00).',
      'Após 23/11/2026 cobrar juros de 1,00% ao mês (R$ 0,05 ao dia).',
      'Não receber após 23/12/2026.',
    ]);
  });

  it('tell no charges where nothing is taken after the due date', () => {
    const discounts = [{ until: '2026-11-06', amountCents: 500 }];
    expect(instructionsOf(slip({ ...late, discounts, payableDaysAfterDue: 0 }), true)).toEqual([
      'Conceder desconto de R$ 5,00 até 06/11/2026.',
      'Não receber após o vencimento.',
    ]);
  });

  it('tell no value a day that would be less than a cent', () => {
    const [, interest] = instructionsOf(slip(late, FRIDAY, 1_000), true);
    expect(interest).toBe('Após 13/11/2026 cobrar juros de 1,00% ao mês.');
  });

  it('say that some banks wait for the registration', () => {
    expect(instructionsOf(slip(null), false).at(-1)).toBe('Alguns bancos só aceitam este boleto depois do registro.');
  });

  it('are at most the seven lines that a slip has room for', () => {
    const discounts = ['2026-11-04', '2026-11-05', '2026-11-06'].map((until) => ({ until, percentHundredths: 100 }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.boolean(), (amountCents, isRegistered) => {
        const lines = instructionsOf(slip({ ...late, discounts }, FRIDAY, amountCents), isRegistered);
        expect(lines).toHaveLength(isRegistered ? 6 : 7);
        for (const line of lines) expect(line.length).toBeLessThan(75);
      }),
    );
  });
});
