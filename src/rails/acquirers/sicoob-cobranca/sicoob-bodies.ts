import { type Static, Type } from 'typebox';
import { readerOf } from '../answer-check.ts';

const MAX_LISTED = 100_000;
const MAX_HISTORY = 1_000;
const MAX_FILES = 100;

const text = Type.String({ maxLength: 1_000 });
const amount = Type.Union([Type.Number(), Type.String({ maxLength: 20 })]);
/** Numbers in the documents, and large ones. */
const number = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^\\d{1,20}$' })]);
const file = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1, maxLength: 100 })]);

/** Unknown members are accepted and ignored everywhere, because banks add some. */
const Slip = Type.Object({
  nossoNumero: number,
  seuNumero: text,
  valor: amount,
  dataVencimento: text,
  dataLimitePagamento: Type.Optional(text),
  dataEmissao: Type.Optional(text),
  /** Absent in the answer to an order. */
  situacaoBoleto: Type.Optional(text),
  pagador: Type.Optional(Type.Object({ nome: Type.Optional(text), numeroCpfCnpj: Type.Optional(text) })),
  listaHistorico: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_HISTORY })),
  codigoBarras: Type.Optional(Type.Unknown()),
  linhaDigitavel: Type.Optional(Type.Unknown()),
  qrCode: Type.Optional(Type.Unknown()),
});
const Answer = Type.Object({ resultado: Slip });
const Lines = Type.Object({
  codigoBarras: Type.String({ pattern: '^\\d{44}$' }),
  linhaDigitavel: Type.String({ pattern: '^\\d{47}$' }),
});
const Past = Type.Object({ dataHistorico: text, descricaoHistorico: text });
const OfPayer = Type.Object({ resultado: Type.Array(Type.Unknown(), { maxItems: MAX_LISTED }) });
const Listed = Type.Object({ nossoNumero: number, seuNumero: text });

const Ranges = Type.Object({
  resultado: Type.Array(Type.Object({ numeroInicial: number }), { maxItems: MAX_LISTED }),
});

const Requested = Type.Object({ resultado: Type.Object({ codigoSolicitacao: file }) });
const Files = Type.Object({
  resultado: Type.Object({
    quantidadeTotalRegistros: Type.Optional(Type.Integer({ minimum: 0 })),
    idArquivos: Type.Optional(Type.Array(file, { maxItems: MAX_FILES })),
  }),
});
const Download = Type.Object({ resultado: Type.Object({ arquivo: Type.String() }) });
const Movements = Type.Array(Type.Unknown(), { maxItems: MAX_LISTED });
const Entry = Type.Object({ numeroTitulo: number, seuNumero: text });
const Paid = Type.Object({
  numeroTitulo: number,
  seuNumero: Type.Optional(text),
  valorTitulo: amount,
  valorLiquido: amount,
  valorMora: Type.Optional(amount),
  valorDesconto: Type.Optional(amount),
  valorAbatimento: Type.Optional(amount),
  valorTarifaMovimento: Type.Optional(amount),
  dataLiquidacao: text,
  dataPrevisaoCredito: Type.Optional(text),
  tipoOpFinanceira: Type.Optional(Type.Union([text, Type.Number()])),
});

const Webhooks = Type.Object({ resultado: Type.Array(Type.Unknown(), { maxItems: 1_000 }) });
const Webhook = Type.Object({ idWebhook: file, url: text, codigoSituacao: Type.Integer() });

export const readAnswerBody = readerOf(Answer);
export const readLinesBody = readerOf(Lines);
export const readPastBody = readerOf(Past);
export const readOfPayerBody = readerOf(OfPayer);
export const readListedBody = readerOf(Listed);
export const readRangesBody = readerOf(Ranges);
export const readRequestedBody = readerOf(Requested);
export const readFilesBody = readerOf(Files);
export const readDownloadBody = readerOf(Download);
export const readMovementsBody = readerOf(Movements);
export const readEntryBody = readerOf(Entry);
export const readPaidBody = readerOf(Paid);
export const readWebhooksBody = readerOf(Webhooks);
export const readWebhookBody = readerOf(Webhook);

export type Slip = Static<typeof Slip>;
export type PaidMovement = Static<typeof Paid>;
