import type { CnabAccount } from '../account.rules.ts';
import type { CnabProfile, Values } from '../profiles/profile.rules.ts';
import { FILE_TRAILER, OTHER_SEGMENT, SEGMENT_Q, SENT_BATCH_TRAILER } from '../records/febraban.rules.ts';
import type { Layout } from '../records/layout.rules.ts';
import { Malformed, Row } from '../records/row.rules.ts';
import { linesOf } from './lines.rules.ts';

export const ENTRY = '01';
const REMESSA = '1';
const LAST_BATCH = '9999';
/** Where P has said which account and which number it is about. */
const END_OF_NUMBER = 57;

/** What one title of the file asks for. */
export interface Order {
  movement: string;
  p: Row;
  q: Row | null;
  r: Row | null;
}

export interface Remessa {
  fileNumber: number;
  orders: Order[];
}

/** Reads a whole file or throws `Malformed`: there is nothing in between. */
export function readRemessa(text: string, profile: CnabProfile, account: CnabAccount): Remessa {
  return new RemessaReader(linesOf(text), profile, account).read();
}

class RemessaReader {
  readonly #lines: readonly string[];
  readonly #profile: CnabProfile;
  readonly #account: CnabAccount;
  readonly #instructionP: Layout;
  #next = 0;

  constructor(lines: readonly string[], profile: CnabProfile, account: CnabAccount) {
    this.#lines = lines;
    this.#profile = profile;
    this.#account = account;
    this.#instructionP = loosened(profile.segmentP);
  }

  read(): Remessa {
    const header = this.#row(this.#profile.fileHeader);
    const versions = this.#checkFileHeader(header);
    const orders: Order[] = [];
    let batches = 0;
    while (this.#recordType() === '1') {
      batches += 1;
      orders.push(...this.#readBatch(batches, versions));
    }
    if (batches === 0) throw this.#here(8, 'a batch must follow (record 1)');
    const trailer = this.#row(FILE_TRAILER);
    this.#expect(trailer, 'batch', LAST_BATCH);
    this.#expectCount(trailer, 'batches', batches);
    this.#expectCount(trailer, 'records', this.#lines.length);
    if (this.#next < this.#lines.length) throw this.#here(1, 'something follows the last record (9)');
    return { fileNumber: Number(header.text('fileNumber')), orders };
  }

  /** Returns the batch versions that go with the version of the file. */
  #checkFileHeader(header: Row): string[] {
    this.#expect(header, 'direction', REMESSA);
    this.#checkCustomer(header, this.#profile.header(this.#account));
    if (header.date('date') === null) throw header.problem('date', 'the day of the file is missing');
    const version = header.text('version');
    const pairs = this.#profile.versions.filter(([file]) => file === version);
    if (pairs.length === 0) {
      const known = this.#profile.versions.map(([file]) => file).join(' or ');
      throw header.problem('version', `the version of the file must be ${known}, got ${version}`);
    }
    return pairs.map(([, batch]) => batch);
  }

  #checkCustomer(header: Row, expected: Values): void {
    const { document } = this.#account;
    this.#expect(header, 'documentType', document.length === 11 ? '1' : '2');
    if (Number(header.text('document')) !== Number(document))
      throw header.problem('document', `document ${header.text('document')} is not the customer's (${document})`);
    for (const name of this.#profile.checked) {
      const [got, wanted] = [header.text(name), expected[name] ?? ''];
      if (withoutZeros(got) !== withoutZeros(wanted))
        throw header.problem(name, `${name} ${got} is not the customer's (${wanted})`);
    }
    if (header.text('company') === '') throw header.problem('company', 'the name of the company is missing');
  }

  #readBatch(number: number, versions: readonly string[]): Order[] {
    const first = this.#next;
    const header = this.#row(this.#profile.batchHeader);
    this.#expectCount(header, 'batch', number);
    this.#expect(header, 'operation', 'R');
    if (!versions.includes(header.text('version')))
      throw header.problem('version', `the version of the batch must be ${versions.join(' or ')}`);
    this.#checkCustomer(header, this.#profile.batchHeaderOf(this.#account));
    const orders: Order[] = [];
    const place = { batch: number, sequence: 0 };
    while (this.#recordType() === '3') orders.push(this.#readOrder(place));
    if (orders.length === 0) throw this.#here(8, 'a batch without titles');
    const trailer = this.#row(SENT_BATCH_TRAILER);
    this.#expectCount(trailer, 'batch', number);
    this.#expectCount(trailer, 'records', this.#next - first);
    return orders;
  }

  #readOrder(place: { batch: number; sequence: number }): Order {
    if (this.#segment() !== 'P') throw this.#here(14, `segment P must begin a title, got ${this.#segment()}`);
    const movement = this.#lines[this.#next]?.slice(15, 17) ?? '';
    const isEntry = movement === ENTRY;
    const detail = (layout: Layout) => {
      const row = this.#row(layout);
      place.sequence += 1;
      this.#expectCount(row, 'batch', place.batch);
      this.#expectCount(row, 'sequence', place.sequence);
      this.#expect(row, 'movement', movement);
      return row;
    };
    const p = detail(isEntry ? this.#profile.segmentP : this.#instructionP);
    const needsPayer = isEntry || this.#profile.needsPayerAlways;
    if (needsPayer && this.#segment() !== 'Q') throw this.#here(14, `segment Q must follow P of movement ${movement}`);
    const q = this.#segment() === 'Q' ? detail(isEntry ? SEGMENT_Q : loosened(SEGMENT_Q)) : null;
    const r = this.#segment() === 'R' ? detail(this.#profile.segmentR) : null;
    while (['S', 'Y'].includes(this.#segment())) detail(OTHER_SEGMENT);
    return { movement, p, q, r };
  }

  #row(layout: Layout): Row {
    const line = this.#lines[this.#next];
    if (line === undefined) throw new Malformed(this.#lines.length + 1, 1, 'the file ends too early');
    this.#next += 1;
    const row = new Row(layout, line, this.#next);
    this.#expect(row, 'bank', this.#profile.bank);
    return row;
  }

  #expect(row: Row, name: string, wanted: string): void {
    const got = row.text(name);
    if (got !== wanted) throw row.problem(name, `${name} must be ${wanted}, got ${got}`);
  }

  #expectCount(row: Row, name: string, wanted: number): void {
    const got = Number(row.text(name));
    if (got !== wanted) throw row.problem(name, `${name} must be ${wanted}, got ${got}`);
  }

  #recordType(): string {
    return this.#lines[this.#next]?.[7] ?? '';
  }

  #segment(): string {
    return this.#recordType() === '3' ? (this.#lines[this.#next]?.[13] ?? '') : '';
  }

  #here(column: number, what: string): Malformed {
    return new Malformed(this.#next + 1, column, what);
  }
}

/** Of an instruction the bank reads which title is meant and its due date; the rest may be empty. */
function loosened(layout: Layout): Layout {
  return layout.map((field) =>
    field.from > END_OF_NUMBER && field.name !== 'dueDate' ? { ...field, kind: 'any' } : field,
  );
}

function withoutZeros(text: string): string {
  return text.trim().replace(/^0+/, '');
}
