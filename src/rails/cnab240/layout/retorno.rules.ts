import { dateAt, numberAt, type Row, refuse, textAt, wholeAt } from './columns.rules.ts';
import { type LineSplitter, lineSplitter } from './file-lines.rules.ts';
import { type Movement, movementOf } from './movement.rules.ts';
import type { Columns, Identity } from './profile.rules.ts';
import { type CnabAccount, cnabProfile } from './profiles.rules.ts';
import { columnsOf } from './record.rules.ts';
import { RetornoError } from './retorno-error.rules.ts';

/** What the head of a retorno says. */
export interface RetornoHeader {
  /** The bank's own NSA. */
  fileNumber: number;
  madeOn: string;
  /** `18:30:05`; null where the bank leaves it out. */
  madeAt: string | null;
}

export interface RetornoSummary extends RetornoHeader {
  batches: number;
  records: number;
  titles: number;
}

export interface RetornoReader {
  /** Null until the first record was read. */
  readonly header: RetornoHeader | null;
  /** The movements that are whole with this chunk of the file. Throws a RetornoError at the first mistake. */
  take(chunk: Uint8Array): Movement[];
  end(): { movements: Movement[]; summary: RetornoSummary };
}

/** Places of a record in its batch have five digits; in larger batches they begin anew. */
const PLACES = 100_000;
const COUNT_TOTALS: readonly Columns[] = [
  [24, 29],
  [47, 52],
  [70, 75],
  [93, 98],
];
const VALUE_TOTALS: readonly Columns[] = [
  [30, 46],
  [53, 69],
  [76, 92],
  [99, 115],
];

/** Reads a retorno of this account chunk by chunk; it remembers counts and sums, and no more than one open title. */
export function retornoReader(account: CnabAccount): RetornoReader {
  const splitter: LineSplitter = lineSplitter();
  const records = recordReader(account);
  const read = (lines: readonly string[]) => lines.flatMap((text) => records.take(text) ?? []);
  return {
    get header() {
      return records.header();
    },
    take: (chunk) => read(splitter.take(chunk)),
    end() {
      const movements = read(splitter.end());
      return { movements, summary: records.end() };
    },
  };
}

interface Batch {
  records: number;
  titles: number;
  nominalCents: bigint;
  paidCents: bigint;
  /** A segment T that waits for its U. */
  open: Row | null;
}

function recordReader(account: CnabAccount) {
  const profile = cnabProfile(account.profile);
  const identities = profile.retorno.identities(account);
  let header: RetornoHeader | null = null;
  let batch: Batch | null = null;
  let [line, batches, titles, isEnded] = [0, 0, 0, false];

  function detail(row: Row): Movement | null {
    if (!batch) return refuse(row, 8, 'a title outside of a batch');
    batch.records += 1;
    const place = numberAt(row, [9, 13], 'the place in the batch');
    if (place !== batch.records % PLACES)
      refuse(row, 9, `the place in the batch must be ${batch.records % PLACES}, and is ${place}`);
    const segment = row.text.charAt(13);
    if (batch.open) {
      if (segment !== 'U') refuse(row, 14, 'segment U must follow its T');
      const movement = movementOf(account, batch.open, row);
      batch.titles += 1;
      batch.nominalCents += BigInt(movement.nominalCents);
      batch.paidCents += BigInt(movement.paidCents);
      batch.open = null;
      return movement;
    }
    if (segment === 'T') {
      checkIdentities(row, identities.title);
      batch.open = row;
      return null;
    }
    if (segment === 'U') refuse(row, 14, 'segment U without its T');
    // Other segments of a retorno tell what we do not ask for; those of a remessa have no place here.
    return /[A-OSV-Z]/.test(segment) ? null : refuse(row, 14, `segment ${segment} has no place in a retorno`);
  }

  function endBatch(row: Row): void {
    if (!batch) throw new RetornoError(row.line, 8, 'the trailer of a batch without its header');
    if (batch.open) refuse(row, 8, 'segment U must follow its T');
    const isOfDetails =
      profile.retorno.countsDetailsAlone && numberAt(row, [18, 23], 'the number of records') === batch.records;
    if (!isOfDetails) expectCount(row, [18, 23], batch.records + 2, 'records in the batch');
    if (!profile.retorno.totalsAreOfTheWallet) checkTotals(row, batch);
    titles += batch.titles;
    batch = null;
  }

  function endFile(row: Row): void {
    if (batch) refuse(row, 8, 'the batch before has no trailer');
    expectCount(row, [18, 23], batches, 'batches in the file');
    expectCount(row, [24, 29], line, 'records in the file');
    isEnded = true;
  }

  function beginBatch(row: Row): void {
    if (batch) refuse(row, 8, 'the batch before has no trailer');
    if (row.text.charAt(8) !== 'T') refuse(row, 9, 'a batch of a retorno has T here');
    if (columnsOf(row.text, 10, 11) !== '01') refuse(row, 10, 'a batch of billing has 01 here');
    checkIdentities(row, identities.batch);
    batches += 1;
    batch = { records: 0, titles: 0, nominalCents: 0n, paidCents: 0n, open: null };
  }

  return {
    header: () => header,
    take(text: string): Movement | null {
      line += 1;
      const row: Row = { line, text };
      const type = text.charAt(7);
      if (isEnded) refuse(row, 1, 'the file goes on after its trailer');
      if (columnsOf(text, 1, 3) !== profile.bankCode) refuse(row, 1, `the bank must be ${profile.bankCode}`);
      if ((type === '0') !== (line === 1))
        refuse(row, 8, line === 1 ? 'a file begins with its header' : 'a second header within the file');
      if (type === '3') return detail(row);
      if (type === '0') header = headerOf(row, identities.header);
      else if (type === '1') beginBatch(row);
      else if (type === '5') endBatch(row);
      else if (type === '9') endFile(row);
      else refuse(row, 8, `there is no record of type ${JSON.stringify(type)}`);
      return null;
    },
    end(): RetornoSummary {
      if (!header || !isEnded)
        throw new RetornoError(line + 1, 1, line === 0 ? 'the file is empty' : 'the file ends without its trailer');
      return { ...header, batches, titles, records: line };
    },
  };
}

