import type { CnabProfileName } from '../../../src/rails/cnab240/layout/profiles.rules.ts';

/** A remessa as a bank would read it, by columns of its own: shares no code with what writes it. */
export interface ReadTitle {
  movement: string;
  sequence: number;
  year: number | null;
  reference: string;
  documentNumber: string;
  dueDate: string;
  issuedOn: string;
  amountCents: number;
  interest: ReadTerm;
  discounts: ReadTerm[];
  fine: ReadTerm;
  writeOff: string;
  payer: {
    type: string;
    document: string;
    name: string;
    address: string;
    zip: string;
    city: string;
    uf: string;
  } | null;
}

export interface ReadTerm {
  code: string;
  date: string;
  value: number;
}

const NUMBERS: Readonly<Record<CnabProfileName, { sequence: [number, number]; year?: [number, number] }>> = {
  bb: { sequence: [45, 54] },
  bradesco: { sequence: [46, 56] },
  itau: { sequence: [41, 48] },
  santander: { sequence: [45, 56] },
  caixa: { sequence: [43, 57] },
  sicoob: { sequence: [38, 46] },
  sicredi: { sequence: [41, 45], year: [38, 39] },
  btg: { sequence: [38, 56] },
};
const NONE: ReadTerm = { code: '0', date: '', value: 0 };

/** Also checks the order of the records and every count of the trailers. */
export function readRemessa(name: CnabProfileName, lines: readonly string[]): ReadTitle[] {
  const titles: ReadTitle[] = [];
  let [batches, inBatch, titlesOfBatch, sumOfBatch] = [0, 0, 0, 0];
  for (const [index, line] of lines.entries()) {
    const at = (from: number, to: number) => line.slice(from - 1, to);
    const number = (from: number, to: number) => Number(at(from, to));
    const isAt = (expected: unknown, found: unknown, what: string) => {
      if (expected !== found) throw new Error(`line ${index + 1}: ${what} is ${found}, not ${expected}`);
    };
    const term = (from: number): ReadTerm => ({
      code: at(from, from),
      date: isoDate(at(from + 1, from + 8)),
      value: number(from + 9, from + 23),
    });
    const type = at(8, 8);
    if (type === '0') isAt(0, index, 'the header');
    if (type === '1') {
      batches += 1;
      [inBatch, titlesOfBatch, sumOfBatch] = [0, 0, 0];
      isAt(batches, number(4, 7), 'the batch');
      continue;
    }
    if (type === '5') {
      isAt(inBatch + 2, number(18, 23), 'the count of the batch');
      if (at(24, 46).trim() !== '') {
        isAt(titlesOfBatch, number(24, 29), 'the count of titles');
        isAt(sumOfBatch, number(30, 46), 'the sum of the batch');
      }
      continue;
    }
    if (type === '9') {
      isAt(lines.length - 1, index, 'the trailer');
      isAt(batches, number(18, 23), 'the count of batches');
      isAt(lines.length, number(24, 29), 'the count of records');
    }
    if (type !== '3') continue;
    inBatch += 1;
    isAt(batches, number(4, 7), 'the batch');
    isAt(inBatch, number(9, 13), 'the sequence');
    if (at(14, 14) === 'P') {
      const { sequence, year } = NUMBERS[name];
      titlesOfBatch += 1;
      sumOfBatch += number(86, 100);
      titles.push({
        movement: at(16, 17),
        sequence: number(...sequence),
        year: year ? 2000 + number(...year) : null,
        reference: at(196, 220).trimEnd(),
        documentNumber: at(63, 77).trimEnd(),
        dueDate: isoDate(at(78, 85)),
        issuedOn: isoDate(at(110, 117)),
        amountCents: number(86, 100),
        interest: term(118),
        discounts: [term(142)],
        fine: NONE,
        writeOff: at(224, 227),
        payer: null,
      });
      continue;
    }
    const title = titles.at(-1);
    if (!title) throw new Error(`line ${index + 1}: no segment P before it`);
    isAt(title.movement, at(16, 17), 'the movement');
    if (at(14, 14) === 'Q') {
      title.payer = {
        ...{ type: at(18, 18), document: at(19, 33), name: at(34, 73).trimEnd(), address: at(74, 113).trimEnd() },
        ...{ zip: at(129, 136), city: at(137, 151).trimEnd(), uf: at(152, 153) },
      };
      continue;
    }
    isAt('R', at(14, 14), 'the segment');
    title.discounts.push(term(18), term(42));
    title.fine = term(66);
  }
  for (const title of titles) title.discounts = title.discounts.filter(({ value }) => value > 0);
  return titles;
}

function isoDate(digits: string): string {
  return /[1-9]/.test(digits) ? `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}` : '';
}
