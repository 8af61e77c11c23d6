import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false } as const;
const day = Type.String({ format: 'date' });
const whole = Type.Integer({ minimum: 1 });
const value = Type.Number({ exclusiveMinimum: 0 });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const Payer = Type.Object(
  {
    numeroCpfCnpj: Type.String({ minLength: 11, maxLength: 14 }),
    nome: text(50),
    endereco: text(40),
    bairro: text(30),
    cidade: text(40),
    cep: Type.String({ pattern: '^\\d{8}$' }),
    uf: Type.String({ pattern: '^[A-Z]{2}$' }),
    email: Type.Optional(text(200)),
  },
  strict,
);

/** A real bank may be more patient with members that it does not know. */
export const Order = Type.Object(
  {
    numeroCliente: whole,
    codigoModalidade: Type.Literal(1),
    numeroContaCorrente: whole,
    codigoEspecieDocumento: text(3),
    dataEmissao: day,
    dataVencimento: day,
    dataLimitePagamento: Type.Optional(day),
    nossoNumero: Type.Optional(whole),
    seuNumero: text(18),
    identificacaoBoletoEmpresa: Type.Optional(text(25)),
    identificacaoEmissaoBoleto: Type.Integer({ minimum: 1, maximum: 2 }),
    identificacaoDistribuicaoBoleto: Type.Integer({ minimum: 1, maximum: 2 }),
    valor: value,
    tipoDesconto: Type.Integer({ minimum: 0, maximum: 6 }),
    dataPrimeiroDesconto: Type.Optional(day),
    valorPrimeiroDesconto: Type.Optional(value),
    dataSegundoDesconto: Type.Optional(day),
    valorSegundoDesconto: Type.Optional(value),
    dataTerceiroDesconto: Type.Optional(day),
    valorTerceiroDesconto: Type.Optional(value),
    tipoMulta: Type.Integer({ minimum: 0, maximum: 2 }),
    dataMulta: Type.Optional(day),
    valorMulta: Type.Optional(value),
    tipoJurosMora: Type.Integer({ minimum: 1, maximum: 3 }),
    dataJurosMora: Type.Optional(day),
    valorJurosMora: Type.Optional(value),
    numeroParcela: Type.Integer({ minimum: 1, maximum: 99 }),
    aceite: Type.Optional(Type.Boolean()),
    pagador: Payer,
    gerarPdf: Type.Optional(Type.Boolean()),
    codigoCadastrarPIX: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  },
  strict,
);
export type Order = Static<typeof Order>;

const who = { numeroCliente: whole, codigoModalidade: Type.Literal(1) };
const digits = Type.String({ pattern: '^\\d{1,20}$' });

export const NumberParams = Type.Object({ number: digits });
export const PayerParams = Type.Object({ document: Type.String({ minLength: 11, maxLength: 14 }) });
export const WriteOffBody = Type.Object(who, strict);
export const ChangeBody = Type.Union([
  Type.Object({ ...who, prorrogacaoVencimento: Type.Object({ dataVencimento: day }, strict) }, strict),
  Type.Object({ ...who, prorrogacaoLimitePagamento: Type.Object({ dataLimitePagamento: day }, strict) }, strict),
]);
export const SlipQuery = Type.Object(
  {
    numeroCliente: digits,
    codigoModalidade: Type.Literal('1'),
    nossoNumero: Type.Optional(digits),
    codigoBarras: Type.Optional(digits),
    linhaDigitavel: Type.Optional(digits),
  },
  strict,
);
export const NumbersQuery = Type.Object(
  { numeroCliente: digits, codigoModalidade: Type.Literal('1'), quantidade: digits },
  strict,
);
export const PayerQuery = Type.Object(
  { numeroCliente: digits, dataInicio: Type.Optional(day), dataFim: Type.Optional(day) },
  strict,
);
export const MovementsBody = Type.Object(
  {
    numeroCliente: whole,
    tipoMovimento: Type.Integer({ minimum: 1, maximum: 7 }),
    dataInicial: day,
    dataFinal: day,
  },
  strict,
);
export const MovementsQuery = Type.Object({ numeroCliente: digits, codigoSolicitacao: digits }, strict);
export const DownloadQuery = Type.Object(
  { numeroCliente: digits, codigoSolicitacao: digits, idArquivo: digits },
  strict,
);
export const WebhookBody = Type.Object(
  {
    url: Type.String({ pattern: '^https://', maxLength: 2_000 }),
    codigoTipoMovimento: Type.Literal(7),
    codigoPeriodoMovimento: Type.Literal(1),
    email: Type.Optional(text(200)),
  },
  strict,
);
export const WebhookChange = Type.Object(
  { url: Type.String({ pattern: '^https://', maxLength: 2_000 }), email: Type.Optional(text(200)) },
  strict,
);
export const WebhookQuery = Type.Object(
  { idWebhook: Type.Optional(digits), codigoTipoMovimento: Type.Optional(digits) },
  strict,
);
