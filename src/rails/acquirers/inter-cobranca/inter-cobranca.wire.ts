import { maskDocument } from '../../../ground/brazil/documents.rules.ts';
import { centsOfDecimal } from '../../../ground/money/reais.ts';
import type { AcquirerCharge, AcquirerStatus, CallbackReading, ReceivedPayment } from '../acquirer.ts';
import { type Reading, readItems } from '../answer-check.ts';
import { bankDay, bankMoment } from '../bank-boletos/bank-days.ts';
import { slipProblem } from '../bank-boletos/boleto-fields.rules.ts';
import { beginningOfShort } from '../bank-boletos/short-reference.rules.ts';
import type { BoletoInstrument, ReceivedBoleto, Registration } from '../boleto.ts';
import { parseForeignJson } from '../foreign-json.ts';
import {
  type Cobranca,
  type InterAnswer,
  readAnswerBody,
  readBoletoBody,
  readCallbackBody,
  readCalledBack,
  readListingBody,
  readPixBody,
  type Situation,
} from './inter-bodies.ts';

/** As they are printed on its slips. */
const BANK = { bankCode: '077', bankCodeCheckDigit: '9', bankName: 'Banco Inter', branch: '0001', wallet: '112' };

/** The bank gives no motive. */
const NOT_ISSUED = 'O banco não emitiu o boleto (FALHA_EMISSAO).';

const STATUS: Record<Situation, AcquirerStatus> = {
  EM_PROCESSAMENTO: 'WAITING_CONFIRMATION',
  A_RECEBER: 'WAITING_PAYMENT',
  ATRASADO: 'WAITING_PAYMENT',
  PROTESTO: 'WAITING_PAYMENT',
  RECEBIDO: 'PAID',
  // A person has said so in the bank's application. The money need not have come, so that nothing is booked.
  MARCADO_RECEBIDO: 'WAITING_CONFIRMATION',
  CANCELADO: 'CANCELLED',
  EXPIRADO: 'CANCELLED',
  FALHA_EMISSAO: 'FAILED',
};

/** Money that came counts, whatever the charge is called since. */
const MAY_HOLD_MONEY: readonly Situation[] = ['RECEBIDO', 'CANCELADO', 'EXPIRADO'];

export interface Asked {
  reference: string;
  /** What the reference is called there. */
  seuNumero: string;
  provider: string;
  account: string | null;
}

/** Of the charge asked about. */
export function readCobranca(body: unknown, asked: Asked): Reading<AcquirerCharge> {
  const reading = readAnswerBody(body);
  if (!reading.ok) return reading;
  const { cobranca } = reading.value;
  if (cobranca.seuNumero !== asked.seuNumero) return { ok: false, field: 'cobranca.seuNumero' };
  const askedCents = centsOf(cobranca.valorNominal);
  if (askedCents === null) return { ok: false, field: 'cobranca.valorNominal' };
  const money = readMoney(cobranca);
  if (!money.ok) return money;
  const slip = readSlip(reading.value, askedCents, asked.account);
  const { received, paidAt } = money.value;
  const status = statusOf(cobranca.situacao, received, slip.boleto);
  const { codigoSolicitacao: transactionId, situacao, dataVencimento } = cobranca;
  const charge: AcquirerCharge = {
    transactionId,
    // It has no id of the payment itself; a slip is paid once.
    endToEndId: received ? transactionId : null,
    reference: asked.reference,
    status,
    isExpired: situacao === 'EXPIRADO',
    amountCents: received?.paidCents ?? askedCents,
    provider: asked.provider,
    history: historyOf(cobranca, status),
    payer: payerOf(cobranca),
    paidAt,
    refundedAmountCents: 0,
    instrument: { pixQrCode: slip.pixQrCode, boleto: slip.boleto },
    registration: registrationOf(situacao, slip.boleto),
    received,
    dueDate: bankDay(dataVencimento ?? ''),
    ...(slip.oddItems.length > 0 && { oddItems: slip.oddItems }),
  };
  return { ok: true, value: charge };
}

/** While a slip has no line, nobody can pay it. One that was paid without a sum waits for it. */
function statusOf(
  situacao: Situation,
  received: ReceivedBoleto | null,
  boleto: BoletoInstrument | null,
): AcquirerStatus {
  if (received) return 'PAID';
  const status = STATUS[situacao];
  if (status === 'PAID' || (status === 'WAITING_PAYMENT' && boleto === null)) return 'WAITING_CONFIRMATION';
  return status;
}

function registrationOf(situacao: Situation, boleto: BoletoInstrument | null): Registration {
  if (situacao === 'FALHA_EMISSAO') return { status: 'REJECTED', registeredAt: null, reason: NOT_ISSUED };
  const isWaiting = situacao === 'EM_PROCESSAMENTO' || (STATUS[situacao] === 'WAITING_PAYMENT' && boleto === null);
  return { status: isWaiting ? 'WAITING' : 'REGISTERED', registeredAt: null, reason: null };
}

