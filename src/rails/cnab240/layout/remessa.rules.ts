import { batchHeader, batchTrailer, fileHeader, fileTrailer, type LocalMoment } from './envelope.rules.ts';
import type { CnabAccount } from './profiles.rules.ts';
import { type Place, segmentLine, segmentsOf } from './segments.rules.ts';
import type { RemessaTitle } from './title.rules.ts';

export interface Remessa {
  /** The NSA: one more than that of the file before, without gaps. */
  fileNumber: number;
  madeAt: LocalMoment;
  titles: Iterable<RemessaTitle>;
  /** Of each batch, if fewer than the most that can be counted. */
  recordsOfBatch?: number;
}

/** A record has five digits for its place in its batch: a larger file has several batches. */
export const MAX_RECORDS_OF_BATCH = 99_999;
/** Six digits count the records of the file, header and trailer of file and batches included. */
export const MAX_TITLES_OF_FILE = 300_000;

/** In place of the records of a title that the bank's file has no room for: it is left out. */
export interface Unwritable {
  why: string;
}

/**
 * The records of a remessa in order, each of 240 columns of ASCII. They are made a title at a time, as they are read.
 */
export function* remessaLines(account: CnabAccount, remessa: Remessa): Generator<string | Unwritable, void, undefined> {
  const { fileNumber, madeAt, recordsOfBatch = MAX_RECORDS_OF_BATCH } = remessa;
  yield fileHeader(account, fileNumber, madeAt);
  let batches = 0;
  let records = 2;
  let titles = 0;
  let open = { records: 0, titles: 0, amountCents: 0 };
  for (const title of remessa.titles) {
    const isFull = batches === 0 || open.records + segmentsOf(title, account).length > recordsOfBatch;
    const place = isFull ? { batch: batches + 1, sequence: 1 } : { batch: batches, sequence: open.records + 1 };
    const lines = linesOf(account, title, place);
    if ('why' in lines) {
      yield lines;
      continue;
    }
    titles += 1;
    if (titles > MAX_TITLES_OF_FILE) throw new RangeError(`a file holds at most ${MAX_TITLES_OF_FILE} titles`);
    if (isFull) {
      if (batches > 0) yield batchTrailer(account, batches, { ...open, records: open.records + 2 });
      batches += 1;
      records += 2;
      open = { records: 0, titles: 0, amountCents: 0 };
      yield batchHeader(account, batches, fileNumber, madeAt);
    }
    yield* lines;
    records += lines.length;
    open.records += lines.length;
    open.titles += 1;
    open.amountCents += title.amountCents;
  }
  if (batches > 0) yield batchTrailer(account, batches, { ...open, records: open.records + 2 });
  yield fileTrailer(account, { batches, records });
}

/** The records of one title, from that place on. */
function linesOf(account: CnabAccount, title: RemessaTitle, { batch, sequence }: Place): string[] | Unwritable {
  try {
    return segmentsOf(title, account).map((segment, index) =>
      segmentLine(segment, account, title, { batch, sequence: sequence + index }),
    );
  } catch (error) {
    if (error instanceof RangeError) return { why: error.message };
    throw error;
  }
}

/** A record as the file holds it: it is ASCII, so that every encoding that banks read has the same bytes. */
export function encodeLine(line: string): Buffer {
  return Buffer.from(`${line}\r\n`, 'latin1');
}
