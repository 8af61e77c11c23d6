import { lastPayableDateOf, type Slip } from '../../../src/gateway/boleto-terms/figures.rules.ts';
import type { Formats } from '../../i18n/formats.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from '../payments.pt-br.ts';

type Terms = NonNullable<Slip['terms']>;
type Words = Messages<typeof ptBr.terms>;

/** What the terms of a boleto come to, in one line that always stands there. */
export function termsInWords(slip: Slip, t: Words, formats: Formats): string {
  const { dueDate, terms } = slip;
  const charges = terms ? chargesInWords(terms, t, formats) : [];
  const isPayableLate = terms !== null && terms.payableDaysAfterDue > 0;
  return [
    t.dueOn({ day: formats.dayAndMonth(dueDate), weekday: formats.weekday(dueDate) }),
    ...discountsInWords(terms, t, formats).map((words) => t.discountOf({ words })),
    ...(charges.length > 0 ? [t.afterwards({ charges: charges.join(t.and) })] : []),
    isPayableLate ? t.payableUntil({ day: formats.dayAndMonth(lastPayableDateOf(slip)) }) : t.notLater,
  ].join(' ');
}

/** `multa de 2%`, `juros de 1% ao mês`. None where nothing can be paid after the due date. */
export function chargesInWords(terms: Terms, t: Words, { money, exactPercent }: Formats): string[] {
  const { fine, interest, payableDaysAfterDue } = terms;
  if (payableDaysAfterDue === 0) return [];
  return [
    fine &&
      t.fineOf({ figure: 'amountCents' in fine ? money(fine.amountCents) : exactPercent(fine.percentHundredths) }),
    interest &&
      ('dailyAmountCents' in interest
        ? t.interestADay({ figure: money(interest.dailyAmountCents) })
        : t.interestAMonth({ figure: exactPercent(interest.monthlyPercentHundredths) })),
  ].filter((words) => words !== null);
}

/** `5% até 16/11`. */
export function discountsInWords(
  terms: Terms | null,
  t: Words,
  { money, exactPercent, dayAndMonth }: Formats,
): string[] {
  return (terms?.discounts ?? []).map((discount) =>
    t.figureUntil({
      figure: 'amountCents' in discount ? money(discount.amountCents) : exactPercent(discount.percentHundredths),
      day: dayAndMonth(discount.until),
    }),
  );
}
