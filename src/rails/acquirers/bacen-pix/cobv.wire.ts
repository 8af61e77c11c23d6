import { daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import { halfUpOfProduct } from '../../../ground/money/exact.ts';
import type { ChargeRequest } from '../acquirer.ts';
import type { BoletoDiscount, ChargeTerms } from '../boleto.ts';
import { amountToWire, debtorToWire, noteToWire } from './bacen-pix.wire.ts';

const VALUE = 1;
const PERCENT = 2;
/** Interest of a month, over all days of the calendar. */
const PERCENT_A_MONTH = 3;
const WHOLE_HUNDREDTHS = 10_000;

/** A charge with a due date and the terms of its boleto; the bank itself computes what is owed on which day. */
export function cobvToWire(request: ChargeRequest, pixKey: string): object {
  const { amountCents, terms } = request;
  return {
    calendario: calendarToWire(request),
    devedor: debtorToWire(request.payer),
    valor: {
      original: amountToWire(amountCents),
      ...(terms?.fine && { multa: fineToWire(terms.fine) }),
      ...(terms?.interest && { juros: interestToWire(terms.interest) }),
      ...(terms && terms.discounts.length > 0 && { desconto: discountsToWire(terms.discounts, amountCents) }),
    },
    chave: pixKey,
    solicitacaoPagador: noteToWire(request.description),
  };
}

/** The days count from the business day after the due date there, as here. Without them a bank takes thirty. */
export function calendarToWire({ dueDate, terms }: Pick<ChargeRequest, 'dueDate' | 'terms'>): object {
  const dataDeVencimento = dueDate ?? '';
  const days = dueDate && terms ? daysBetween(rollToBusinessDay(dueDate), terms.lastPayableDate) : 0;
  return { dataDeVencimento, validadeAposVencimento: Math.max(0, days) };
}

function fineToWire(fine: NonNullable<ChargeTerms['fine']>): object {
  return 'amountCents' in fine
    ? { modalidade: VALUE, valorPerc: amountToWire(fine.amountCents) }
    : { modalidade: PERCENT, valorPerc: percentToWire(fine.percentHundredths) };
}

function interestToWire(interest: NonNullable<ChargeTerms['interest']>): object {
  return 'dailyAmountCents' in interest
    ? { modalidade: VALUE, valorPerc: amountToWire(interest.dailyAmountCents) }
    : { modalidade: PERCENT_A_MONTH, valorPerc: percentToWire(interest.monthlyPercentHundredths) };
}

/** All of one charge are values, or all are percents: where an order has both, its percents are told as values. */
function discountsToWire(discounts: readonly BoletoDiscount[], amountCents: number): object {
  const arePercents = discounts.every((discount) => 'percentHundredths' in discount);
  return {
    modalidade: arePercents ? PERCENT : VALUE,
    descontoDataFixa: discounts.map((discount) => ({
      data: discount.until,
      valorPerc: arePercents ? percentToWire(hundredthsOf(discount)) : amountToWire(takenBy(discount, amountCents)),
    })),
  };
}

function hundredthsOf(discount: BoletoDiscount): number {
  return 'percentHundredths' in discount ? discount.percentHundredths : 0;
}

function takenBy(discount: BoletoDiscount, amountCents: number): number {
  return 'amountCents' in discount
    ? discount.amountCents
    : halfUpOfProduct(amountCents, discount.percentHundredths, WHOLE_HUNDREDTHS);
}

/** Two decimals, as an amount has. */
const percentToWire = amountToWire;
