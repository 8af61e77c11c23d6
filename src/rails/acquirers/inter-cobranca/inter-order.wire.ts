import { daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import type { ChargeRequest } from '../acquirer.ts';
import {
  addressOf,
  addressProblem,
  cut,
  percentOf,
  personTypeOf,
  reaisOf,
} from '../bank-boletos/boleto-fields.rules.ts';
import type { BoletoDiscount, ChargeTerms, TermsProblem } from '../boleto.ts';

/** What the bank takes, by its own documentation. */
const LEAST_CENTS = 250;
const MOST_CENTS = 9_999_999_999;
const MOST_DAYS = 60;
const MOST_DISCOUNTS = 1;
const MAX = { name: 100, address: 100, extra: 30, district: 60, city: 60, email: 50 } as const;

/** Why the bank would refuse it, in the words of the interface; null: no reason that is known. */
export function orderProblem(request: ChargeRequest): TermsProblem | null {
  const { amountCents, dueDate, terms } = request;
  if (dueDate === null) return { field: 'payment.due_date', reason: 'a boleto needs one' };
  if (amountCents < LEAST_CENTS || amountCents > MOST_CENTS)
    return { field: 'total', reason: `the bank takes boletos of ${LEAST_CENTS} to ${MOST_CENTS} cents` };
  if ((terms?.discounts.length ?? 0) > MOST_DISCOUNTS)
    return { field: 'payment.discounts', reason: `the bank takes at most ${MOST_DISCOUNTS}` };
  if ((terms?.payableDaysAfterDue ?? 0) > MOST_DAYS)
    return { field: 'payment.payable_days_after_due', reason: `the bank takes at most ${MOST_DAYS} days` };
  return addressProblem(request, ['line1', 'zipCode', 'city', 'state']);
}

/** `seuNumero`: what our reference is called there. */
export function orderToWire(request: ChargeRequest, dueDate: string, seuNumero: string): object {
  const { amountCents, terms } = request;
  const [discount] = terms?.discounts ?? [];
  return {
    seuNumero,
    valorNominal: reaisOf(amountCents),
    dataVencimento: dueDate,
    numDiasAgenda: daysAfter(dueDate, terms ?? null),
    pagador: payerToWire(request),
    ...(discount && { desconto: discountToWire(discount, dueDate) }),
    ...(terms?.fine && { multa: fineToWire(terms.fine) }),
    ...(terms?.interest && { mora: interestToWire(terms.interest) }),
  };
}

/** Counted from the ordered day, and we count from the business day after it. */
function daysAfter(dueDate: string, terms: ChargeTerms | null): number {
  return Math.min(daysBetween(dueDate, terms?.lastPayableDate ?? rollToBusinessDay(dueDate)), MOST_DAYS);
}

function payerToWire(request: ChargeRequest): object {
  const { name, document, email } = request.payer;
  const { line1, line2, zipCode, city, state, district } = addressOf(request);
  return {
    cpfCnpj: document,
    tipoPessoa: personTypeOf(document),
    nome: cut(name, MAX.name),
    endereco: cut(line1, MAX.address),
    ...(line2 !== '' && { complemento: cut(line2, MAX.extra) }),
    ...(district !== '' && { bairro: cut(district, MAX.district) }),
    cidade: cut(city, MAX.city),
    uf: state,
    cep: zipCode,
    // An address that is cut off is another one.
    ...(email.length <= MAX.email && { email }),
  };
}

function discountToWire(discount: BoletoDiscount, dueDate: string): object {
  const quantidadeDias = daysBetween(discount.until, dueDate);
  return 'amountCents' in discount
    ? { codigo: 'VALORFIXODATAINFORMADA', quantidadeDias, valor: reaisOf(discount.amountCents) }
    : { codigo: 'PERCENTUALDATAINFORMADA', quantidadeDias, taxa: percentOf(discount.percentHundredths) };
}

function fineToWire(fine: NonNullable<ChargeTerms['fine']>): object {
  return 'amountCents' in fine
    ? { codigo: 'VALORFIXO', valor: reaisOf(fine.amountCents) }
    : { codigo: 'PERCENTUAL', taxa: percentOf(fine.percentHundredths) };
}

function interestToWire(interest: NonNullable<ChargeTerms['interest']>): object {
  return 'dailyAmountCents' in interest
    ? { codigo: 'VALORDIA', valor: reaisOf(interest.dailyAmountCents) }
    : { codigo: 'TAXAMENSAL', taxa: percentOf(interest.monthlyPercentHundredths) };
}
