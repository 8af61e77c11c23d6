import { type Static, Type } from 'typebox';
import { readerOf } from '../answer-check.ts';

/** A page as large as the bank allows. */
export const MAX_LISTED = 1_000;

const text = Type.String({ maxLength: 1_000 });
const code = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
/** A number in the answer about one charge, text in lists. */
const amount = Type.Union([Type.Number(), Type.String({ maxLength: 20 })]);

export const SITUATIONS = [
  'EM_PROCESSAMENTO',
  'A_RECEBER',
  'ATRASADO',
  'PROTESTO',
  'RECEBIDO',
  'MARCADO_RECEBIDO',
  'CANCELADO',
  'EXPIRADO',
  'FALHA_EMISSAO',
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Unknown members are accepted and ignored everywhere, because banks add some. */
const Cobranca = Type.Object({
  codigoSolicitacao: code,
  seuNumero: text,
  situacao: Type.Enum([...SITUATIONS]),
  dataEmissao: Type.Optional(text),
  dataVencimento: Type.Optional(text),
  dataSituacao: Type.Optional(text),
  valorNominal: amount,
  valorTotalRecebido: Type.Optional(amount),
  origemRecebimento: Type.Optional(text),
  pagador: Type.Optional(Type.Object({ nome: Type.Optional(text), cpfCnpj: Type.Optional(text) })),
});

/** The slip and its code are read apart: an odd one hides nothing of the money. */
const Answer = Type.Object({
  cobranca: Cobranca,
  boleto: Type.Optional(Type.Unknown()),
  pix: Type.Optional(Type.Unknown()),
});
const Boleto = Type.Object({
  nossoNumero: Type.String({ pattern: '^\\d{1,20}$' }),
  codigoBarras: Type.String({ pattern: '^\\d{44}$' }),
  linhaDigitavel: Type.String({ pattern: '^\\d{47}$' }),
});
const Pix = Type.Object({ pixCopiaECola: Type.String({ pattern: '^000201', maxLength: 999 }) });

const Accepted = Type.Object({ codigoSolicitacao: code });
const EditStatus = Type.Enum(['PROCESSANDO', 'SUCESSO', 'FALHA']);
const Edited = Type.Object({
  status: EditStatus,
  mensagem: Type.Optional(text),
  codigoEdicao: Type.Optional(Type.Union([code, Type.Integer({ minimum: 0 })])),
});
const Edit = Type.Object({ status: EditStatus });
const Listing = Type.Object({
  totalPaginas: Type.Optional(Type.Integer({ minimum: 0 })),
  cobrancas: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_LISTED })),
});
const Callback = Type.Array(Type.Unknown());
const CalledBack = Type.Object({ seuNumero: text });
const Webhook = Type.Object({ webhookUrl: text });

export const readAnswerBody = readerOf(Answer);
export const readBoletoBody = readerOf(Boleto);
export const readPixBody = readerOf(Pix);
export const readAcceptedBody = readerOf(Accepted);
export const readEditedBody = readerOf(Edited);
export const readEditBody = readerOf(Edit);
export const readListingBody = readerOf(Listing);
export const readCallbackBody = readerOf(Callback);
export const readCalledBack = readerOf(CalledBack);
export const readWebhookBody = readerOf(Webhook);

export type InterAnswer = Static<typeof Answer>;
export type Cobranca = Static<typeof Cobranca>;
