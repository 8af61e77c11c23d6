import { daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import { halfUpOfProduct } from '../../../ground/money/exact.ts';
import { centsOf, type DueTerms, type Rate, type ValueParts, type Violation } from '../charge.rules.ts';

/** One hundred percent, in hundredths of a percent. */
const WHOLE = 10_000;
const DAYS_OF_A_MONTH = 30;
const DAYS_OF_A_YEAR = 360;
const VALUE = 1;

/**
 * What the receiving bank comes to on the day of payment: a due date on which banks rest is the next day on which they
 * work; then the fine once, and interest for every day of the calendar.
 */
export function valueOn({ dueDate, valor }: DueTerms, day: string): ValueParts {
  const original = centsOf(valor.original);
  const daysLate = Math.max(0, daysBetween(rollToBusinessDay(dueDate), day));
  const multa = valor.multa && daysLate > 0 ? inCents(valor.multa, original) : 0;
  const juros = valor.juros && daysLate > 0 ? interestOf(valor.juros, original, daysLate) : 0;
  const abatimento = valor.abatimento ? inCents(valor.abatimento, original) : 0;
  const counting = (valor.desconto?.descontoDataFixa ?? []).filter(({ data }) => day <= rollToBusinessDay(data));
  const modalidade = valor.desconto?.modalidade ?? VALUE;
  const desconto = Math.max(0, ...counting.map(({ valorPerc }) => inCents({ modalidade, valorPerc }, original)));
  return { original, multa, juros, abatimento, desconto };
}

export function sumOf({ original, multa, juros, abatimento, desconto }: ValueParts): number {
  return original + multa + juros - abatimento - desconto;
}

function inCents({ modalidade, valorPerc }: Rate, original: number): number {
  return modalidade === VALUE ? centsOf(valorPerc) : halfUpOfProduct(original, centsOf(valorPerc), WHOLE);
}

/** By its kind: a value a day, or percent of a day, a month or a year. Those over business days are not played. */
function interestOf({ modalidade, valorPerc }: Rate, original: number, days: number): number {
  const value = centsOf(valorPerc);
  if (modalidade === VALUE) return value * days;
  const period = { 2: 1, 3: DAYS_OF_A_MONTH, 4: DAYS_OF_A_YEAR }[modalidade] ?? DAYS_OF_A_MONTH;
  return halfUpOfProduct(original, value * days, WHOLE * period);
}

/** What the schema cannot say of a charge with a due date. */
export function violationsOfDue({ dueDate, daysAfter, valor }: DueTerms, today: string): Violation[] {
  const { desconto, original } = valor;
  const dated = desconto?.descontoDataFixa ?? [];
  const isDated = desconto !== undefined && desconto.modalidade <= 2;
  const takesAll = ({ valorPerc }: { valorPerc: string }) =>
    inCents({ modalidade: desconto?.modalidade ?? VALUE, valorPerc }, centsOf(original)) >= centsOf(original);
  const found: [boolean, string, string][] = [
    [dueDate < today, 'cobv.calendario.dataDeVencimento', 'é anterior à data de criação da cobrança'],
    [daysAfter < 0, 'cobv.calendario.validadeAposVencimento', 'é menor do que zero'],
    [isDated && dated.length === 0, 'cobv.valor.desconto.descontoDataFixa', 'está vazio'],
    [isDated && desconto.valorPerc !== undefined, 'cobv.valor.desconto.valorPerc', 'encontra-se preenchido'],
    [dated.some(({ data }) => data > dueDate), 'cobv.valor.desconto', 'tem data posterior à de vencimento'],
    [dated.some(takesAll), 'cobv.valor.desconto', 'representa o valor da cobrança ou mais'],
  ];
  return found.flatMap(([isWrong, propriedade, rest]) =>
    isWrong ? [{ razao: `O campo ${propriedade} ${rest}.`, propriedade }] : [],
  );
}
