import { addDays, rollToBusinessDay } from '../../ground/brazil/calendar.rules.ts';
import { formatCents, formatLocalDate } from '../../ground/brazil/printable-text.rules.ts';
import type { BoletoDiscount, BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { dailyInterestOf, discountOf, figuresOn, lastPayableDateOf, type Slip } from '../boleto-terms/figures.rules.ts';

/** What a slip says at the left of its figures, in the words that banks use: a cashier reads these every day. */
export function instructionsOf(slip: Slip, isRegistered: boolean): string[] {
  const { terms } = slip;
  // What is owed only after the last day on which it is taken is never owed: a cashier would read two orders.
  const charges = isPayableLate(slip) ? terms : null;
  return [
    ...(terms?.discounts ?? []).map((discount) => discountWords(slip, discount)),
    ...(charges?.fine ? [fineWords(slip, charges.fine)] : []),
    ...(charges?.interest ? [interestWords(slip, charges.interest)] : []),
    payableWords(slip),
    ...(isRegistered ? [] : ['Alguns bancos só aceitam este boleto depois do registro.']),
  ];
}

/** Where and until when it can be paid, or the words that its bank wants there. */
export function paymentPlaceOf(slip: Pick<Slip, 'dueDate' | 'terms'>, wanted?: string): string {
  if (wanted) return wanted;
  const until = isPayableLate(slip) ? formatLocalDate(lastPayableDateOf(slip)) : 'o vencimento';
  return `Pagável em qualquer banco até ${until}`;
}

function payableWords(slip: Slip): string {
  return isPayableLate(slip)
    ? `Não receber após ${formatLocalDate(lastPayableDateOf(slip))}.`
    : 'Não receber após o vencimento.';
}

function isPayableLate({ terms }: Pick<Slip, 'terms'>): boolean {
  return terms !== null && terms.payableDaysAfterDue > 0;
}

/** The day that the shop named: a bank may not wait for the business day after it, so no later one is promised. */
function discountWords({ amountCents }: Slip, discount: BoletoDiscount): string {
  const reais = `R$ ${formatCents(discountOf(amountCents, discount))}`;
  const figure = 'amountCents' in discount ? reais : `${percentWords(discount.percentHundredths)} (${reais})`;
  return `Conceder desconto de ${figure} até ${formatLocalDate(discount.until)}.`;
}

/** From the business day on which it could still be paid in time. */
function fineWords(slip: Slip, fine: NonNullable<BoletoTerms['fine']>): string {
  const inTime = rollToBusinessDay(slip.dueDate);
  const reais = `R$ ${formatCents(figuresOn(slip, addDays(inTime, 1)).fineCents)}`;
  const figure = 'amountCents' in fine ? reais : `${percentWords(fine.percentHundredths)} (${reais})`;
  return `Após ${formatLocalDate(inTime)} cobrar multa de ${figure}.`;
}

function interestWords(slip: Slip, interest: NonNullable<BoletoTerms['interest']>): string {
  const inTime = rollToBusinessDay(slip.dueDate);
  return `Após ${formatLocalDate(inTime)} cobrar juros de ${interestFigure(interest, dailyInterestOf(slip))}.`;
}

/** Of a small sum less than a cent is owed a day: a zero would read as if nothing were. */
function interestFigure(interest: NonNullable<BoletoTerms['interest']>, dailyCents: number): string {
  const daily = `R$ ${formatCents(dailyCents)} ao dia`;
  if ('dailyAmountCents' in interest) return daily;
  const monthly = `${percentWords(interest.monthlyPercentHundredths)} ao mês`;
  return dailyCents > 0 ? `${monthly} (${daily})` : monthly;
}

/** `200` as `2,00%`. */
function percentWords(hundredths: number): string {
  return `${formatCents(hundredths)}%`;
}
