import { RECORD_LENGTH } from '../records/layout.rules.ts';
import { Malformed } from '../records/row.rules.ts';

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const UNPRINTABLE = /[^\x20-\x7e]/;

/** The records of a file that came in, each byte of which is one character of the text. */
export function linesOf(text: string): string[] {
  if (text === '') throw new Malformed(1, 1, 'the file is empty');
  if (text.startsWith(BYTE_ORDER_MARK)) throw new Malformed(1, 1, 'the file begins with a byte order mark');
  const lines = text.split('\r\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) checkLine(line, index + 1);
  return lines;
}

function checkLine(line: string, number: number): void {
  const odd = UNPRINTABLE.exec(line);
  if (odd?.[0] === '\n') throw new Malformed(number, odd.index + 1, 'the record ends with LF and not with CR LF');
  if (odd) {
    const code = odd[0].charCodeAt(0).toString(16).padStart(2, '0');
    throw new Malformed(number, odd.index + 1, `byte 0x${code} is no printable ASCII`);
  }
  if (line.length !== RECORD_LENGTH)
    throw new Malformed(
      number,
      Math.min(line.length, RECORD_LENGTH) + 1,
      `the record has ${line.length} columns, not 240`,
    );
}
