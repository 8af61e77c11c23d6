import { maskDocument } from '../../../ground/brazil/documents.rules.ts';
import { centsOfDecimal } from '../../../ground/money/reais.ts';
import type { AcquirerCharge, AcquirerStatus, CallbackReading, ReceivedPayment } from '../acquirer.ts';
import { type Reading, readItems } from '../answer-check.ts';
import { bankDay, bankMoment } from '../bank-boletos/bank-days.ts';
import { slipProblem } from '../bank-boletos/boleto-fields.rules.ts';
import { beginningOf, isBeginning } from '../bank-boletos/short-reference.rules.ts';
import type { BoletoInstrument, ReceivedBoleto } from '../boleto.ts';
import { parseForeignJson } from '../foreign-json.ts';
import {
  type PaidMovement,
  readAnswerBody,
  readLinesBody,
  readPaidBody,
  readPastBody,
  type Slip,
} from './sicoob-bodies.ts';

/** As they are printed on its slips. */
const BANK = { bankCode: '756', bankCodeCheckDigit: '0', bankName: 'Sicoob' };
const FREE_FIELD_AT = 19;
const PIX_CODE = /^000201[\x20-\x7e]{10,993}$/;
const PAID_HISTORY = /liquida/i;
const BY_PIX = /pix/i;
/** As deep as a callback may hold numbers of slips. */
const DEEPEST = 5;

export type Situation = 'OPEN' | 'WRITTEN_OFF' | 'PAID';
const SITUATIONS: Readonly<Record<string, Situation>> = {
  'em aberto': 'OPEN',
  baixado: 'WRITTEN_OFF',
  liquidado: 'PAID',
};

/** The slip as the bank has it, without the money that it brought. */
export interface ReadSlip {
  slip: Slip;
  amountCents: number;
  situation: Situation;
  boleto: BoletoInstrument | null;
  pixQrCode: string | null;
  dueDate: string;
  /** On which day it was paid, by its history; null where that does not tell. */
  paidOn: string | null;
  oddItems: string[];
}

/** Of the charge with this reference. */
export function readSlip(body: unknown, reference: string): Reading<ReadSlip> {
  const reading = readAnswerBody(body);
  if (!reading.ok) return reading;
  const slip = reading.value.resultado;
  if (slip.seuNumero !== beginningOf(reference)) return { ok: false, field: 'resultado.seuNumero' };
  const amountCents = centsOf(slip.valor);
  if (amountCents === null) return { ok: false, field: 'resultado.valor' };
  const dueDate = bankDay(slip.dataVencimento);
  if (dueDate === null) return { ok: false, field: 'resultado.dataVencimento' };
  // The answer to an order has none: what was just registered is open.
  const situation = SITUATIONS[(slip.situacaoBoleto ?? 'em aberto').trim().toLowerCase()];
  if (situation === undefined) return { ok: false, field: 'resultado.situacaoBoleto' };
  const history = readItems(slip.listaHistorico, 'resultado.listaHistorico', readPastBody);
  const paid = history.items.findLast(({ descricaoHistorico }) => PAID_HISTORY.test(descricaoHistorico));
  const lines = readLines(slip, amountCents);
  const pixQrCode = typeof slip.qrCode === 'string' && PIX_CODE.test(slip.qrCode) ? slip.qrCode : null;
  // An account without PIX has no code, or an empty one.
  const isOddCode = pixQrCode === null && slip.qrCode !== undefined && slip.qrCode !== '';
  return {
    ok: true,
    value: {
      slip,
      amountCents,
      situation,
      boleto: lines.ok ? lines.value : null,
      pixQrCode,
      dueDate,
      paidOn: paid ? bankDay(paid.dataHistorico) : null,
      oddItems: [
        ...history.oddItems,
        ...(lines.ok ? [] : [`resultado.${lines.field}`]),
        ...(isOddCode ? ['resultado.qrCode'] : []),
      ],
    },
  };
}

/** Free field: wallet 1, cooperative 4, modality 2, client 7, our number 8, instalment 3. */
function readLines(slip: Slip, amountCents: number): Reading<BoletoInstrument> {
  const reading = readLinesBody(slip);
  if (!reading.ok) return reading;
  const { codigoBarras: barcode, linhaDigitavel: digitableLine } = reading.value;
  const problem = slipProblem({ barcode, digitableLine }, { bankCode: BANK.bankCode, amountCents });
  if (problem !== null) return { ok: false, field: problem === 'line' ? 'linhaDigitavel' : 'codigoBarras' };
  const free = barcode.slice(FREE_FIELD_AT);
  return {
    ok: true,
    value: {
      ...BANK,
      barcode,
      digitableLine,
      beneficiaryCode: `${free.slice(1, 5)} / ${free.slice(7, 14)}`,
      ourNumber: `${free.slice(14, 21)}-${free.slice(21, 22)}`,
      wallet: free.slice(0, 1),
    },
  };
}

