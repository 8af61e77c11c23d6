import { type TSchema, Type } from 'typebox';
import { CSV_DIALECTS } from './csv.rules.ts';
import {
  DEFAULT_PAGE_SIZE,
  instantReader,
  LAST_PAGE,
  MAX_PAGE_SIZE,
  pageReader,
  READ,
  readDay,
} from './list-query.rules.ts';

/** Its schema has a default: the caller may leave it out, and its reader has a value all the same. */
export const withDefault = <Schema extends TSchema>(schema: Schema): Schema =>
  Type.Optional(schema) as unknown as Schema;

/** A text that is read by a rule of its own; `schema` is what documents it. */
export const readBy = <Value>(
  read: (text: string, name: string) => Value,
  schema: { type: string; [keyword: string]: unknown },
) => Type.Unsafe<Value>({ ...schema, [READ]: read });

/** The parameters of every list that has pages. */
export const PAGING = {
  page: withDefault(readBy(pageReader(LAST_PAGE), { type: 'integer', default: 1, minimum: 1 })),
  limit: withDefault(Type.Integer({ default: DEFAULT_PAGE_SIZE, minimum: 1, maximum: MAX_PAGE_SIZE })),
};

export const DIRECTION = withDefault(Type.Enum(['ASC', 'DESC'], { default: 'DESC' }));

/** Of a list that has one order alone: another that is asked for is refused, not left out. */
export const BY_REQUEST = withDefault(Type.Enum(['requested_at'], { default: 'requested_at' }));

/** How a CSV is written. */
export const CSV_DIALECT = withDefault(
  Type.Enum([...CSV_DIALECTS], {
    default: 'rfc4180',
    description: 'of a CSV: excel-br has semicolons, money in reais with a decimal comma, and a byte order mark',
  }),
);

/** The first or the last instant of a period; a date is a whole day. */
export const instant = (edge: 'start' | 'end', description: string) =>
  Type.Optional(readBy(instantReader(edge), { type: 'string', description }));

/** A whole day in São Paulo. */
export const localDay = (description: string) =>
  Type.Optional(readBy(readDay, { type: 'string', format: 'date', description }));

/** For a list that is counted only so far. */
export const TOTAL_IS_MINIMUM = Type.Optional(
  Type.Boolean({ description: 'true where there are more than total, which no page shows; otherwise absent' }),
);

/** What every list that has pages answers. */
export const listOf = <Row extends TSchema>(row: Row) =>
  Type.Object({
    data: Type.Array(row),
    total: Type.Integer(),
    page: Type.Integer(),
    lastPage: Type.Integer(),
    itemsPerPage: Type.Integer(),
  });
