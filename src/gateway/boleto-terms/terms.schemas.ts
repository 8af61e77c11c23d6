import { Type } from 'typebox';

const MAX_PERCENT = 10_000;
export const MAX_DISCOUNTS = 3;
export const MAX_PAYABLE_DAYS = 120;
/** The limit of all money in an order. */
const MAX_CENTS = 9_999_999_999;

const percent = (of: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PERCENT, description: `hundredths of a percent ${of}` }));
const amount = (of: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CENTS, description: `cents ${of}` }));

const Fine = Type.Object(
  { percent: percent('of the total, once'), amount: amount('once') },
  { description: 'what is owed once after the due date: percent or amount' },
);
const Interest = Type.Object(
  { monthly_percent: percent('of the total a month'), daily_amount: amount('a day') },
  { description: 'what is owed for each day after the due date: monthly_percent or daily_amount' },
);
const Discount = Type.Object({
  until: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    description: 'YYYY-MM-DD, the last day on which it counts',
  }),
  percent: percent('of the total'),
  amount: amount('off the total'),
});

/** Members of `payment` in an order, invoice only. */
export const TERMS_PROPERTIES = {
  fine: Type.Optional(Fine),
  interest: Type.Optional(Interest),
  discounts: Type.Optional(
    Type.Array(Discount, { maxItems: MAX_DISCOUNTS, description: 'days rising, what they take falling' }),
  ),
  payable_days_after_due: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_PAYABLE_DAYS,
      description: 'how many days after the due date it may still be paid; 0, or 30 with a fine or interest',
    }),
  ),
};

const TermsBody = Type.Object(TERMS_PROPERTIES);
export type TermsBody = Type.Static<typeof TermsBody>;
