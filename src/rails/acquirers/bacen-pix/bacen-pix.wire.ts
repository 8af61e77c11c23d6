import { isLocalDate } from '../../../ground/brazil/calendar.rules.ts';
import { maskDocument } from '../../../ground/brazil/documents.rules.ts';
import type {
  AcquirerCharge,
  AcquirerRefund,
  AcquirerStatus,
  CallbackReading,
  ChargeRequest,
  MedReturn,
  ReceivedPayment,
} from '../acquirer.ts';
import { type ReadItems, type Reading, readItems } from '../answer-check.ts';
import type { ReceivedBoleto } from '../boleto.ts';
import { foreignInstant, parseForeignJson } from '../foreign-json.ts';
import {
  type Cob,
  type Devolucao,
  type Person,
  type Pix,
  readCallbackBody,
  readCalledBack,
  readCobBody,
  readDevolucaoBody,
  readListingBody,
  readPixBody,
  readValueParts,
} from './bank-bodies.ts';
import type { Profile } from './profiles.ts';

/** A code of ours lives for half an hour. */
const EXPIRY_SECONDS = 1_800;
const MAX_NOTE = 140;
const MAX_NAME = 200;

const MED_NATURES = ['MED_OPERACIONAL', 'MED_FRAUDE', 'MED_PIX_AUTOMATICO'] as const;

export const TXID = /^[A-Za-z0-9]{26,35}$/;

export function cobToWire(request: ChargeRequest, pixKey: string): object {
  return {
    calendario: { expiracao: EXPIRY_SECONDS },
    devedor: debtorToWire(request.payer),
    valor: { original: amountToWire(request.amountCents) },
    chave: pixKey,
    solicitacaoPagador: noteToWire(request.description),
  };
}

export function debtorToWire({ document, name }: Pick<ChargeRequest['payer'], 'document' | 'name'>): object {
  const person = /^\d{11}$/.test(document) ? { cpf: document } : { cnpj: document };
  return { ...person, nome: name.slice(0, MAX_NAME) };
}

export function noteToWire(description: string): string {
  return description.slice(0, MAX_NOTE);
}

export function devolucaoToWire(amountCents: number, description: string | null): object {
  return {
    valor: amountToWire(amountCents),
    ...(description === null || description === '' ? {} : { descricao: description.slice(0, MAX_NOTE) }),
  };
}