function headerOf(row: Row, identities: readonly Identity[]): RetornoHeader {
  const direction = row.text.charAt(142);
  if (direction !== '2')
    refuse(row, 143, direction === '1' ? 'this is a remessa, not a retorno' : 'a retorno has 2 here');
  checkIdentities(row, identities);
  const madeOn = dateAt(row, [144, 151], 'the day of the file');
  if (madeOn === null) return refuse(row, 144, 'the day of the file is missing');
  return { fileNumber: numberAt(row, [158, 163], 'the number of the file'), madeOn, madeAt: timeAt(row, [152, 157]) };
}

function timeAt(row: Row, columns: Columns): string | null {
  const text = textAt(row, columns);
  if (text === '') return null;
  const [, hour, minute, second] = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text) ?? [];
  return hour ? `${hour}:${minute}:${second}` : refuse(row, columns[0], 'the time of the file is no time of a day');
}

function checkIdentities(row: Row, identities: readonly Identity[]): void {
  for (const { columns, what, value, mayBeEmpty } of identities) {
    const found = bare(textAt(row, columns));
    if (found === bare(value) || (mayBeEmpty && found === '')) continue;
    refuse(row, columns[0], `the ${what} must be ${bare(value)}, and is ${found === '' ? 'missing' : found}`);
  }
}

function bare(text: string): string {
  return text.replace(/^0+/, '');
}

function expectCount(row: Row, columns: Columns, expected: number, what: string): void {
  const told = numberAt(row, columns, `the number of ${what}`);
  if (told !== expected) refuse(row, columns[0], `there are ${expected} ${what}, and the trailer says ${told}`);
}

/** Banks may leave totals out; where they are, papers differ on whether what was asked or what was paid is added up. */
function checkTotals(row: Row, { titles, nominalCents, paidCents }: Batch): void {
  const sum = (all: readonly Columns[], what: string) =>
    all.reduce((total, columns) => total + wholeAt(row, columns, what), 0n);
  const count = sum(COUNT_TOTALS, 'the number of titles');
  if (count !== 0n && count !== BigInt(titles))
    refuse(row, 24, `there are ${titles} titles in the batch, and the trailer says ${count}`);
  const value = sum(VALUE_TOTALS, 'the sum of titles');
  if (value !== 0n && value !== nominalCents && value !== paidCents)
    refuse(row, 30, `the titles of the batch add up to ${nominalCents} cents, and the trailer says ${value}`);
}
