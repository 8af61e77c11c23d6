import { Type } from 'typebox';
import { AdditionalInfo, Key, Money, PayerRequest, PersonBody } from '../schemas.ts';

const Day = Type.String({ format: 'date' });
const rate = (most: number) =>
  Type.Object({ modalidade: Type.Integer({ minimum: 1, maximum: most }), valorPerc: Money });

const Calendar = Type.Object({
  dataDeVencimento: Day,
  validadeAposVencimento: Type.Optional(Type.Integer({ maximum: 2_147_483_647 })),
});
const terms = {
  multa: Type.Optional(rate(2)),
  juros: Type.Optional(rate(8)),
  abatimento: Type.Optional(rate(2)),
  desconto: Type.Optional(
    Type.Object({
      modalidade: Type.Integer({ minimum: 1, maximum: 6 }),
      valorPerc: Type.Optional(Money),
      descontoDataFixa: Type.Optional(
        Type.Array(Type.Object({ data: Day, valorPerc: Money }), { minItems: 1, maxItems: 3 }),
      ),
    }),
  ),
};

/** Unlike the other kind of charge, this one is for somebody. */
export const DueChargeBody = Type.Object({
  calendario: Calendar,
  devedor: PersonBody,
  valor: Type.Object({ original: Money, ...terms }),
  chave: Key,
  solicitacaoPagador: Type.Optional(PayerRequest),
  infoAdicionais: Type.Optional(AdditionalInfo),
});

export const DueRevisionBody = Type.Object({
  calendario: Type.Optional(Calendar),
  devedor: Type.Optional(PersonBody),
  valor: Type.Optional(Type.Object({ original: Type.Optional(Money), ...terms })),
  chave: Type.Optional(Key),
  solicitacaoPagador: Type.Optional(PayerRequest),
  infoAdicionais: Type.Optional(AdditionalInfo),
  status: Type.Optional(Type.Literal('REMOVIDA_PELO_USUARIO_RECEBEDOR')),
});
