import type { Columns } from './profile.rules.ts';
import { columnsOf } from './record.rules.ts';
import { RetornoError } from './retorno-error.rules.ts';

/** One record of a bank's file, read by columns. What cannot be read is told with its place. */
export interface Row {
  readonly line: number;
  readonly text: string;
}

export function textAt({ text }: Row, [from, to]: Columns): string {
  return columnsOf(text, from, to).trim();
}

export function refuse({ line }: Row, column: number, reason: string): never {
  throw new RetornoError(line, column, reason);
}

/** Blank is none. Some banks fill zeros up with blanks, and one leaves the last two columns of every number blank. */
export function wholeAt(row: Row, [from, to]: Columns, what: string): bigint {
  const text = columnsOf(row.text, from, to);
  const digits = text.trim();
  const isRead = /^0*$/.test(digits) || (/^\d+$/.test(digits) && (text.endsWith(digits) || text === `${digits}  `));
  if (isRead) return BigInt(digits);
  const odd = text.search(/[^\d ]/);
  return refuse(row, from + (odd >= 0 ? odd : text.search(/\d /) + 1), `${what} must be digits`);
}

/** Up to fifteen columns, so that it is exact. */
export function numberAt(row: Row, columns: Columns, what: string): number {
  return Number(wholeAt(row, columns, what));
}

/** `30112026` as `2026-11-30`; blank or zeros are none. */
export function dateAt(row: Row, columns: Columns, what: string): string | null {
  const text = columnsOf(row.text, ...columns);
  if (/^[0 ]*$/.test(text)) return null;
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (!isDay(Number(year), Number(month), Number(day)))
    return refuse(row, columns[0], `${what} is no day of the calendar: ${text.trim()}`);
  return `${year}-${month}-${day}`;
}

const FIRST_YEAR = 1900;

function isDay(year: number, month: number, day: number): boolean {
  const found = new Date(Date.UTC(year, month - 1, day));
  return year >= FIRST_YEAR && found.getUTCMonth() === month - 1 && found.getUTCDate() === day;
}
