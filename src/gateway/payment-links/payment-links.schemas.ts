import { type TSchema, Type } from 'typebox';
import { DIRECTION, listOf, PAGING } from '../../ground/lists/lists.schemas.ts';
import { DEFAULT_DUE_DAYS, MAX_DUE_DAYS } from '../boleto-terms/due-days.rules.ts';
import { TERMS_PROPERTIES } from '../boleto-terms/terms.schemas.ts';
import { MAX_ITEMS, MAX_MONEY_CENTS, MAX_NAME_LENGTH, MAX_QUANTITY, OrderBody } from '../orders/orders.schemas.ts';
import { isoTime, nullableTime, StoredMetadata } from '../payments/payments.schemas.ts';
import { ADDRESS_RULES, ASKED_SLUG, LINK_METHODS, LINK_STATES } from './payment-links.rules.ts';

const MAX_DESCRIPTION_LENGTH = 1_000;
const MAX_MESSAGE_LENGTH = 300;
const MAX_URL_LENGTH = 2_048;
const MAX_COUNT = 1_000_000_000;
const MAX_SUGGESTED = 6;

const cents = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_MONEY_CENTS, description });

const Title = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: '[^\\s\\p{Cf}]',
  format: 'one-line',
  description: 'what is sold, the heading of the page',
});
const Description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, format: 'plain-text' });
const MaxPayments = Type.Integer({
  minimum: 1,
  maximum: MAX_COUNT,
  description: 'payments that are open or paid at a time; 1 is a bill for one person',
});
const Stock = Type.Integer({ minimum: 0, maximum: MAX_COUNT, description: 'units that can be sold in all' });
const ExpiresAt = Type.String({
  minLength: 1,
  maxLength: 40,
  format: 'one-line',
  description: 'ISO 8601 date-time; a date is the end of that day in São Paulo',
});
const SuccessUrl = Type.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  format: 'one-line',
  description: 'https; where the payer’s page leads back to',
});
const InactiveMessage = Type.String({ maxLength: MAX_MESSAGE_LENGTH, format: 'plain-text' });
const { items: Items, shipping: ShippingOfOrder, metadata: Metadata } = OrderBody.properties;

const Range = Type.Object({
  min: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: '1 when left out' })),
  max: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
});

/** Of a boleto through the link. No discounts: their days are fixed, and a link lives on. */
const { fine, interest, payable_days_after_due } = TERMS_PROPERTIES;
const LATE_TERMS = { fine, interest, payable_days_after_due };

export const NewLinkBody = Type.Object({
  company_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  title: Title,
  description: Type.Optional(Description),
  slug: Type.Optional(
    Type.String({
      pattern: ASKED_SLUG,
      description:
        '3 to 40 of a-z, 0-9 and -; drawn at random when left out. Six random characters are appended to that of a ' +
        'bill, and where another merchant has it',
    }),
  ),
  methods: Type.Optional(
    Type.Array(Type.Enum([...LINK_METHODS]), {
      minItems: 1,
      maxItems: LINK_METHODS.length,
      uniqueItems: true,
      description: 'all when left out',
    }),
  ),
  items: Type.Optional(Type.Array(Items.items, { maxItems: MAX_ITEMS })),
  shipping: Type.Optional(ShippingOfOrder),
  open_amount: Type.Optional(
    Type.Object(
      {
        min: Type.Optional(cents('the lowest amount when left out')),
        max: Type.Optional(cents('the highest amount when left out')),
        suggested: Type.Optional(Type.Array(cents('offered on the page'), { maxItems: MAX_SUGGESTED })),
      },
      { description: 'instead of items: the payer writes the amount' },
    ),
  ),
  quantity: Type.Optional(Range),
  max_payments: Type.Optional(MaxPayments),
  stock: Type.Optional(Stock),
  expires_at: Type.Optional(ExpiresAt),
  due_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_DUE_DAYS,
      description: `until a boleto is due; ${DEFAULT_DUE_DAYS} when left out`,
    }),
  ),
  ...LATE_TERMS,
  collect_address: Type.Optional(
    Type.Enum([...ADDRESS_RULES], { description: 'whose address the page asks for; boleto when left out' }),
  ),
  success_url: Type.Optional(SuccessUrl),
  inactive_message: Type.Optional(InactiveMessage),
  metadata: Metadata,
});
export type NewLinkBody = Type.Static<typeof NewLinkBody>;

