import { endOfSaoPauloDay, isLocalDate, saoPauloDateTime, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import { invalidField } from '../errors.ts';

/** The query string as it arrived: text, or a list of texts where a parameter is repeated. */
export type RawQuery = Record<string, unknown>;

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

export interface Paging {
  page: number;
  limit: number;
}

export type Direction = 'ASC' | 'DESC';

export function readPaging(query: RawQuery): Paging {
  const limit = readInteger(query, 'limit', 1, MAX_PAGE_SIZE) ?? DEFAULT_PAGE_SIZE;
  return { page: Math.min(readPage(query), LAST_PAGE), limit };
}

/** Of any size: a number beyond all there is names nothing, but is no mistake. */
const POSITIVE = /^0*[1-9][0-9]*$/;
/** A page far past the end is an empty page; the bound only keeps its offset a safe integer. */
const LAST_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_PAGE_SIZE);

function readPage(query: RawQuery): number {
  const text = readText(query, 'page') ?? '1';
  if (!POSITIVE.test(text)) throw invalidField('page', 'must be a whole number from 1');
  return Number(text);
}

export function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}

/** What every list says about itself beside its data. An empty list has one page. */
export function pageOf(total: number, { page, limit }: Paging) {
  return { total, page, lastPage: Math.max(1, Math.ceil(total / limit)), itemsPerPage: limit };
}

export function readText(query: RawQuery, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidField(name, 'must be given once');
  if (value.includes('\0') || !value.isWellFormed()) throw invalidField(name, 'must be text without NUL or broken characters');
  return value;
}

export function readInteger(query: RawQuery, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = readText(query, name);
  return text === undefined ? undefined : parseInteger(text, name, min, max);
}

/** Bounds above this exist only to keep numbers safe; naming them helps only those who have passed them. */
const LARGEST_BOUND_NAMED = 1_000_000;

export function parseInteger(text: string, name: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < min || value > max) {
    throw invalidField(
      name,
      max > LARGEST_BOUND_NAMED && !(value > max) ? `must be a whole number from ${min}` : `must be a whole number from ${min} to ${max}`,
    );
  }
  return value;
}

/** An id in a path. One beyond every id there can be is a positive integer all the same: simply nobody's. */
export function readPathId(params: unknown, name = 'id'): number {
  const text = (params as Record<string, string>)[name] ?? '';
  if (!POSITIVE.test(text)) throw invalidField(name, 'must be a positive whole number');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

export function readChoice<const Choice extends string>(query: RawQuery, name: string, choices: readonly Choice[]): Choice | undefined {
  const text = readText(query, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw invalidField(name, `must be one of ${choices.join(', ')}`);
  return choice;
}

/** `status=1&status=2` and `status[]=1` alike. */
export function readIntegers(query: RawQuery, name: string, min: number, max: number): number[] | undefined {
  const given = [query[name], query[`${name}[]`]].flat().filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  return [...new Set(given.map((value) => parseInteger(String(value), name, min, max)))];
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** A date is a whole day in São Paulo; a date-time without an offset is São Paulo time. Both bounds are inclusive. */
export function readInstant(query: RawQuery, name: string, edge: 'start' | 'end'): Date | undefined {
  const raw = readText(query, name);
  if (raw === undefined) return undefined;
  if (isLocalDate(raw)) return edge === 'start' ? startOfSaoPauloDay(raw) : endOfSaoPauloDay(raw);
  // A `+` that nobody encoded arrives as a space.
  const text = raw.replace(/ (\d{2}:?\d{2})$/, (whole, offset: string) => (/[T ]\d{2}:\d{2}.* /.test(raw) ? `+${offset}` : whole));
  const instant = DATE_TIME.test(text) && isLocalDate(text.slice(0, 10)) ? parseDateTime(text.replace(' ', 'T')) : null;
  if (instant === null || Number.isNaN(instant.getTime())) throw invalidField(name, 'must be an ISO 8601 date or date-time');
  return instant;
}

function parseDateTime(text: string): Date | null {
  try {
    return OFFSET.test(text) ? new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) : saoPauloDateTime(text);
  } catch {
    // The calendar refuses impossible times such as 25:00.
    return null;
  }
}
