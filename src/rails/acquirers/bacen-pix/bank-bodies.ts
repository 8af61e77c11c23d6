import { type Static, Type } from 'typebox';
import { readerOf } from '../answer-check.ts';

const MAX_PAYMENTS = 1_000;
const MAX_RETURNS = 1_000;

export const INSTANT = '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:?\\d{2})$';
const instant = Type.String({ pattern: INSTANT, format: 'instant' });
export const amount = Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' });
const text = Type.String({ maxLength: 1_000 });

/**
 * Unknown members are accepted and ignored everywhere, because banks add some. Lists are read item by item, so that an
 * odd one hides nothing but itself.
 */
const Devolucao = Type.Object({
  id: text,
  rtrId: Type.Optional(text),
  valor: amount,
  natureza: Type.Optional(text),
  horario: Type.Optional(Type.Object({ solicitacao: Type.Optional(instant), liquidacao: Type.Optional(instant) })),
  status: Type.Union([Type.Literal('EM_PROCESSAMENTO'), Type.Literal('DEVOLVIDO'), Type.Literal('NAO_REALIZADO')]),
  motivo: Type.Optional(text),
});

const Person = Type.Object({ cpf: Type.Optional(text), cnpj: Type.Optional(text), nome: Type.Optional(text) });

const Pix = Type.Object({
  // 32 by the standard, whose own example has more: one odd payment must not hide a whole page of others.
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32,64}$' }),
  txid: Type.Optional(text),
  valor: amount,
  horario: instant,
  pagador: Type.Optional(Person),
  // What cannot be read of it is no reason to doubt the payment.
  componentesValor: Type.Optional(Type.Unknown()),
  devolucoes: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_RETURNS })),
});

const part = Type.Optional(Type.Object({ valor: amount }));
const ValueParts = Type.Object({ original: part, multa: part, juros: part, desconto: part, abatimento: part });

const Cob = Type.Object({
  txid: Type.String(),
  status: Type.Union([
    Type.Literal('ATIVA'),
    Type.Literal('CONCLUIDA'),
    Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR'),
    Type.Literal('REMOVIDA_PELO_PSP'),
  ]),
  valor: Type.Object({ original: amount }),
  chave: Type.String(),
  calendario: Type.Optional(
    Type.Object({ criacao: Type.Optional(instant), dataDeVencimento: Type.Optional(Type.Unknown()) }),
  ),
  devedor: Type.Optional(Person),
  pixCopiaECola: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  brcode: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  pix: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS })),
});

const Listing = Type.Object({
  parametros: Type.Optional(
    Type.Object({ paginacao: Type.Optional(Type.Object({ quantidadeDePaginas: Type.Integer() })) }),
  ),
  pix: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS })),
});

const Callback = Type.Object({ pix: Type.Array(Type.Unknown()) });
/** What was sent is told by the id that we gave it. */
const CalledBack = Type.Object({
  txid: Type.Optional(Type.String()),
  gnExtras: Type.Optional(Type.Object({ idEnvio: Type.Optional(Type.String()) })),
});

export const readCobBody = readerOf(Cob);
export const readDevolucaoBody = readerOf(Devolucao);
export const readPixBody = readerOf(Pix);
export const readValueParts = readerOf(ValueParts);
export const readListingBody = readerOf(Listing);
export const readCallbackBody = readerOf(Callback);
export const readCalledBack = readerOf(CalledBack);

export type Devolucao = Static<typeof Devolucao>;
export type Cob = Omit<Static<typeof Cob>, 'pix'>;
export type Pix = Omit<Static<typeof Pix>, 'devolucoes'> & { devolucoes: Devolucao[] };
export type Person = Static<typeof Person>;