type Fine = Type.Static<typeof fine>;
type Interest = Type.Static<typeof interest>;

const orNull = <Value>(schema: object) => Type.Optional(Type.Unsafe<Value | null>(schema));

/** What may change of a link. Its price and items do not: another link is made instead. */
export const LinkChangeBody = Type.Object(
  {
    title: Type.Optional(Title),
    description: orNull<string>({ ...Description, type: ['string', 'null'] }),
    status: Type.Optional(Type.Enum(['ACTIVE', 'DISABLED'])),
    max_payments: orNull<number>({ ...MaxPayments, type: ['integer', 'null'] }),
    stock: orNull<number>({ ...Stock, type: ['integer', 'null'] }),
    expires_at: orNull<string>({ ...ExpiresAt, type: ['string', 'null'] }),
    fine: orNull<Fine>({ ...fine, type: ['object', 'null'] }),
    interest: orNull<Interest>({ ...interest, type: ['object', 'null'] }),
    payable_days_after_due: orNull<number>({ ...payable_days_after_due, type: ['integer', 'null'] }),
    success_url: orNull<string>({ ...SuccessUrl, type: ['string', 'null'] }),
    inactive_message: orNull<string>({ ...InactiveMessage, type: ['string', 'null'] }),
  },
  { additionalProperties: false },
);
export type LinkChangeBody = Type.Static<typeof LinkChangeBody>;

/** Null takes these away, so it must not count as left out. */
export const REMOVABLE = [
  ...['description', 'max_payments', 'stock', 'expires_at', 'success_url', 'inactive_message'],
  ...['fine', 'interest', 'payable_days_after_due'],
];

export const LinkListQuery = Type.Object({
  ...PAGING,
  direction: DIRECTION,
  company_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  status: Type.Optional(Type.Enum([...LINK_STATES])),
});

export const LinkParams = Type.Object({ id: Type.String({ description: 'pl_…' }) });

const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const nullableInteger = (description?: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...(description ? { description } : {}) });
const nullableObject = <Properties extends Record<string, TSchema>>(properties: Properties) => {
  const object = Type.Object(properties);
  return Type.Unsafe<Type.Static<typeof object> | null>({ ...object, type: ['object', 'null'] });
};

export const LinkRecord = Type.Object({
  id: Type.String({ description: 'pl_…; may be sent as payment_link_id of an order' }),
  url: Type.String({ description: 'page for payers, without a login' }),
  status: Type.Enum([...LINK_STATES]),
  company_id: Type.Integer(),
  title: Type.String(),
  description: nullableText,
  slug: Type.String(),
  methods: Type.Array(Type.Enum([...LINK_METHODS])),
  items: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer(), price: Type.Integer() })),
  shipping: nullableObject({ name: Type.String(), price: Type.Integer() }),
  open_amount: nullableObject({
    min: Type.Integer(),
    max: Type.Integer(),
    suggested: Type.Array(Type.Integer()),
  }),
  quantity: nullableObject({ min: Type.Integer(), max: Type.Integer() }),
  max_payments: nullableInteger(),
  stock: nullableInteger(),
  expires_at: nullableTime,
  due_days: nullableInteger(),
  fine: nullableObject({ percent: Type.Optional(Type.Integer()), amount: Type.Optional(Type.Integer()) }),
  interest: nullableObject({
    monthly_percent: Type.Optional(Type.Integer()),
    daily_amount: Type.Optional(Type.Integer()),
  }),
  payable_days_after_due: nullableInteger('as it was written; null: 0, or 30 with a fine or interest'),
  collect_address: Type.Enum([...ADDRESS_RULES]),
  success_url: nullableText,
  inactive_message: nullableText,
  metadata: StoredMetadata,
  paid_count: Type.Integer({ description: 'payments that were paid, refunded ones included' }),
  paid_amount: Type.Integer({ description: 'cents that were paid; refunds are not taken off' }),
  open_count: Type.Integer({ description: 'unpaid payments that hold a place' }),
  remaining: nullableInteger('how often it can still be bought; null without a limit'),
  created_at: isoTime,
  updated_at: isoTime,
});

export const LinkList = listOf(LinkRecord);
