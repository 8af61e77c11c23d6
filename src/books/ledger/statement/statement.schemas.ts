import { Type } from 'typebox';
import { CSV_DIALECT, instant, listOf, localDay, PAGING, withDefault } from '../../../ground/lists/lists.schemas.ts';
import { CAUSE_KINDS } from '../cause.rules.ts';
import { ENTRY_TAGS } from '../journal.rules.ts';

export const StatementQuery = Type.Object({
  from: instant('start', 'ISO 8601 date (a day in São Paulo) or date-time; default 30 days before to'),
  to: instant('end', 'ISO 8601 date (the whole day) or date-time, inclusive; default today'),
  ...PAGING,
  format: withDefault(
    Type.Enum(['json', 'csv', 'planilha', 'ofx'], {
      default: 'json',
      description:
        'json has pages; the others are files of the whole period: csv for programs, planilha for spreadsheets in ' +
        'Portuguese, ofx (1.02) for bookkeeping',
    }),
  ),
  dialect: CSV_DIALECT,
});

/** The fields of an entry, wherever entries are listed. */
export const STATEMENT_ROW = {
  id: Type.Integer(),
  available_at: Type.String({ format: 'date-time', description: 'value date' }),
  posted_at: Type.String({ format: 'date-time' }),
  cause: Type.Enum([...CAUSE_KINDS]),
  kind: Type.Enum([...ENTRY_TAGS]),
  account: Type.Enum(['main', 'retained']),
  amount: Type.Integer({ description: 'cents, negative for debits' }),
  transaction_id: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'null where the money belongs to no transaction: received of nobody known, or sent out',
  }),
  order_number: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  refund_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  payout_id: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'of money sent out, and of what came back',
  }),
};

/** What was booked for one thing, of one's own companies. */
export const OwnEntries = listOf(Type.Object({ ...STATEMENT_ROW, company_id: Type.Integer() }));

const time = Type.String({ format: 'date-time' });
export const Statement = Type.Object({
  company_id: Type.Integer(),
  from: time,
  to: time,
  opening_balance: Type.Integer({ description: 'cents available just before from, by value date' }),
  closing_balance: Type.Integer({ description: 'cents available at to, by value date' }),
  page_opening_balance: Type.Integer({ description: 'cents just before the first entry of this page' }),
  data: Type.Array(Type.Object(STATEMENT_ROW)),
  total: Type.Integer(),
  page: Type.Integer(),
  lastPage: Type.Integer(),
  itemsPerPage: Type.Integer(),
});

export const StatementDaysQuery = Type.Object({
  from: localDay('first day, in São Paulo; default 30 days before to'),
  to: localDay('last day; may lie ahead; default today'),
});

export const StatementDaysBody = Type.Object({
  company_id: Type.Integer(),
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  opening_balance: Type.Integer({ description: 'cents available at the end of the day before' }),
  data: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date', description: 'value date' }),
      credits: Type.Integer({ description: 'cents' }),
      debits: Type.Integer({ description: 'cents, negative' }),
      net: Type.Integer({ description: 'credits plus debits' }),
      closing_balance: Type.Integer({ description: 'cents available at the end of the day' }),
      count: Type.Integer({ description: 'entries' }),
    }),
  ),
});
