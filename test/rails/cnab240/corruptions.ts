import fc from 'fast-check';
import type { Columns } from '../../../src/rails/cnab240/layout/profile.rules.ts';
import { type CnabAccount, cnabProfile } from '../../../src/rails/cnab240/layout/profiles.rules.ts';

/** What a mistake of a transfer or of a program makes of a file. */
export const KINDS = [
  'type',
  'segment',
  'sequence',
  'count',
  'agreement',
  'date',
  'digit',
  'figure',
  'bank',
  'direction',
  'cut',
  'lost record',
  'repeated record',
] as const;
export type Kind = (typeof KINDS)[number];

/** What may be chosen: which of the places of that kind, and what comes there. */
export const choices = fc.record({ place: fc.nat(), other: fc.integer({ min: 1, max: 9 }) });
export type Choice = typeof choices extends fc.Arbitrary<infer Chosen> ? Chosen : never;

const DATES_OF_HEADER: readonly Columns[] = [[144, 151]];
const DATES_OF_U: readonly Columns[] = [
  [138, 145],
  [146, 153],
];
const AMOUNTS_OF_U: readonly Columns[] = [18, 33, 48, 78, 93, 108, 123].map((from) => [from, from + 14]);
const TRAILING_PART = 29;

/** Null where the file has no such place. */
export function corrupt(kind: Kind, account: CnabAccount, lines: readonly string[], choice: Choice): string[] | null {
  const { place, other } = choice;
  const pick = <Item>(all: readonly Item[]): Item | undefined => all[place % Math.max(1, all.length)];
  const indexes = (isIt: (line: string) => boolean) => lines.flatMap((line, index) => (isIt(line) ? [index] : []));
  const index = pick(lines.map((_, each) => each)) as number;
  const details = indexes((line) => line.charAt(7) === '3');
  const put = (at: [index: number, column: number] | undefined, text: (old: string) => string) => {
    if (!at) return null;
    const [row, column] = at;
    const line = lines[row] as string;
    return lines.with(row, line.slice(0, column - 1) + text(line.charAt(column - 1)) + line.slice(column));
  };
  const otherDigit = (old: string) => (/\d/.test(old) ? String((Number(old) + other) % 10) : String(other));
  switch (kind) {
    case 'type':
      return put([index, 8], otherDigit);
    case 'segment':
      return put(pick(details.map((each) => [each, 14])), (old) => (old === 'T' ? 'U' : 'T'));
    case 'sequence':
      return put(pick(details.map((each) => [each, 9 + (place % 5)])), otherDigit);
    case 'count':
      return put(pick(countsOf(lines)), (old) => String((Number(old) + 1) % 10));
    case 'agreement':
      return put(pick(identityPlaces(account, lines)), otherDigit);
    case 'date':
      return put(pick(datePlaces(account, lines)), () => '9');
    case 'digit':
      return put(pick(checkDigits(account, lines)), otherDigit);
    case 'figure':
      return put(
        pick(
          indexes((line) => line.charAt(13) === 'U').flatMap((row) => AMOUNTS_OF_U.map(([from]) => [row, from + 7])),
        ),
        () => 'X',
      );
    case 'bank':
      return put([index, 1 + (place % 3)], otherDigit);
    case 'direction':
      return put([0, 143], () => '1');
    case 'cut':
      return cutAt(lines, place);
    case 'lost record':
      return lines.toSpliced(index, 1);
    case 'repeated record':
      return lines.toSpliced(index, 0, lines[index] as string);
  }
}

/** Before the last figure of the trailer: after it only blanks are lost, and lines come without those. */
function cutAt(lines: readonly string[], place: number): string[] {
  const whole = lines.join('\n');
  const end = whole.lastIndexOf('\n') + TRAILING_PART;
  return whole.slice(0, place % end).split('\n');
}

function countsOf(lines: readonly string[]): [number, number][] {
  return lines.flatMap((line, row): [number, number][] => {
    if (line.charAt(7) === '5') return [[row, 23]];
    return line.charAt(7) === '9'
      ? [
          [row, 23],
          [row, 29],
        ]
      : [];
  });
}

/** The last column of each that names the account. */
function identityPlaces(account: CnabAccount, lines: readonly string[]): [number, number][] {
  const { header, batch, title } = cnabProfile(account.profile).retorno.identities(account);
  return lines.flatMap((line, row) => {
    const type = line.charAt(7);
    const isTitle = type === '3' && line.charAt(13) === 'T';
    const identities = type === '0' ? header : type === '1' ? batch : isTitle ? title : [];
    return identities.map(({ columns: [from, to] }): [number, number] => {
      const text = line.slice(from - 1, to);
      return [row, from + Math.max(0, text.trimEnd().length - 1)];
    });
  });
}

/** The first figure of a month: there is none from 90 on. */
function datePlaces(account: CnabAccount, lines: readonly string[]): [number, number][] {
  const { due } = cnabProfile(account.profile).retorno.columns;
  return lines.flatMap((line, row) => {
    const dates = line.charAt(7) === '0' ? DATES_OF_HEADER : line.charAt(7) !== '3' ? [] : datesOfDetail(line, due);
    return dates
      .filter(([from, to]) => /[1-9]/.test(line.slice(from - 1, to)))
      .map(([from]): [number, number] => [row, from + 2]);
  });
}

function datesOfDetail(line: string, due: Columns): readonly Columns[] {
  return line.charAt(13) === 'T' ? [due] : DATES_OF_U;
}

/** The last column of each number that has a check digit there. */
function checkDigits(account: CnabAccount, lines: readonly string[]): [number, number][] {
  const { columns, readNumber } = cnabProfile(account.profile).retorno;
  return lines.flatMap((line, row): [number, number][] => {
    if (line.charAt(7) !== '3' || line.charAt(13) !== 'T') return [];
    const text = line.slice(columns.number[0] - 1, columns.number[1]);
    const read = readNumber(account, text.trim());
    if (!read || read.digit === null) return [];
    return placeOfDigit(account, text, columns.number[0], row);
  });
}

/** Where changing one figure changes the digit that is read, and nothing else of the number. */
function placeOfDigit(account: CnabAccount, text: string, from: number, row: number): [number, number][] {
  const { readNumber } = cnabProfile(account.profile).retorno;
  const before = readNumber(account, text.trim());
  for (let at = 0; at < text.length; at += 1) {
    const changed = text.slice(0, at) + (text.charAt(at) === '7' ? '8' : '7') + text.slice(at + 1);
    const after = readNumber(account, changed.trim());
    if (after && after.sequence === before?.sequence && after.digit !== before.digit) return [[row, from + at]];
  }
  return [];
}
