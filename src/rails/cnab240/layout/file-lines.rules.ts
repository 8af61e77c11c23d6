import { RECORD_LENGTH } from './record.rules.ts';
import { RetornoError } from './retorno-error.rules.ts';

const LINE_FEED = 0x0a;
const END_MARK = 0x1a;
const CONTROL_CHARACTER = /[^\x20-\x7e\x80-\uffff]/;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
/** A file without line ends shows none in its first two records. */
const ENOUGH_TO_DECIDE = 2 * RECORD_LENGTH;
/** Of a record in UTF-8, and its line end. */
const LONGEST_LINE_BYTES = 4 * RECORD_LENGTH;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Cuts a file into records of 240 columns, however its bank writes it. */
export interface LineSplitter {
  /** The records that are whole with this chunk. */
  take(chunk: Uint8Array): string[];
  /** What is left at the end of the file. */
  end(): string[];
}

/**
 * Lines end in CR LF or LF, or there are none and each 240 bytes are a record. Shorter lines are filled with blanks, as
 * programs cut them; longer ones are refused, because nobody knows which columns moved. A byte order mark, and a
 * Ctrl-Z or empty lines at the end, do not count. Holds on to less than two records, however large the file is.
 */
export function lineSplitter(): LineSplitter {
  let rest: Buffer = Buffer.alloc(0);
  let form: 'lines' | 'blocks' | null = null;
  let isBegun = false;
  const records = recordCounter();

  const decide = (isEnd: boolean) => {
    if (!isBegun && (rest.length >= BYTE_ORDER_MARK.length || isEnd)) {
      if (rest.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        rest = rest.subarray(BYTE_ORDER_MARK.length);
      isBegun = true;
    }
    if (form !== null || !isBegun) return;
    if (rest.subarray(0, ENOUGH_TO_DECIDE).includes(LINE_FEED)) form = 'lines';
    else if (rest.length >= ENOUGH_TO_DECIDE || isEnd) form = 'blocks';
  };
  const wholeLines = (): string[] => {
    const found: string[] = [];
    let begin = 0;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, begin)) {
      found.push(...records.next(rest.subarray(begin, end)));
      begin = end + 1;
    }
    rest = rest.subarray(begin);
    if (rest.length > LONGEST_LINE_BYTES) records.tooLong();
    return found;
  };
  /** One is kept back: what follows the last may be no more than a line end. */
  const wholeBlocks = (): string[] => {
    const found: string[] = [];
    let begin = 0;
    for (; rest.length - begin > RECORD_LENGTH; begin += RECORD_LENGTH)
      found.push(...records.next(rest.subarray(begin, begin + RECORD_LENGTH)));
    rest = rest.subarray(begin);
    return found;
  };

  const take = (chunk: Uint8Array, isEnd = false): string[] => {
    rest = Buffer.concat([rest, chunk]);
    decide(isEnd);
    if (form === null) return [];
    return form === 'lines' ? wholeLines() : wholeBlocks();
  };
  return {
    take: (chunk) => take(chunk),
    end: () => [...take(new Uint8Array(0), true), ...records.next(rest)],
  };
}

/** Numbers records, and knows that nothing may follow an empty one. */
function recordCounter() {
  let line = 0;
  let endedAt: number | null = null;
  const tooLong = (): never => {
    throw new RetornoError(line + 1, RECORD_LENGTH + 1, `a record has ${RECORD_LENGTH} columns`);
  };
  return {
    tooLong,
    next(bytes: Buffer): string[] {
      const text = textOf(bytes).replace(/[\r\n]+$/, '');
      const kept = withoutEndMark(text);
      const isEmpty = kept.trim() === '';
      if (!isEmpty && endedAt !== null) throw new RetornoError(endedAt, 1, 'an empty line within the file');
      if (isEmpty) endedAt ??= line + 1;
      if (isEmpty) return [];
      if (kept !== text) endedAt = line + 2;
      const odd = kept.search(CONTROL_CHARACTER);
      if (odd >= 0) throw new RetornoError(line + 1, odd + 1, 'a control character within a record');
      if (kept.length > RECORD_LENGTH) tooLong();
      line += 1;
      return [kept.padEnd(RECORD_LENGTH)];
    },
  };
}

/** Old programs end a file with Ctrl-Z. */
function withoutEndMark(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === END_MARK) end -= 1;
  return text.slice(0, end);
}

/** ISO-8859-1, unless it is ASCII with more that is right UTF-8: names in ISO-8859-1 hardly ever are. */
function textOf(bytes: Buffer): string {
  const latin = bytes.toString('latin1');
  if (!/[\x80-\xff]/.test(latin)) return latin;
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return latin;
  }
}
