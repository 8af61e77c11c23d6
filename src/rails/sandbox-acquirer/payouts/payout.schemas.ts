import { type Static, Type } from 'typebox';
import { Amount, Document, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, nullable, Reference, strict, text } from '../schemas.ts';

const MAX_KEY_LENGTH = 77;
const MAX_PAGE = 100_000;

const Destination = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('pix_key'),
      keyType: Type.Enum(['cpf', 'cnpj', 'email', 'phone', 'random']),
      key: text(1, MAX_KEY_LENGTH),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('bank_account'),
      ispb: Type.String({ pattern: '^[0-9A-Z]{8}$' }),
      agency: text(1, MAX_NAME_LENGTH),
      account: text(1, MAX_NAME_LENGTH),
      accountType: Type.Enum(['checking', 'savings', 'payment']),
      holderName: text(1, MAX_NAME_LENGTH),
      holderDocument: Document,
    },
    strict,
  ),
]);
const Sender = Type.Object({ name: text(1, MAX_NAME_LENGTH), document: Document }, strict);

export const PayoutParams = Type.Object({ reference: Reference });

export const PayoutBody = Type.Object(
  {
    amount: Amount,
    description: nullable(text(0, MAX_TEXT_LENGTH)),
    destination: Destination,
    sender: Sender,
  },
  strict,
);
export type PayoutBody = Static<typeof PayoutBody>;

export const HolderBody = Type.Object({ destination: Destination, sender: Sender }, strict);

/** A query string is text. */
export const SentQuery = Type.Object({
  from: Type.String({ format: 'date-time' }),
  to: Type.String({ format: 'date-time' }),
  page: Type.String({ pattern: '^[0-9]{1,6}$' }),
});

export function readPage(page: string): number {
  return Math.min(Number(page), MAX_PAGE);
}

export const PayoutControlBody = Type.Object(
  { amount: Type.Optional(Amount), notify: Type.Optional(Type.Boolean()) },
  strict,
);
export type PayoutControlBody = Static<typeof PayoutControlBody>;
