import { addDays, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import type { ChargeRequest } from '../acquirer.ts';
import { addressOf, addressProblem, cut, percentOf, reaisOf } from '../bank-boletos/boleto-fields.rules.ts';
import type { BoletoDiscount, ChargeTerms, TermsProblem } from '../boleto.ts';

const MOST_CENTS = 9_999_999_999;
const LEAST_CENTS = 100;
const MOST_DISCOUNTS = 3;
const MAX = { name: 50, address: 40, district: 30, city: 40 } as const;
/** A bill for goods, which every cooperative takes. */
const KIND_OF_BILL = 'DM';
/** Printed and handed out by the client, and not by the bank. */
const BY_CLIENT = 2;
const WITH_PIX = 1;
const NUMBERED = ['Primeiro', 'Segundo', 'Terceiro'] as const;

/** Why the bank would refuse it, in the words of the interface; null: no reason that is known. */
export function orderProblem(request: ChargeRequest): TermsProblem | null {
  const { amountCents, dueDate, terms } = request;
  const discounts = terms?.discounts ?? [];
  if (dueDate === null) return { field: 'payment.due_date', reason: 'a boleto needs one' };
  if (amountCents < LEAST_CENTS || amountCents > MOST_CENTS)
    return { field: 'total', reason: `the bank takes boletos of ${LEAST_CENTS} to ${MOST_CENTS} cents` };
  if (discounts.length > MOST_DISCOUNTS)
    return { field: 'payment.discounts', reason: `the bank takes at most ${MOST_DISCOUNTS}` };
  if (new Set(discounts.map((discount) => 'amountCents' in discount)).size > 1)
    return { field: 'payment.discounts', reason: 'the bank takes amounts or percents, and not both' };
  return addressProblem(request, ['line1', 'district', 'zipCode', 'city', 'state']);
}

export interface OrderParts {
  numeroCliente: number;
  codigoModalidade: number;
  numeroContaCorrente: number;
  dueDate: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Our reference stands in two fields, of which every list has the first. */
export function orderToWire(request: ChargeRequest, beginning: string, parts: OrderParts): object {
  const { numeroCliente, codigoModalidade, numeroContaCorrente, dueDate, today } = parts;
  const terms = request.terms ?? null;
  return {
    numeroCliente,
    codigoModalidade,
    numeroContaCorrente,
    codigoEspecieDocumento: KIND_OF_BILL,
    dataEmissao: today,
    dataVencimento: dueDate,
    dataLimitePagamento: terms?.lastPayableDate ?? rollToBusinessDay(dueDate),
    seuNumero: beginning,
    identificacaoBoletoEmpresa: request.reference.slice(beginning.length),
    identificacaoEmissaoBoleto: BY_CLIENT,
    identificacaoDistribuicaoBoleto: BY_CLIENT,
    valor: reaisOf(request.amountCents),
    ...discountsToWire(terms?.discounts ?? []),
    ...lateToWire(terms, addDays(rollToBusinessDay(dueDate), 1)),
    numeroParcela: 1,
    aceite: false,
    pagador: payerToWire(request),
    gerarPdf: false,
    codigoCadastrarPIX: WITH_PIX,
  };
}

function payerToWire(request: ChargeRequest): object {
  const { name, document, email } = request.payer;
  const { line1, line2, zipCode, city, state, district } = addressOf(request);
  return {
    numeroCpfCnpj: document,
    nome: cut(name, MAX.name),
    endereco: cut([line1, line2].filter(Boolean).join(', '), MAX.address),
    bairro: cut(district, MAX.district),
    cidade: cut(city, MAX.city),
    cep: zipCode,
    uf: state,
    email,
  };
}

function discountsToWire(discounts: readonly BoletoDiscount[]): object {
  const [first] = discounts;
  if (!first) return { tipoDesconto: 0 };
  const numbered = discounts.flatMap((discount, index) => {
    const value = 'amountCents' in discount ? reaisOf(discount.amountCents) : percentOf(discount.percentHundredths);
    const name = NUMBERED[index];
    return [[`data${name}Desconto`, discount.until] as const, [`valor${name}Desconto`, value] as const];
  });
  return { tipoDesconto: 'amountCents' in first ? 1 : 2, ...Object.fromEntries(numbered) };
}

/** From the first late day on. Where nobody may pay late, nothing is owed for it, and the bank wants no such day. */
function lateToWire(terms: ChargeTerms | null, from: string): object {
  const isPayableLate = terms !== null && terms.lastPayableDate >= from;
  const fine = isPayableLate ? terms.fine : null;
  const interest = isPayableLate ? terms.interest : null;
  return {
    ...(fine ? { ...fineToWire(fine), dataMulta: from } : { tipoMulta: 0 }),
    ...(interest ? { ...interestToWire(interest), dataJurosMora: from } : { tipoJurosMora: 3 }),
  };
}

function fineToWire(fine: NonNullable<ChargeTerms['fine']>): object {
  return 'amountCents' in fine
    ? { tipoMulta: 1, valorMulta: reaisOf(fine.amountCents) }
    : { tipoMulta: 2, valorMulta: percentOf(fine.percentHundredths) };
}

function interestToWire(interest: NonNullable<ChargeTerms['interest']>): object {
  return 'dailyAmountCents' in interest
    ? { tipoJurosMora: 1, valorJurosMora: reaisOf(interest.dailyAmountCents) }
    : { tipoJurosMora: 2, valorJurosMora: percentOf(interest.monthlyPercentHundredths) };
}
