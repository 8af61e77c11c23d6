import { Type } from 'typebox';
import { type Reading, readerOf, readItems } from '../answer-check.ts';
import { withoutPersonalData } from '../bank-connection/problem.wire.ts';
import { foreignInstant } from '../foreign-json.ts';
import type { AcquirerPayout, ListedPayout, PayoutDestination, PayoutRequest, PayoutReturn } from '../payout.ts';
import { amountToWire, centsOf } from './bacen-pix.wire.ts';
import { amount, INSTANT, readDevolucaoBody } from './bank-bodies.ts';
import { saysDeadKey } from './dead-key.rules.ts';

const MAX_NOTE = 140;
const MAX_NAME = 120;
const MAX_SENT = 1_000;
const MAX_RETURNS = 1_000;

const text = Type.String({ maxLength: 1_000 });
const instant = Type.String({ pattern: INSTANT, format: 'instant' });
const STATUSES = { EM_PROCESSAMENTO: 'PROCESSING', REALIZADO: 'PAID', NAO_REALIZADO: 'REFUSED' } as const;
const Status = Type.Union([Type.Literal('EM_PROCESSAMENTO'), Type.Literal('REALIZADO'), Type.Literal('NAO_REALIZADO')]);

/** The answer to sending calls it `e2eId`, the one to asking `endToEndId`. */
const Sent = Type.Object({
  idEnvio: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }),
  endToEndId: Type.Optional(text),
  e2eId: Type.Optional(text),
  valor: amount,
  status: Status,
  horario: Type.Optional(Type.Object({ solicitacao: Type.Optional(instant), liquidacao: Type.Optional(instant) })),
  favorecido: Type.Optional(
    Type.Object({
      identificacao: Type.Optional(
        Type.Object({ nome: Type.Optional(text), cpf: Type.Optional(text), cnpj: Type.Optional(text) }),
      ),
    }),
  ),
  motivo: Type.Optional(text),
  devolucoes: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_RETURNS })),
});
/** What is sent in the bank's own app has no id of ours. When it was is not read: the bank was asked for a day. */
const ListedSent = Type.Object({
  idEnvio: Type.Optional(text),
  endToEndId: Type.Optional(text),
  e2eId: Type.Optional(text),
  valor: amount,
  status: Status,
});
const Listing = Type.Object({
  parametros: Type.Optional(
    Type.Object({ paginacao: Type.Optional(Type.Object({ quantidadeDePaginas: Type.Integer() })) }),
  ),
  pix: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_SENT })),
});
const readSentBody = readerOf(Sent);
const readListedBody = readerOf(ListedSent);
const readSentListing = readerOf(Listing);

const ACCOUNT_TYPES = { checking: 'cacc', savings: 'svgs', payment: 'tran' } as const;

export function payoutToWire({ amountCents, description, destination }: PayoutRequest, pixKey: string): object {
  const note = description?.slice(0, MAX_NOTE) ?? '';
  return {
    valor: amountToWire(amountCents),
    pagador: { chave: pixKey, ...(note === '' ? {} : { infoPagador: note }) },
    favorecido: destinationToWire(destination),
  };
}

function destinationToWire(destination: PayoutDestination): object {
  if (destination.kind === 'pix_key') return { chave: destination.key };
  const { holderName, holderDocument, ispb, agency, account, accountType } = destination;
  const holder = holderDocument.length === 11 ? { cpf: holderDocument } : { cnpj: holderDocument };
  return {
    contaBanco: {
      nome: holderName.slice(0, MAX_NAME),
      ...holder,
      codigoBanco: ispb,
      agencia: agency,
      conta: account,
      tipoConta: ACCOUNT_TYPES[accountType],
    },
  };
}

/** Of the payout asked about. A return that cannot be read is not booked, and hides no other. */
export function readSent(body: unknown, reference: string): Reading<AcquirerPayout> {
  const reading = readSentBody(body);
  if (!reading.ok) return reading;
  const { idEnvio, valor, status, horario, favorecido, motivo, devolucoes = [], ...sent } = reading.value;
  if (idEnvio !== reference) return { ok: false, field: 'idEnvio' };
  const { nome, cpf, cnpj } = favorecido?.identificacao ?? {};
  return {
    ok: true,
    value: {
      reference,
      status: STATUSES[status],
      amountCents: centsOf(valor),
      endToEndId: sent.endToEndId ?? sent.e2eId ?? null,
      paidAt: horario?.liquidacao === undefined ? null : foreignInstant(horario.liquidacao),
      reason: maskedReason(motivo),
      isDestinationDead: status === 'NAO_REALIZADO' && saysDeadKey(motivo ?? ''),
      holder: favorecido?.identificacao ? { name: nome ?? null, document: cpf ?? cnpj ?? null } : null,
      returns: returnsIn(devolucoes),
    },
  };
}

/** Merchants read it, and banks like to repeat keys and documents. */
function maskedReason(motivo: string | undefined): string | null {
  return motivo === undefined ? null : withoutPersonalData(motivo);
}

function returnsIn(items: readonly unknown[]): PayoutReturn[] {
  return readItems(items, 'devolucoes', readDevolucaoBody)
    .items.filter(({ status }) => status === 'DEVOLVIDO')
    .map(({ id, rtrId, valor, motivo, horario }) => ({
      id: rtrId ?? id,
      amountCents: centsOf(valor),
      reason: maskedReason(motivo),
      returnedAt: horario?.liquidacao === undefined ? null : foreignInstant(horario.liquidacao),
    }));
}

export interface SentListing {
  payouts: ListedPayout[];
  count: number;
  pages: number | null;
  oddItems: readonly string[];
}

/** What was really sent; what is under way or was refused has not left the account. */
export function readSentList(body: unknown): Reading<SentListing> {
  const reading = readSentListing(body);
  if (!reading.ok) return reading;
  const { pix = [], parametros } = reading.value;
  const { items, oddItems } = readItems(pix, 'pix', readListedBody);
  const payouts = items
    .filter(({ status }) => status === 'REALIZADO')
    .map(({ idEnvio, endToEndId, e2eId, valor }): ListedPayout => {
      return { reference: idEnvio ?? null, endToEndId: endToEndId ?? e2eId ?? null, amountCents: centsOf(valor) };
    });
  const pages = parametros?.paginacao?.quantidadeDePaginas ?? null;
  return { ok: true, value: { payouts, count: pix.length, pages, oddItems } };
}
