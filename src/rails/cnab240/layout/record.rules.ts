/** A record of CNAB 240 is 240 columns, counted from 1 as the banks' papers do. */
export const RECORD_LENGTH = 240;

/** What stands from one column to another, both included. */
export type Field = readonly [from: number, to: number, value: string];

/**
 * One record of these layers: a later one writes over an earlier one, so that a bank tells only where it bends from the
 * standard. Columns that nobody names are blank.
 */
export function record(...layers: readonly (readonly Field[])[]): string {
  const columns = Buffer.alloc(RECORD_LENGTH, ' ');
  for (const layer of layers) {
    for (const [from, to, value] of layer) {
      if (value.length !== to - from + 1)
        throw new RangeError(`columns ${from} to ${to} do not hold ${JSON.stringify(value)}`);
      columns.write(value, from - 1, 'latin1');
    }
  }
  return columns.toString('latin1');
}

/** Right-aligned with zeros, as numeric fields are. */
export function digits(value: number | string, width: number): string {
  const text = String(value).padStart(width, '0');
  if (text.length !== width || !/^\d+$/.test(text)) throw new RangeError(`${value} does not fit ${width} digits`);
  return text;
}

/** Left-aligned with blanks: an identifier, which must never be cut. */
export function code(value: string, width: number): string {
  if (value.length > width || !/^[\x20-\x7e]*$/.test(value))
    throw new RangeError(`${JSON.stringify(value)} does not fit ${width} characters`);
  return value.padEnd(width);
}

export function blank(width: number): string {
  return ' '.repeat(width);
}

export function zeros(width: number): string {
  return '0'.repeat(width);
}

/** `2026-11-30` as `30112026`. */
export function dateDigits(isoDate: string): string {
  return isoDate.slice(8, 10) + isoDate.slice(5, 7) + isoDate.slice(0, 4);
}

/** What stands in a record from one column to another. */
export function columnsOf(line: string, from: number, to: number): string {
  return line.slice(from - 1, to);
}