/** `paid`: what the bank's file says that it brought; null where no file has told yet. */
export function chargeOf(
  { slip, amountCents, situation, boleto, pixQrCode, dueDate, oddItems }: ReadSlip,
  paid: Money | null,
  asked: { reference: string; provider: string },
): AcquirerCharge {
  const transactionId = String(slip.nossoNumero);
  const status = statusOf(situation, paid);
  const issuedAt = bankMoment(slip.dataEmissao ?? '');
  return {
    transactionId,
    // It has no id of the payment itself; a slip is paid once.
    endToEndId: paid ? transactionId : null,
    reference: asked.reference,
    status,
    amountCents: paid?.received.paidCents ?? amountCents,
    provider: asked.provider,
    history: [
      ...(issuedAt ? [{ status: 'WAITING_PAYMENT', createdAt: issuedAt.toISOString() }] : []),
      ...(paid ? [{ status: 'PAID', createdAt: paid.paidAt.toISOString() }] : []),
      // The bank does not say when; the day of its issue is the last that is known.
      ...(status === 'CANCELLED' && issuedAt ? [{ status, createdAt: issuedAt.toISOString() }] : []),
    ],
    payer: payerOf(slip),
    paidAt: paid?.paidAt ?? null,
    refundedAmountCents: 0,
    instrument: { pixQrCode, boleto },
    registration: { status: 'REGISTERED', registeredAt: null, reason: null },
    received: paid?.received ?? null,
    dueDate,
    lastPayableDate: bankDay(slip.dataLimitePagamento ?? ''),
    ...(oddItems.length > 0 && { oddItems }),
  };
}

/** Paid, and nobody has told how much: that is no payment yet. */
function statusOf(situation: Situation, paid: Money | null): AcquirerStatus {
  if (paid) return 'PAID';
  if (situation === 'OPEN') return 'WAITING_PAYMENT';
  return situation === 'PAID' ? 'WAITING_CONFIRMATION' : 'CANCELLED';
}

function payerOf({ pagador }: Slip): AcquirerCharge['payer'] {
  if (!pagador?.nome || !pagador.numeroCpfCnpj) return null;
  return { fullName: pagador.nome, document: maskDocument(pagador.numeroCpfCnpj.replaceAll(/[^0-9A-Z]/g, '')) };
}

export interface Money {
  received: ReceivedBoleto;
  paidAt: Date;
}

export function readPaid(item: unknown): Reading<PaidMovement> {
  const reading = readPaidBody(item);
  if (!reading.ok) return reading;
  const money = readMoney(reading.value);
  return money.ok ? reading : money;
}

/** Fine and interest come in one sum, and what was let off in two. */
export function readMoney(movement: PaidMovement): Reading<Money> {
  const cents = {
    valorTitulo: centsOf(movement.valorTitulo),
    valorLiquido: centsOf(movement.valorLiquido),
    valorMora: centsOf(movement.valorMora ?? 0),
    valorDesconto: centsOf(movement.valorDesconto ?? 0),
    valorAbatimento: centsOf(movement.valorAbatimento ?? 0),
    valorTarifaMovimento: centsOf(movement.valorTarifaMovimento ?? 0),
  };
  const wrong = Object.entries(cents).find(([, value]) => value === null);
  if (wrong) return { ok: false, field: wrong[0] };
  const paidAt = bankMoment(movement.dataLiquidacao);
  if (paidAt === null) return { ok: false, field: 'dataLiquidacao' };
  const whole = cents as { [Name in keyof typeof cents]: number };
  const received: ReceivedBoleto = {
    paidCents: paidCentsOf(whole),
    fineCents: null,
    interestCents: null,
    chargesCents: whole.valorMora,
    discountCents: whole.valorDesconto + whole.valorAbatimento,
    creditOn: bankDay(movement.dataPrevisaoCredito ?? ''),
    by: BY_PIX.test(String(movement.tipoOpFinanceira ?? '')) ? 'pix' : 'boleto',
  };
  return { ok: true, value: { received, paidAt } };
}

/**
 * The net value is what the payer paid. Where exactly the bank's fee is missing from it, the fee was kept: that is no
 * matter of the payer.
 */
function paidCentsOf(
  cents: Record<'valorTitulo' | 'valorLiquido' | 'valorMora', number> & Record<string, number>,
): number {
  const {
    valorTitulo,
    valorLiquido,
    valorMora,
    valorDesconto = 0,
    valorAbatimento = 0,
    valorTarifaMovimento = 0,
  } = cents;
  const owed = valorTitulo + valorMora - valorDesconto - valorAbatimento;
  return valorLiquido === owed - valorTarifaMovimento ? owed : valorLiquido;
}

/** What another system has charged is called by its own number. */
export function receivedOf(movement: PaidMovement): ReceivedPayment[] {
  const money = readMoney(movement);
  if (!money.ok) return [];
  const { received, paidAt } = money.value;
  const ourNumber = String(movement.numeroTitulo);
  return [
    {
      reference: movement.seuNumero || ourNumber,
      endToEndId: ourNumber,
      amountCents: received.paidCents,
      paidAt,
      refundedAmountCents: 0,
    },
  ];
}

function centsOf(amount: string | number): number | null {
  return centsOfDecimal(String(amount));
}

/**
 * The bank's documents do not say what a callback holds: wherever our own number stands in it, it is taken as a hint.
 * Without it there is nothing to ask by, and the safety net asks anyway. Null when it is no JSON.
 */
export function readCallback(rawBody: string): CallbackReading | null {
  const body = parseForeignJson(rawBody);
  if (typeof body !== 'object' || body === null) return null;
  return { references: [...new Set(numbersIn(body, DEEPEST))], oddItems: [] };
}

function numbersIn(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'seuNumero' && typeof member === 'string' && isBeginning(member) ? [member] : numbersIn(member, depth - 1),
  );
}
