/** How the bytes of a file differ from those of a good one. */
export interface ByteOddities {
  isCut: boolean;
  lineEnd: '\r\n' | '\n' | '';
  hasByteOrderMark: boolean;
  hasCtrlZ: boolean;
}

const BYTE_ORDER_MARK = '\ufeff';
const CTRL_Z = '\u001a';

/** A file with a byte order mark is in UTF-8; every other one is in ISO-8859-1, as banks write. */
export function bytesOf(
  lines: readonly string[],
  { isCut, lineEnd, hasByteOrderMark, hasCtrlZ }: ByteOddities,
): Buffer {
  const records = lines.map((line) => `${isCut ? line.trimEnd() : line}${lineEnd}`).join('');
  const text = `${hasByteOrderMark ? BYTE_ORDER_MARK : ''}${records}${hasCtrlZ ? CTRL_Z : ''}`;
  return Buffer.from(text, hasByteOrderMark ? 'utf8' : 'latin1');
}
