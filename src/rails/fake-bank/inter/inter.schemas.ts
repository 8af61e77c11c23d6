import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;
const day = Type.String({ format: 'date' });
const rate = Type.Number({ exclusiveMinimum: 0 });
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.String({ enum: [...values] }));
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const Payer = Type.Object(
  {
    cpfCnpj: Type.String({ minLength: 11, maxLength: 18 }),
    tipoPessoa: oneOf(['FISICA', 'JURIDICA']),
    nome: text(100),
    endereco: text(100),
    numero: Type.Optional(text(10)),
    complemento: Type.Optional(text(30)),
    bairro: Type.Optional(text(60)),
    cidade: text(60),
    uf: Type.String({ pattern: '^[A-Z]{2}$' }),
    cep: Type.String({ pattern: '^\\d{8}$' }),
    email: Type.Optional(text(50)),
    ddd: Type.Optional(Type.String({ pattern: '^\\d{2}$' })),
    telefone: Type.Optional(text(9)),
  },
  strict,
);

const Discount = Type.Union([
  Type.Object(
    { codigo: Type.Literal('VALORFIXODATAINFORMADA'), quantidadeDias: Type.Integer({ minimum: 0 }), valor: rate },
    strict,
  ),
  Type.Object(
    { codigo: Type.Literal('PERCENTUALDATAINFORMADA'), quantidadeDias: Type.Integer({ minimum: 0 }), taxa: rate },
    strict,
  ),
]);
const Fine = Type.Union([
  Type.Object({ codigo: Type.Literal('VALORFIXO'), valor: rate }, strict),
  Type.Object({ codigo: Type.Literal('PERCENTUAL'), taxa: rate }, strict),
]);
const Interest = Type.Union([
  Type.Object({ codigo: Type.Literal('VALORDIA'), valor: rate }, strict),
  Type.Object({ codigo: Type.Literal('TAXAMENSAL'), taxa: rate }, strict),
]);

/** A real bank may be more patient with members that it does not know. */
export const Order = Type.Object(
  {
    seuNumero: text(15),
    valorNominal: Type.Number({ minimum: 2.5, maximum: 99_999_999.99 }),
    dataVencimento: day,
    numDiasAgenda: Type.Integer({ minimum: 0, maximum: 60 }),
    pagador: Payer,
    desconto: Type.Optional(Discount),
    multa: Type.Optional(Fine),
    mora: Type.Optional(Interest),
  },
  strict,
);
export type Order = Static<typeof Order>;

export const CodeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) });
export const CancelBody = Type.Object({ motivoCancelamento: text(50) }, strict);
export const ChangeBody = Type.Object(
  { dataVencimento: Type.Optional(day), valorNominal: Type.Optional(Type.Number({ minimum: 2.5 })) },
  strict,
);
export const WebhookBody = Type.Object({ webhookUrl: Type.String({ pattern: '^https://', maxLength: 2_000 }) }, strict);
export const PayBody = Type.Object({ pagarCom: oneOf(['BOLETO', 'PIX']) }, strict);

/** Query strings are text. */
export const ListQuery = Type.Object(
  {
    dataInicial: day,
    dataFinal: day,
    filtrarDataPor: Type.Optional(oneOf(['VENCIMENTO', 'EMISSAO', 'PAGAMENTO'])),
    situacao: Type.Optional(text(30)),
    seuNumero: Type.Optional(text(15)),
    'paginacao.paginaAtual': Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
    'paginacao.itensPorPagina': Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
  },
  strict,
);
export type ListQuery = Static<typeof ListQuery>;
