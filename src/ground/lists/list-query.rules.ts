import {
  daysBefore,
  daysBetween,
  endOfSaoPauloDay,
  isLocalDate,
  saoPauloDateTime,
  startOfSaoPauloDay,
  withinCalendar,
} from '../brazil/calendar.rules.ts';
import { invalidField } from '../errors.ts';

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** The largest page whose offset is a safe integer. */
export const LAST_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PAGE_SIZE);

export interface Paging {
  page: number;
  limit: number;
}

export type Direction = 'ASC' | 'DESC';

export function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}

/**
 * What every list says about itself beside its data. An empty list has one page. Only where there are more than its
 * total does it say so.
 */
export function pageOf(total: number, { page, limit }: Paging, isTotalMinimum = false) {
  const size = { total, page, lastPage: Math.max(1, Math.ceil(total / limit)), itemsPerPage: limit };
  return isTotalMinimum ? { ...size, total_is_minimum: true } : size;
}

/** The query string as it arrived: text, or a list of texts where a parameter is repeated. */
export type RawQuery = Record<string, unknown>;

/**
 * Where a parameter is more than its type says: how its text is read. A symbol, because documentation shows
 * only the rest.
 */
export const READ = Symbol('how the text of a parameter is read');
export type ReadText = (text: string, name: string) => unknown;

/** The schema of one parameter: what documents it, and all that its text is checked by. */
export interface ParameterSchema {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  items?: ParameterSchema;
  [READ]?: ReadText;
}

export interface QuerySchema {
  properties: Record<string, ParameterSchema>;
}

type ReadParameter = (query: RawQuery, name: string) => unknown;

/**
 * Makes the reader of a query string out of the schema that documents it. What is left out has its default; what the
 * schema does not name is ignored; the first parameter that is wrong is refused by its name.
 */
export function queryReader({ properties }: QuerySchema): (query: RawQuery) => Record<string, unknown> {
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    read: parameterReader(name, schema),
    schema,
  }));
  return (query) =>
    Object.fromEntries(parameters.map(({ name, read, schema }) => [name, read(query, name) ?? schema.default]));
}

function parameterReader(name: string, schema: ParameterSchema): ReadParameter {
  const isList = schema.type === 'array';
  const read = textReader((isList && schema.items) || schema);
  if (!read) throw new Error(`the schema of ${name} does not say how its text is read`);
  if (isList) return listReader(read);
  return (query) => {
    const text = readText(query, name);
    return text === undefined ? undefined : read(text, name);
  };
}

function textReader(schema: ParameterSchema): ReadText | undefined {
  if (schema[READ]) return schema[READ];
  if (schema.enum) return choiceReader(schema.enum);
  if (schema.type === 'integer') return integerReader(schema);
  return schema.type === 'string' ? (text) => text : undefined;
}

export function readText(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  // The form of a list would otherwise be a parameter that nobody knows, and what it asks for would be left out.
  const isList = query[`${name}[]`] !== undefined;
  if (value === undefined && !isList) return undefined;
  if (typeof value !== 'string' || isList) throw invalidField(name, 'must be given once');
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidField(name, 'must be text without NUL or broken characters');
  return value;
}

/** `status=1&status=2` and `status[]=1` alike. */
function listReader(read: ReadText): ReadParameter {
  return (query, name) => {
    const given = [query[name], query[`${name}[]`]].flat().filter((value) => value !== undefined);
    return given.length === 0 ? undefined : [...new Set(given.map((value) => read(String(value), name)))];
  };
}

function choiceReader(choices: readonly string[]): ReadText {
  return (text, name) => {
    if (!choices.includes(text)) throw invalidField(name, `must be one of ${choices.join(', ')}`);
    return text;
  };
}

/** Bounds above this exist only to keep numbers safe; naming them helps only those who have passed them. */
const LARGEST_BOUND_NAMED = 1_000_000;

function integerReader({ minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER }: ParameterSchema): ReadText {
  return (text, name) => {
    const value = Number(text);
    if (/^\d{1,16}$/.test(text) && value >= min && value <= max) return value;
    const isBoundNamed = max <= LARGEST_BOUND_NAMED || value > max;
    throw invalidField(name, `must be a whole number from ${min}${isBoundNamed ? ` to ${max}` : ''}`);
  };
}

/** Of any size: a number beyond all there is names nothing, but is no mistake. */
const POSITIVE = /^0*[1-9][0-9]*$/;

/** A page far past the end is an empty page: the bound only keeps its offset a safe integer. */
export function pageReader(lastPage: number): (text: string, name: string) => number {
  return (text, name) => {
    if (!POSITIVE.test(text)) throw invalidField(name, 'must be a whole number from 1');
    return Math.min(Number(text), lastPage);
  };
}

/** An id in a path. One beyond every id there can be is a positive integer all the same: simply nobody's. */
export function readPathId(params: unknown, name = 'id'): number {
  const text = (params as Record<string, string>)[name] ?? '';
  if (!POSITIVE.test(text)) throw invalidField(name, 'must be a positive whole number');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** A date is a whole day in São Paulo; a date-time without an offset is São Paulo time. Both bounds are inclusive. */
export function instantReader(edge: 'start' | 'end'): (text: string, name: string) => Date {
  return (raw, name) => {
    if (isLocalDate(raw)) return edge === 'start' ? startOfSaoPauloDay(raw) : endOfSaoPauloDay(raw);
    // A `+` that nobody encoded arrives as a space.
    const text = raw.replace(/ (\d{2}:?\d{2})$/, (whole, offset: string) =>
      /[T ]\d{2}:\d{2}.* /.test(raw) ? `+${offset}` : whole,
    );
    const instant =
      DATE_TIME.test(text) && isLocalDate(text.slice(0, 10)) ? parseDateTime(text.replace(' ', 'T')) : null;
    if (instant === null || Number.isNaN(instant.getTime()))
      throw invalidField(name, 'must be an ISO 8601 date or date-time');
    return withinCalendar(instant);
  };
}

/** A day in São Paulo, where nothing finer has a meaning. */
export function readDay(text: string, name: string): string {
  if (!isLocalDate(text)) throw invalidField(name, 'must be a date, YYYY-MM-DD');
  return text;
}

/** The days from the first to the last, both inclusive; the last is today where it is left out. */
export function periodOfDays(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
  { usual, most }: { usual: number; most: number },
): { from: string; to: string } {
  const to = asked.to ?? today;
  const from = asked.from ?? daysBefore(to, usual);
  if (from > to) throw invalidField('from', 'must not be after to');
  if (daysBetween(from, to) >= most) throw invalidField('from', `is too early: at most ${most} days are shown`);
  return { from, to };
}

function parseDateTime(text: string): Date | null {
  try {
    return OFFSET.test(text) ? new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) : saoPauloDateTime(text);
  } catch {
    // The calendar refuses impossible times such as 25:00.
    return null;
  }
}