function readMoney(cobranca: Cobranca): Reading<{ received: ReceivedBoleto | null; paidAt: Date | null }> {
  const { situacao, valorTotalRecebido, origemRecebimento, dataSituacao } = cobranca;
  const nothing = { ok: true, value: { received: null, paidAt: null } } as const;
  if (!MAY_HOLD_MONEY.includes(situacao) || valorTotalRecebido === undefined) return nothing;
  const paidCents = centsOf(valorTotalRecebido);
  if (paidCents === null) return { ok: false, field: 'cobranca.valorTotalRecebido' };
  if (paidCents === 0) return nothing;
  const paidAt = bankMoment(dataSituacao ?? '');
  if (paidAt === null) return { ok: false, field: 'cobranca.dataSituacao' };
  const unknown = { fineCents: null, interestCents: null, chargesCents: null, discountCents: null, creditOn: null };
  const by = origemRecebimento === 'PIX' ? 'pix' : 'boleto';
  return { ok: true, value: { received: { paidCents, ...unknown, by }, paidAt } };
}

interface Slip {
  boleto: BoletoInstrument | null;
  pixQrCode: string | null;
  oddItems: string[];
}

function readSlip({ boleto, pix }: InterAnswer, amountCents: number, account: string | null): Slip {
  const slip: Slip = { boleto: null, pixQrCode: null, oddItems: [] };
  if (boleto !== undefined) {
    const read = readBoleto(boleto, amountCents, account);
    if (read.ok) slip.boleto = read.value;
    else slip.oddItems.push(`boleto.${read.field}`);
  }
  if (pix !== undefined) {
    const read = readPixBody(pix);
    if (read.ok) slip.pixQrCode = read.value.pixCopiaECola;
    else slip.oddItems.push(`pix.${read.field}`);
  }
  return slip;
}

function readBoleto(boleto: unknown, amountCents: number, account: string | null): Reading<BoletoInstrument> {
  const reading = readBoletoBody(boleto);
  if (!reading.ok) return reading;
  const { nossoNumero: ourNumber, codigoBarras: barcode, linhaDigitavel: digitableLine } = reading.value;
  const { branch, ...bank } = BANK;
  const problem = slipProblem({ barcode, digitableLine }, { bankCode: bank.bankCode, amountCents });
  if (problem !== null) return { ok: false, field: problem === 'line' ? 'linhaDigitavel' : 'codigoBarras' };
  const beneficiaryCode = account === null ? branch : `${branch} / ${account.slice(0, -1)}-${account.slice(-1)}`;
  return { ok: true, value: { ...bank, barcode, digitableLine, ourNumber, beneficiaryCode } };
}

function historyOf(
  { dataEmissao, dataSituacao, situacao }: Cobranca,
  status: AcquirerStatus,
): AcquirerCharge['history'] {
  const issuedAt = bankMoment(dataEmissao ?? '');
  const since = bankMoment(dataSituacao ?? '');
  const shown = situacao === 'MARCADO_RECEBIDO' ? situacao : status;
  return [
    ...(issuedAt ? [{ status: 'WAITING_CONFIRMATION', createdAt: issuedAt.toISOString() }] : []),
    ...(since && shown !== 'WAITING_CONFIRMATION' ? [{ status: shown, createdAt: since.toISOString() }] : []),
  ];
}

function payerOf({ pagador }: Cobranca): AcquirerCharge['payer'] {
  if (!pagador?.nome || !pagador.cpfCnpj) return null;
  return { fullName: pagador.nome, document: maskDocument(pagador.cpfCnpj.replaceAll(/[^0-9A-Z]/g, '')) };
}

function centsOf(amount: string | number): number | null {
  return centsOfDecimal(String(amount));
}

export interface Listing {
  /** Each as the bank lists it, whosever it is. */
  items: { seuNumero: string; body: unknown }[];
  pages: number | null;
  count: number;
  oddItems: string[];
}

export function readListing(body: unknown): Reading<Listing> {
  const reading = readListingBody(body);
  if (!reading.ok) return reading;
  const { totalPaginas, cobrancas = [] } = reading.value;
  const { items, oddItems } = readItems(cobrancas, 'cobrancas', readAnswerBody);
  return {
    ok: true,
    value: {
      items: items.map((item) => ({ seuNumero: item.cobranca.seuNumero, body: item })),
      pages: totalPaginas ?? null,
      count: cobrancas.length,
      oddItems,
    },
  };
}

/** A page of slips that were paid; what another system has charged is called by its own number. */
export function readReceived(listing: Listing): { payments: ReceivedPayment[]; oddItems: string[] } {
  const { items, oddItems } = readItems(
    listing.items.map(({ body }) => body),
    'cobrancas',
    readReceivedItem,
  );
  return { payments: items.flat(), oddItems: [...listing.oddItems, ...oddItems] };
}

function readReceivedItem(body: unknown): Reading<ReceivedPayment[]> {
  const reading = readAnswerBody(body);
  if (!reading.ok) return reading;
  const { cobranca } = reading.value;
  const money = readMoney(cobranca);
  if (!money.ok) return money;
  const { received, paidAt } = money.value;
  if (received === null || paidAt === null) return { ok: true, value: [] };
  const payment: ReceivedPayment = {
    reference: beginningOfShort(cobranca.seuNumero) ?? cobranca.seuNumero,
    endToEndId: cobranca.codigoSolicitacao,
    amountCents: received.paidCents,
    paidAt,
    refundedAmountCents: 0,
  };
  return { ok: true, value: [payment] };
}

/** The beginnings of the references that a callback names, each once; null when it is no callback. */
export function readCallback(rawBody: string): CallbackReading | null {
  const reading = readCallbackBody(parseForeignJson(rawBody));
  if (!reading.ok) return null;
  const { items, oddItems } = readItems(reading.value, 'body', readCalledBack);
  const references = items.flatMap(({ seuNumero }) => beginningOfShort(seuNumero) ?? []);
  return { references: [...new Set(references)], oddItems };
}
