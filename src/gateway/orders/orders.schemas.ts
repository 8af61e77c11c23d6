import { Type } from 'typebox';
import { UF_CODES } from '../../ground/brazil/documents.rules.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../ground/text/visible-text.rules.ts';
import { CHARGE_TYPES } from '../../rails/acquirers/acquirer.ts';
import { TERMS_PROPERTIES } from '../boleto-terms/terms.schemas.ts';
import { SplitParticipants } from '../splits/splits.schemas.ts';

/** Limits of an order. Money limits are in cents. */
export const MAX_ITEMS = 100;
export const MAX_NAME_LENGTH = 120;
export const MAX_ITEM_NAME_LENGTH = 200;
export const MAX_ADDRESS_LINE_LENGTH = 200;
export const MAX_QUANTITY = 999_999;
export const MAX_MONEY_CENTS = 9_999_999_999;
export const MAX_METADATA_PAIRS = 20;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_VALUE_LENGTH = 500;
export const MAX_PAYMENT_LINK_ID_LENGTH = 100;
export const MAX_EXTERNAL_ID_LENGTH = 64;
const MAX_ACCESS_TOKEN_LENGTH = 200;

/** Something to see: spaces and invisible characters alone are none. */
const NOT_BLANK = '[^\\s\\p{Cf}]';

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, format: 'one-line', description });
const cents = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_MONEY_CENTS, description });

const Phone = Type.Object({
  country_code: Type.String({ pattern: '^[0-9]{1,3}$', description: 'country code in digits, e.g. 55' }),
  area_code: Type.String({ pattern: '^[0-9]{1,4}$', description: 'area code in digits, e.g. 11' }),
  number: Type.String({ pattern: '^[0-9](?:[ -]?[0-9]){3,14}$', description: 'number in digits, e.g. 987654321' }),
});

const Address = Type.Object({
  line_1: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LINE_LENGTH, format: 'one-line' })),
  line_2: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LINE_LENGTH, format: 'one-line' })),
  district: Type.Optional(
    Type.String({ maxLength: MAX_NAME_LENGTH, format: 'one-line', description: 'bairro; some banks demand it' }),
  ),
  zip_code: Type.Optional(Type.String({ pattern: '^[0-9]{4,10}$', description: 'postal code, digits only (CEP: 8)' })),
  city: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, format: 'one-line' })),
  state: Type.Optional(Type.String({ pattern: `^(?:${UF_CODES.join('|')})$`, description: 'UF, e.g. SP' })),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2,3}$', description: 'ISO country code, e.g. BR' })),
});

const Customer = Type.Object({
  name: text(MAX_NAME_LENGTH, 'full name'),
  email: Type.String({
    maxLength: MAX_EMAIL_LENGTH,
    pattern: EMAIL_PATTERN,
    format: 'one-line',
    description: 'e-mail address',
  }),
  document: Type.String({
    pattern: '^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
    description: 'CPF (11 digits) or CNPJ (14 characters), without punctuation',
  }),
  ip: Type.Optional(
    Type.String({ pattern: '^[0-9A-Fa-f.:]{2,45}$', description: 'IPv4 or IPv6 address of the payer' }),
  ),
  phone: Phone,
  address: Type.Optional(Address),
});

const Item = Type.Object({
  name: text(MAX_ITEM_NAME_LENGTH, 'what is sold'),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
  price: cents('unit price in cents'),
});

export const OrderBody = Type.Object({
  access_token: Type.String({
    minLength: 1,
    maxLength: MAX_ACCESS_TOKEN_LENGTH,
    description: 'access token of the establishment',
  }),
  payment_link_id: Type.Optional(Type.String({ maxLength: MAX_PAYMENT_LINK_ID_LENGTH, format: 'one-line' })),
  external_id: Type.Optional(text(MAX_EXTERNAL_ID_LENGTH, 'your own id of the order; need not be unique')),
  customer: Customer,
  items: Type.Array(Item, { minItems: 1, maxItems: MAX_ITEMS }),
  payment: Type.Object({
    type: Type.Enum([...CHARGE_TYPES], { description: 'invoice is the boleto' }),
    installments: Type.Integer({ minimum: 1, maximum: 1, description: 'always 1' }),
    due_date: Type.Optional(
      Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'YYYY-MM-DD, invoice only' }),
    ),
    ...TERMS_PROPERTIES,
  }),
  shipping: Type.Object({ name: text(MAX_NAME_LENGTH, 'how it is shipped'), price: cents('0 for digital goods') }),
  subtotal: cents('sum of the items'),
  total: cents('subtotal plus shipping'),
  splitParticipants: Type.Optional(SplitParticipants),
  metadata: Type.Optional(
    // Not Type.Record: its pattern for keys lets one with a line break slip past the check of its value.
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: MAX_METADATA_VALUE_LENGTH, format: 'plain-text' },
      maxProperties: MAX_METADATA_PAIRS,
      description: `at most ${MAX_METADATA_PAIRS} pairs of text, keys of at most ${MAX_METADATA_KEY_LENGTH} characters`,
    }),
  ),
});
export type OrderBody = Type.Static<typeof OrderBody>;

/** Where the address of the request names the establishment. */
export const CompanyOrderBody = Type.Omit(OrderBody, ['access_token']);
export type CompanyOrderBody = Type.Static<typeof CompanyOrderBody>;
