import { describe, expect, it } from 'vitest';
import type { Slip } from '../../src/gateway/boleto-terms/figures.rules.ts';
import { addDays } from '../../src/ground/brazil/local-dates.rules.ts';
import { formatsOf } from '../../web/i18n/formats.ts';
import { boletoOf, dueDateProblem, dueToday, received } from '../../web/payments/boleto/boleto-figures.ts';
import { emptyDraft, fieldInForm } from '../../web/payments/new-payment/order-draft.ts';
import {
  bodyOfTerms,
  daysOfPayment,
  NO_TERMS,
  problemsOfTerms,
  slipOfDraft,
  type TermsDraft,
  withNewDiscount,
} from '../../web/payments/new-payment/terms-draft.ts';
import { termsInWords } from '../../web/payments/new-payment/terms-words.ts';
import { en } from '../../web/payments/payments.en.ts';
import { ptBr } from '../../web/payments/payments.pt-br.ts';
import type { Details } from '../../web/payments/payments.queries.ts';
import { lateTermsLike, NO_LATE_TERMS, USUAL_LATE_TERMS } from '../../web/ui/forms/late-terms.ts';

/** A Thursday. */
const TODAY = '2026-11-12';
const TOTAL = 20_000;
const usual: TermsDraft = { ...NO_TERMS, ...USUAL_LATE_TERMS, dueDate: '2026-11-19' };
const percent = (value: number) => ({ unit: 'percent', value }) as const;
const amount = (value: number) => ({ unit: 'amount', value }) as const;

describe('terms in the form', () => {
  it('are sent as the interface has them, and blank ones not at all', () => {
    expect(bodyOfTerms(NO_TERMS)).toEqual({});
    const all: TermsDraft = {
      dueDate: '2026-11-19',
      fine: amount(300),
      interest: amount(5),
      payableDays: '15',
      discounts: [
        { key: 1, until: '2026-11-16', ...percent(500) },
        { key: 2, until: '2026-11-17', unit: 'amount', value: null },
        { key: 3, until: '2026-11-19', ...amount(100) },
      ],
    };
    expect(bodyOfTerms(all)).toEqual({
      due_date: '2026-11-19',
      fine: { amount: 300 },
      interest: { daily_amount: 5 },
      payable_days_after_due: 15,
      discounts: [
        { until: '2026-11-16', percent: 500 },
        { until: '2026-11-19', amount: 100 },
      ],
    });
    expect(bodyOfTerms(usual)).toMatchObject({ fine: { percent: 200 }, interest: { monthly_percent: 100 } });
  });

  it('read back, are what was written', () => {
    for (const late of [NO_LATE_TERMS, USUAL_LATE_TERMS, { fine: amount(3), interest: amount(1), payableDays: '0' }]) {
      const {
        due_date: _,
        discounts: __,
        ...body
      } = { due_date: '', discounts: [], ...bodyOfTerms({ ...NO_TERMS, ...late }) };
      expect(lateTermsLike(body)).toEqual(late);
    }
  });

  it.each([
    ['dueDate', { dueDate: '2026-11-11' }, 'dueDate'],
    ['fine', { fine: percent(10_001) }, 'percent'],
    ['payableDays', { payableDays: '121' }, 'payableDays'],
    ['payableDays', { payableDays: 'x' }, 'payableDays'],
    ['until 4', { discounts: [{ key: 4, until: '2026-11-20', ...amount(1) }] }, 'until'],
    ['until 4', { discounts: [{ key: 4, until: '2026-11-11', ...amount(1) }] }, 'until'],
    ['until 4', { discounts: [{ key: 4, until: '', ...amount(1) }] }, 'until'],
    ['discount 4', { discounts: [{ key: 4, until: '2026-11-19', ...amount(TOTAL) }] }, 'discount'],
    [
      'discount 7',
      {
        discounts: [
          { key: 4, until: '2026-11-16', ...amount(1) },
          { key: 7, until: '2026-11-17', ...percent(1) },
        ],
      },
      'discount',
    ],
  ] as const)('have something wrong at %s', (field, changes, problem) => {
    const draft = { ...usual, ...changes } as TermsDraft;
    expect([...problemsOfTerms(draft, TOTAL, TODAY)]).toEqual([[field, problem]]);
  });

  it('with every discount that the form offers by itself are in order', () => {
    let draft = usual;
    for (const count of [1, 2, 3]) {
      draft = { ...draft, discounts: withNewDiscount(draft, TODAY) };
      expect(bodyOfTerms(draft).discounts).toHaveLength(count);
      expect(problemsOfTerms(draft, TOTAL, TODAY).size).toBe(0);
    }
  });

  it('what the interface refuses stands at its field, a discount at the line it was written in', () => {
    const discounts = [
      { key: 2, until: '2026-11-16', unit: 'amount' as const, value: null },
      { key: 5, until: '2026-11-17', ...amount(5) },
    ];
    const draft = { ...emptyDraft(1), terms: { ...usual, discounts } };
    const fields = [
      'payment.fine.percent',
      'payment.interest.daily_amount',
      'payment.payable_days_after_due',
      'payment.due_date',
      'payment.discounts[0].until',
      'payment.discounts[0].amount',
      'payment.discounts',
      'customer.phone.number',
      'customer.address.zip_code',
      'payment.installments',
    ];
    expect(fields.map((field) => fieldInForm(field, draft))).toEqual([
      ...['fine', 'interest', 'payableDays', 'dueDate', 'until 5', 'discount 5', 'discount 5', 'phone', 'zip', null],
    ]);
  });
});

