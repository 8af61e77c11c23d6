import { type Static, Type } from 'typebox';

/** Patterns are anchored here; Bacen's document leaves them open, and banks do not. */
export const Money = Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' });
const TxId = Type.String({ pattern: '^[a-zA-Z0-9]{26,35}$' });
const EndToEndId = Type.String({ pattern: '^[a-zA-Z0-9]{32}$' });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Cpf = Type.String({ pattern: '^\\d{11}$' });
const Cnpj = Type.String({ pattern: '^[0-9A-Z]{14}$' });
export const Key = Type.String({ minLength: 1, maxLength: 77 });

export const PersonBody = Type.Union([Type.Object({ cpf: Cpf, nome: Name }), Type.Object({ cnpj: Cnpj, nome: Name })]);
const Calendar = Type.Object({ expiracao: Type.Optional(Type.Integer({ maximum: 2_147_483_647 })) });
const Value = Type.Object({
  original: Money,
  modalidadeAlteracao: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
});
export const PayerRequest = Type.String({ maxLength: 140 });
export const AdditionalInfo = Type.Array(
  Type.Object({ nome: Type.String({ maxLength: 50 }), valor: Type.String({ maxLength: 200 }) }),
  { maxItems: 50 },
);

export const ChargeParams = Type.Object({ txid: TxId });
export const PaymentParams = Type.Object({ e2eid: EndToEndId });
export const ReturnParams = Type.Object({
  e2eid: EndToEndId,
  id: Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' }),
});
export const KeyParams = Type.Object({ chave: Key });

export const ChargeBody = Type.Object({
  calendario: Calendar,
  devedor: Type.Optional(PersonBody),
  valor: Value,
  chave: Key,
  solicitacaoPagador: Type.Optional(PayerRequest),
  infoAdicionais: Type.Optional(AdditionalInfo),
});

export const RevisionBody = Type.Object({
  calendario: Type.Optional(Calendar),
  devedor: Type.Optional(PersonBody),
  valor: Type.Optional(Value),
  chave: Type.Optional(Key),
  solicitacaoPagador: Type.Optional(PayerRequest),
  infoAdicionais: Type.Optional(AdditionalInfo),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
});

export const ReturnBody = Type.Object({
  valor: Money,
  natureza: Type.Optional(Type.Union([Type.Literal('ORIGINAL'), Type.Literal('RETIRADA')])),
  descricao: Type.Optional(Type.String({ maxLength: 140 })),
});

export const WebhookBody = Type.Object({ webhookUrl: Type.String({ format: 'uri', maxLength: 2_000 }) });

/** Query strings are text: nothing is converted before it was checked, so that bodies are never converted either. */
const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')]);
const pageQuery = {
  inicio: Type.String({ format: 'date-time' }),
  fim: Type.String({ format: 'date-time' }),
  'paginacao.paginaAtual': Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  'paginacao.itensPorPagina': Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
};

const listQuery = { ...pageQuery, cpf: Type.Optional(Cpf), cnpj: Type.Optional(Cnpj) };

export const SentQuery = Type.Object(pageQuery);
export const ChargesQuery = Type.Object({
  ...listQuery,
  locationPresente: Type.Optional(Flag),
  status: Type.Optional(Type.String({ maxLength: 50 })),
});
export const PaymentsQuery = Type.Object({
  ...listQuery,
  txid: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' })),
  txIdPresente: Type.Optional(Flag),
  devolucaoPresente: Type.Optional(Flag),
});

export type ChargesFilter = Static<typeof ChargesQuery>;
export type PaymentsFilter = Static<typeof PaymentsQuery>;
