/** As RFC 4180 says, for programs; and as a Brazilian spreadsheet opens a file without being asked anything. */
export const CSV_DIALECTS = ['rfc4180', 'excel-br'] as const;
export type CsvDialect = (typeof CSV_DIALECTS)[number];

/** Money is cents for programs, and reais with a decimal comma for spreadsheets. */
export interface Cents {
  cents: number;
}
export type CsvValue = string | number | null | Cents;

const SEPARATORS: Record<CsvDialect, string> = { rfc4180: ',', 'excel-br': ';' };
/** Without it, spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * A spreadsheet takes text that begins like this for a formula and runs it; names come from payers. Whoever opens the
 * file with another separator sees cells begin behind it, and behind a line break, whatever quotes stand around.
 */
const FORMULA = /(^|[;,\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g;
const BLANK_START = /^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** One cell: quoted where either dialect asks for it, and with a `'` wherever a formula would begin. */
export function csvCell(value: CsvValue, dialect: CsvDialect = 'rfc4180'): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return dialect === 'excel-br' ? reaisOf(value) : String(value.cents);
  const text = `${BLANK_START.test(value) ? "'" : ''}${value.replaceAll(FORMULA, "$1'")}`;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(values: readonly CsvValue[], dialect: CsvDialect = 'rfc4180'): string {
  return `${values.map((value) => csvCell(value, dialect)).join(SEPARATORS[dialect])}\r\n`;
}

/** The first line of a file. */
export function csvHead(columns: readonly string[], dialect: CsvDialect = 'rfc4180'): string {
  return `${dialect === 'excel-br' ? BYTE_ORDER_MARK : ''}${csvLine(columns, dialect)}`;
}

function reaisOf({ cents }: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
