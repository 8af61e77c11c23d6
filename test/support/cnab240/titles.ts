import fc from 'fast-check';
import { addDays, rollToBusinessDay } from '../../../src/ground/brazil/calendar.rules.ts';
import { type CnabProfileName, cnabProfile } from '../../../src/rails/cnab240/layout/profiles.rules.ts';
import type {
  Discount,
  RemessaTitle,
  Title,
  TitlePayer,
  TitleTerms,
} from '../../../src/rails/cnab240/layout/title.rules.ts';

/** Words as people write them, and as banks take them. */
export const WORDS: Readonly<Record<string, string>> = {
  João: 'JOAO',
  Conceição: 'CONCEICAO',
  Müller: 'MULLER',
  Łukasz: 'LUKASZ',
  'D’Ávila': 'D AVILA',
  Иван: 'IVAN',
  nº: 'NO',
  '12': '12',
  da: 'DA',
};

const words = (most: number) =>
  fc.array(fc.constantFrom(...Object.keys(WORDS)), { minLength: 1, maxLength: most }).map((each) => each.join(' '));

const payers: fc.Arbitrary<TitlePayer> = fc.record({
  name: words(9),
  document: fc.constantFrom('52998224725', '11222333000181'),
  address: words(9),
  zipCode: fc.stringMatching(/^[0-9]{8}$/),
  city: words(4),
  state: fc.constantFrom('SP', 'RJ', 'AC'),
});

const days = (from: string, least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => addDays(from, count));

const FINES = fc.oneof(
  fc.constant(null),
  fc.record({ percentHundredths: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ amountCents: fc.integer({ min: 1, max: 999 }) }),
);
const INTERESTS = fc.oneof(
  fc.constant(null),
  fc.record({ monthlyPercentHundredths: fc.integer({ min: 30, max: 100 }) }),
  fc.record({ dailyAmountCents: fc.integer({ min: 1, max: 999 }) }),
);
const DISCOUNTS = fc.array(
  fc.oneof(
    fc.record({ percentHundredths: fc.integer({ min: 10, max: 5_000 }) }),
    fc.record({ amountCents: fc.integer({ min: 1, max: 500 }) }),
  ),
  { maxLength: 3 },
);

/** Titles that the bank takes, of every kind of term and movement. */
export function titlesOf(name: CnabProfileName): fc.Arbitrary<RemessaTitle> {
  const { limits } = cnabProfile(name);
  const dates = days('2026-01-01', 0, 3_000).chain((dueDate) =>
    fc.record({
      dueDate: fc.constant(dueDate),
      issuedOn: days(dueDate, -90, 0),
      lastPayableDate: days(rollToBusinessDay(dueDate), 0, 50),
    }),
  );
  return fc
    .record({
      dates,
      sequence: fc.integer({ min: 1, max: 99_999 }),
      year: fc.integer({ min: 2026, max: 2034 }),
      reference: fc.stringMatching(/^[a-zA-Z0-9_-]{1,25}$/),
      documentNumber: fc.stringMatching(/^[A-Z0-9/-]{1,15}$/),
      amountCents: fc.integer({ min: 10_000, max: 9_999_999_999 }),
      payer: payers,
      fine: FINES,
      interest: INTERESTS,
      discounts: DISCOUNTS,
      movement: fc.constantFrom('entry' as const, 'entry' as const, 'write_off' as const, 'new_due_date' as const),
    })
    .map(({ dates: { dueDate, issuedOn, lastPayableDate }, fine, discounts, ...title }) => ({
      ...title,
      ...{ dueDate, issuedOn, lastPayableDate },
      fine: fine && 'amountCents' in fine && !limits.takesFineAmounts ? null : fine,
      discounts: discounts
        .slice(0, limits.discounts)
        .map((discount, index): Discount => ({ ...discount, until: addDays(dueDate, index - 9) })),
    }));
}

/** A boleto as it was ordered, and the day that its payer wants instead: with weekends and holidays, or before them. */
export function changesOf(name: CnabProfileName): fc.Arbitrary<{ ordered: TitleTerms; dueDate: string }> {
  return fc
    .record({
      title: titlesOf(name),
      payableDays: fc.integer({ min: 0, max: 120 }),
      dueDate: days('2026-01-01', 0, 3_000),
    })
    .map(({ title, payableDays, dueDate }) => ({
      ordered: { ...title, lastPayableDate: addDays(rollToBusinessDay(title.dueDate), payableDays) },
      dueDate,
    }));
}

export const TITLE: Title = {
  sequence: 5,
  year: 2026,
  reference: 'pay_01J9',
  documentNumber: 'PED-000042',
  issuedOn: '2026-11-17',
  dueDate: '2026-11-30',
  lastPayableDate: '2026-12-30',
  amountCents: 15_000,
  payer: {
    ...{ name: 'Fulano de Tal', document: '52998224725', address: 'Rua das Flores, 10' },
    ...{ zipCode: '01310100', city: 'São Paulo', state: 'SP' },
  },
  fine: null,
  interest: null,
  discounts: [],
};