export function amountToWire(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function centsOf(amountText: string): number {
  return Number(amountText.replace('.', ''));
}

/** Of the charge asked about, for a key that is ours. A payment that names another charge is none of its own. */
export function readCob(
  body: unknown,
  {
    txid,
    pixKeys,
    profile,
    provider,
    isDue = false,
  }: { txid: string; pixKeys: readonly string[]; profile: Profile; provider: string; isDue?: boolean },
): Reading<AcquirerCharge> {
  const reading = readCobBody(body);
  if (!reading.ok) return reading;
  const { pix, ...cob } = reading.value;
  if (cob.txid !== txid) return { ok: false, field: 'txid' };
  if (!pixKeys.some((key) => isSameKey(cob.chave, key))) return { ok: false, field: 'chave' };
  const { payments, oddItems } = paymentsIn(pix, txid);
  const [first] = payments;
  const receivedCents = sumOf(payments);
  const returns = payments.flatMap(({ devolucoes }) => devolucoes).filter(({ status }) => status === 'DEVOLVIDO');
  const refundedCents = sumOf(returns);
  const status = statusOf(cob.status, payments.length > 0, receivedCents, refundedCents);
  const charge: AcquirerCharge = {
    transactionId: txid,
    endToEndId: first?.endToEndId ?? null,
    reference: txid,
    status,
    amountCents: first ? receivedCents : centsOf(cob.valor.original),
    provider,
    history: historyOf(cob, payments, returns, status),
    payer: readPayer(first?.pagador ?? cob.devedor),
    paidAt: first ? foreignInstant(first.horario) : null,
    refundedAmountCents: refundedCents,
    instrument: { pixQrCode: cob[profile.copyAndPaste] ?? cob.pixCopiaECola ?? null, boleto: null },
    medReturns: payments.flatMap(medReturnsOf),
    payments: payments.map(({ endToEndId, valor, devolucoes }) => ({
      endToEndId,
      amountCents: centsOf(valor),
      refundedAmountCents: sumOf(devolucoes.filter(({ status }) => status === 'DEVOLVIDO')),
    })),
    ...(oddItems.length > 0 && { oddItems }),
    ...(isDue && { received: first ? receivedIn(first) : null, dueDate: dueDateOf(cob) }),
  };
  return { ok: true, value: charge };
}

/** What the bank says of the first payment of a charge with a due date; it computes the parts itself. */
function receivedIn({ valor, componentesValor }: Pix): ReceivedBoleto {
  const parts = readValueParts(componentesValor);
  const { multa, juros, desconto, abatimento } = parts.ok ? parts.value : {};
  const isTold = parts.ok && Object.keys(parts.value).length > 0;
  const told = (...some: ({ valor: string } | undefined)[]) =>
    isTold ? some.reduce((sum, part) => sum + (part ? centsOf(part.valor) : 0), 0) : null;
  return {
    paidCents: centsOf(valor),
    fineCents: told(multa),
    interestCents: told(juros),
    chargesCents: null,
    discountCents: told(desconto, abatimento),
    creditOn: null,
    by: 'pix',
  };
}

function dueDateOf({ calendario }: Cob): string | null {
  const day = calendario?.dataDeVencimento;
  return typeof day === 'string' && isLocalDate(day) ? day : null;
}

/** The oldest first. What a bank lists twice under one id is one payment, and one return. */
function paymentsIn(pix: readonly unknown[] | undefined, ownTxid: string): { payments: Pix[]; oddItems: string[] } {
  const { items, oddItems } = readPayments(pix);
  const isForeign = ({ txid }: Pix) => txid !== undefined && txid !== ownTxid;
  const payments = uniqueBy(
    items.filter((payment) => !isForeign(payment)),
    ({ endToEndId }) => endToEndId,
  ).sort((one, other) => Date.parse(one.horario) - Date.parse(other.horario));
  return { payments, oddItems: [...oddItems, ...items.filter(isForeign).map(() => 'pix[].txid')] };
}

/** A payment is read without the returns of it that cannot be. */
function readPayments(pix: readonly unknown[] | undefined): ReadItems<Pix> {
  const { items, oddItems } = readItems(pix, 'pix', readPixBody);
  const payments = items.map((payment): Pix => {
    const returns = readItems(payment.devolucoes, 'pix[].devolucoes', readDevolucaoBody);
    oddItems.push(...returns.oddItems);
    return { ...payment, devolucoes: uniqueReturns(returns.items) };
  });
  return { items: payments, oddItems };
}

function uniqueBy<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}

/** Told apart by `rtrId`; one that is listed without it as well is the one of the same id. */
function uniqueReturns(returns: readonly Devolucao[]): Devolucao[] {
  const named = uniqueBy(
    returns.filter(({ rtrId }) => rtrId),
    ({ rtrId }) => rtrId ?? '',
  );
  const namedIds = new Set(named.map(({ id }) => id));
  const unnamed = returns.filter(({ id, rtrId }) => !rtrId && !namedIds.has(id));
  return [...named, ...uniqueBy(unnamed, ({ id }) => id)];
}

/** Expiry changes no status there. Money that came counts, whatever the charge is called since. */
function statusOf(
  status: Cob['status'],
  isPaid: boolean,
  receivedCents: number,
  refundedCents: number,
): AcquirerStatus {
  if (isPaid) return refundedCents >= receivedCents ? 'REFUNDED' : 'PAID';
  if (status === 'ATIVA') return 'WAITING_PAYMENT';
  // Concluded without the payments in the answer: paid, but how much is not known yet.
  return status === 'CONCLUIDA' ? 'WAITING_CONFIRMATION' : 'CANCELLED';
}

function historyOf(
  { calendario, status: bankStatus }: Cob,
  payments: readonly Pix[],
  returns: readonly Devolucao[],
  status: AcquirerStatus,
): AcquirerCharge['history'] {
  const createdAt = calendario?.criacao;
  const returnedAt = returns
    .map((one) => one.horario?.liquidacao ?? one.horario?.solicitacao ?? '')
    .sort()
    .at(-1);
  return [
    ...(createdAt ? [{ status: 'WAITING_PAYMENT', createdAt: isoOf(createdAt) }] : []),
    ...payments.map(({ horario }) => ({ status: 'PAID', createdAt: isoOf(horario) })),
    ...(status === 'REFUNDED' && returnedAt ? [{ status, createdAt: isoOf(returnedAt) }] : []),
    // The bank does not say when; the time of its creation is the last that is known.
    ...(bankStatus.startsWith('REMOVIDA') && createdAt ? [{ status: 'CANCELLED', createdAt: isoOf(createdAt) }] : []),
  ];
}

