import { Type } from 'typebox';
import { ACCOUNT_KINDS } from '../../../books/ledger/accounts.rules.ts';
import { CSV_DIALECT, localDay, withDefault } from '../../../ground/lists/lists.schemas.ts';

const cents = (description: string) => Type.Integer({ description: `cents: ${description}` });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const FORMAT = withDefault(Type.Enum(['json', 'csv'], { default: 'json' }));
const date = Type.String({ format: 'date' });

export const TrialBalanceQuery = Type.Object({
  from: localDay('first day of posting, in São Paulo; default to; at most 92 days before it'),
  to: localDay('last day; default today'),
  format: FORMAT,
  dialect: CSV_DIALECT,
});

const SIDES = {
  opening_balance: cents('before the day; of all accounts together 0'),
  debits: cents('what left the account'),
  credits: cents('what came to it'),
  balance: cents('after the day; of all accounts together 0'),
};

export const TrialBalance = Type.Object({
  from: date,
  to: date,
  data: Type.Array(
    Type.Object({
      day: date,
      account: Type.Enum([...ACCOUNT_KINDS], {
        description: 'company_main and company_retained: of all companies together',
      }),
      acquirer: orNull(Type.String({ description: 'of the clearing account: whose' })),
      ...SIDES,
    }),
  ),
});

export const FeesQuery = Type.Object({
  interval: withDefault(
    Type.Enum(['day', 'month'], { default: 'day', description: 'at most 62 days, or 36 months at a time' }),
  ),
  by: withDefault(
    Type.Enum(['date', 'merchant', 'company'], {
      default: 'date',
      description: 'a line for each; of a CSV: always by date and company',
    }),
  ),
  from: localDay('first day of posting, in São Paulo; default 29 days before to, or 11 months'),
  to: localDay('last day; default today'),
  format: FORMAT,
  dialect: CSV_DIALECT,
});

const EARNED = {
  payment_fees: cents('of payments that were approved'),
  returned: cents('of them, what went back with refunds'),
  payout_fees: cents('of payouts'),
  other: cents('what operators booked to the platform, or from it'),
  earned: cents('all of it together'),
};
const Named = Type.Object({ id: Type.Integer(), name: Type.String() });

export const Fees = Type.Object({
  interval: Type.Enum(['day', 'month']),
  from: date,
  to: date,
  data: Type.Array(
    Type.Object({
      date: orNull(Type.String({ description: 'the day, or the first of the month; null: of the whole period' })),
      merchant: orNull(Named),
      company: orNull(Named),
      ...EARNED,
    }),
    { description: 'by date; or who paid most first, at most 1,000; merchant and company null: nobody’s' },
  ),
  is_cut: Type.Boolean({ description: 'there are more, which paid less; the CSV has all' }),
  totals: Type.Object(EARNED),
});