describe('the line that says them', () => {
  const words = (draft: TermsDraft, language: 'pt-BR' | 'en' = 'pt-BR') => {
    const slip = slipOfDraft(draft, TOTAL, TODAY);
    return (
      slip &&
      termsInWords(slip, language === 'en' ? en.terms : ptBr.terms, formatsOf(language)).replaceAll('\u00a0', ' ')
    );
  };

  it('without any, with the usual ones, and with a discount', () => {
    expect(words(NO_TERMS)).toBe('Vence em 15/11 (domingo). Não pode ser pago depois.');
    expect(words(usual)).toBe(
      'Vence em 19/11 (quinta). Depois: multa de 2% e juros de 1% ao mês. Pode ser pago até 19/12.',
    );
    const early = { ...NO_TERMS, dueDate: '2026-11-19', discounts: [{ key: 1, until: '2026-11-16', ...amount(500) }] };
    expect(words(early)).toBe('Vence em 19/11 (quinta). Desconto de R$ 5,00 até 16/11. Não pode ser pago depois.');
    expect(words({ ...usual, payableDays: '0' })).toBe('Vence em 19/11 (quinta). Não pode ser pago depois.');
    expect(words({ ...usual, fine: percent(33) }, 'en')).toContain('a fee of 0.33% and interest of 1% a month');
  });

  it('is not there while something is wrong', () => {
    expect(words({ ...usual, discounts: [{ key: 1, until: '2026-12-01', ...amount(1) }] })).toBeNull();
  });
});

it('the table has what is paid today, on the due date, and 5 and 30 days after it', () => {
  const slip = slipOfDraft({ ...usual, payableDays: '5' }, TOTAL, TODAY);
  expect(
    slip && daysOfPayment(slip, TODAY).map(({ when, day, figures }) => [when, day, figures?.amountDueCents]),
  ).toEqual([
    ['today', TODAY, TOTAL],
    ['due', '2026-11-19', TOTAL],
    ['days5', '2026-11-24', TOTAL + 400 + 33],
    ['days30', '2026-12-19', undefined],
  ]);
});

describe('a boleto that was ordered', () => {
  const details = (changes: object) =>
    ({
      payment_type: 'invoice',
      amount: TOTAL,
      due_date: '2026-11-13',
      fine: { percent: 200 },
      interest: { monthly_percent: 100 },
      discounts: [{ until: '2026-11-10', amount: 500 }],
      payable_days_after_due: 30,
      amount_due: 20_467,
      paid_amount: null,
      fine_paid: null,
      interest_paid: null,
      discount_given: null,
      ...changes,
    }) as unknown as Details;
  const noon = (day: string) => Date.parse(`${day}T15:00:00Z`);

  it('shows what is due today and of what it is made', () => {
    expect(dueToday(details({}), noon('2026-11-23'))).toEqual({
      cents: 20_467,
      parts: { fine: 400, interest: 67, discount: 0 },
    });
    expect(dueToday(details({ amount_due: 19_500 }), noon(addDays('2026-11-10', 0)))).toMatchObject({
      parts: { discount: 500 },
    });
  });

  it('shows no other figure where there is none', () => {
    expect(dueToday(details({ amount_due: TOTAL }), noon('2026-11-12'))).toBeNull();
    expect(dueToday(details({ amount_due: null }), noon('2026-11-23'))).toBeNull();
    expect(received(details({ paid_amount: TOTAL }))).toBeNull();
    expect(boletoOf(details({ payment_type: 'pix' }))).toBeNull();
  });

  it('shows what was received', () => {
    const paid = details({ paid_amount: 20_467, fine_paid: 400, interest_paid: 67, discount_given: 0 });
    expect(received(paid)).toEqual({ cents: 20_467, parts: { fine: 400, interest: 67, discount: 0 } });
  });
});

it('another due date is one from today on, within half a year, and not before the last discount', () => {
  const discounted = { ...usual, discounts: [{ key: 1, until: '2026-11-16', ...percent(500) }] };
  const slip = slipOfDraft(discounted, TOTAL, TODAY) as Slip;
  const problems = [
    '',
    '2026-02-30',
    '2026-11-19',
    '2026-11-11',
    '2026-11-15',
    '2026-11-16',
    '2027-05-11',
    '2027-05-12',
  ];
  expect(problems.map((day) => dueDateProblem(slip, day, TODAY))).toEqual([
    'none',
    'none',
    'same',
    'past',
    'discount',
    null,
    null,
    'far',
  ]);
});