function readPayer(person: Person | undefined): AcquirerCharge['payer'] {
  const document = person?.cpf ?? person?.cnpj;
  if (!person?.nome || !document) return null;
  // Some banks mask it themselves, in a form of their own.
  return { fullName: person.nome, document: /^[0-9A-Z]+$/.test(document) ? maskDocument(document) : document };
}

function isSameKey(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function medReturnsOf({ endToEndId, devolucoes }: Pix): MedReturn[] {
  return devolucoes.flatMap(({ id, rtrId, valor, natureza, horario, status }) => {
    const nature = MED_NATURES.find((name) => name === natureza);
    const at = horario?.liquidacao ?? horario?.solicitacao;
    if (status !== 'DEVOLVIDO' || !nature) return [];
    return [
      {
        id: rtrId || `${endToEndId}-${id}`,
        firstId: `${endToEndId}-${id}`,
        endToEndId,
        amountCents: centsOf(valor),
        nature,
        returnedAt: at === undefined ? null : foreignInstant(at),
      },
    ];
  });
}

/** Of the return asked about. */
export function readDevolucao(body: unknown, id: string): Reading<AcquirerRefund> {
  const reading = readDevolucaoBody(body);
  if (!reading.ok) return reading;
  const { rtrId, valor, horario, motivo, ...devolucao } = reading.value;
  if (devolucao.id !== id) return { ok: false, field: 'id' };
  const at = horario?.liquidacao ?? horario?.solicitacao;
  const status = REFUND_STATUS[devolucao.status];
  const refund: AcquirerRefund = {
    refundId: rtrId || id,
    reference: id,
    status,
    amountCents: centsOf(valor),
    refundedAt: status === 'REFUNDED' && at !== undefined ? foreignInstant(at) : null,
    reason: status === 'REFUSED' ? (motivo ?? devolucao.status) : null,
  };
  return { ok: true, value: refund };
}

const REFUND_STATUS = { EM_PROCESSAMENTO: 'PROCESSING', DEVOLVIDO: 'REFUNDED', NAO_REALIZADO: 'REFUSED' } as const;

export interface Listing {
  payments: ReceivedPayment[];
  pages: number | null;
  /** How many the bank has listed, whatever they are. */
  count: number;
  oddItems: string[];
}

/** A page of received payments; those that carry a txid. */
export function readListing(body: unknown): Reading<Listing> {
  const reading = readListingBody(body);
  if (!reading.ok) return reading;
  const { parametros, pix = [] } = reading.value;
  const { items, oddItems } = readPayments(pix);
  const payments = items.flatMap(({ txid, endToEndId, valor, horario, devolucoes }) =>
    txid !== undefined && TXID.test(txid)
      ? [
          {
            reference: txid,
            endToEndId,
            amountCents: centsOf(valor),
            paidAt: foreignInstant(horario),
            refundedAmountCents: sumOf(devolucoes.filter(({ status }) => status === 'DEVOLVIDO')),
          },
        ]
      : [],
  );
  const pages = parametros?.paginacao?.quantidadeDePaginas ?? null;
  return { ok: true, value: { payments, pages, count: pix.length, oddItems } };
}

/** The txids and ids of payouts that a callback names, each once; null when it is no callback. */
export function readCallback(rawBody: string): CallbackReading | null {
  const reading = readCallbackBody(parseForeignJson(rawBody));
  if (!reading.ok) return null;
  const { items, oddItems } = readItems(reading.value.pix, 'pix', readCalledBack);
  const named = items.flatMap(({ txid, gnExtras }) => [txid ?? '', gnExtras?.idEnvio ?? '']);
  const references = named.filter((reference) => TXID.test(reference));
  return { references: [...new Set(references)], oddItems };
}

function sumOf(parts: readonly { valor: string }[]): number {
  return parts.reduce((sum, { valor }) => sum + centsOf(valor), 0);
}

function isoOf(instantText: string): string {
  return foreignInstant(instantText).toISOString();
}
