import { Type } from 'typebox';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { DESTINATION_STATES } from './destination.ts';
import { ACCOUNT_TYPES, KEY_TYPES } from './destination-shape.rules.ts';

const MAX_KEY_LENGTH = 100;
const MAX_NUMBER_LENGTH = 30;
const MAX_NAME_LENGTH = 120;
const TYPES = ['pix_key', 'bank_account'] as const;

const typed = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, format: 'one-line', description }));

export const NewDestinationBody = Type.Object({
  type: Type.Enum(TYPES, {
    description:
      'pix_key: key_type and key; bank_account: ispb, agency, account, account_type, holder_name and ' +
      'holder_document. All fields of the type are required, and those of the other are refused',
  }),
  key_type: Type.Optional(Type.Enum(KEY_TYPES, { description: 'of a pix_key' })),
  key: typed(
    MAX_KEY_LENGTH,
    'of a pix_key: a CPF or CNPJ with right digits, an e-mail of at most 77 characters, a phone such as ' +
      '+5511987654321, or a random key (UUID)',
  ),
  ispb: typed(MAX_NUMBER_LENGTH, 'of a bank_account: the eight digits of the bank'),
  agency: typed(MAX_NUMBER_LENGTH, 'of a bank_account: up to four digits, without check digit'),
  account: typed(MAX_NUMBER_LENGTH, 'of a bank_account: with its check digit'),
  account_type: Type.Optional(Type.Enum(ACCOUNT_TYPES, { description: 'of a bank_account' })),
  holder_name: typed(MAX_NAME_LENGTH, 'of a bank_account'),
  holder_document: typed(MAX_NUMBER_LENGTH, 'of a bank_account: CPF or CNPJ with right digits'),
  refund_of: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'id of a paid boleto of the company: the destination is made for its refund alone, and no payout can use it',
    }),
  ),
});

export const DestinationParams = Type.Object({
  ...CompanyParams.properties,
  destinationId: Type.Integer({ minimum: 1 }),
});

export const DestinationQuery = Type.Object({
  refund_of: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'id of a transaction: those that were made for its refund. Without it: those for payouts',
    }),
  ),
});

const masked = (description: string) => Type.Optional(Type.String({ description }));
const nullableTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

/** A destination as people see it. */
export const MASKED_DESTINATION = {
  type: Type.Enum(TYPES),
  key_type: Type.Optional(Type.Enum(KEY_TYPES)),
  key: masked('masked, as `***.982.247-**`, `f***@e***.com` or the last four characters'),
  ispb: masked('the bank'),
  agency: masked('as given, with leading zeros'),
  account: masked('its last characters'),
  account_type: masked(ACCOUNT_TYPES.join(', ')),
  holder_name: masked('masked'),
  holder_document: masked('masked'),
};

export const DestinationAnswer = Type.Object({
  id: Type.Integer(),
  company_id: Type.Integer(),
  ...MASKED_DESTINATION,
  status: Type.Enum(DESTINATION_STATES, {
    description: 'ON_HOLD until usable_at; BLOCKED: nothing goes there until it is entered anew',
  }),
  is_own: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description: 'whether it names the document of the company; null: it names none, as an e-mail does',
  }),
  refund_of: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'the transaction for whose refund alone it was made',
  }),
  created_at: Type.String({ format: 'date-time' }),
  created_by: Type.String({ description: 'who added it, as they were called then' }),
  usable_at: Type.String({ format: 'date-time', description: 'the hold ends then' }),
  blocked_at: nullableTime('null: it is not blocked'),
  block_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'in Portuguese' }),
});

export const DestinationList = Type.Object({ data: Type.Array(DestinationAnswer) });
