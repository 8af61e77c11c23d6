import fc from 'fast-check';
import type { Columns } from '../../../src/rails/cnab240/layout/profile.rules.ts';
import { type CnabProfileName, cnabProfile } from '../../../src/rails/cnab240/layout/profiles.rules.ts';

const RECORD = 240;

/** Two records that tell of one title. */
export interface Pair {
  t: string;
  u: string;
}

/** A retorno that a bank has written, to be written again with other lines. */
export interface Template {
  head: string;
  batchHead: string;
  pairs: Pair[];
  batchEnd: string;
  end: string;
}

export function templateOf(bytes: Buffer): Template {
  const lines = bytes
    .toString('latin1')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.padEnd(RECORD));
  const ofType = (type: string) => lines.filter((line) => line.charAt(7) === type);
  const details = ofType('3');
  const [head, batchHead, batchEnd, end] = ['0', '1', '5', '9'].map((type) => ofType(type)[0] as string) as [
    string,
    string,
    string,
    string,
  ];
  const pairs = details.flatMap((t, index) => (t.charAt(13) === 'T' ? [{ t, u: details[index + 1] as string }] : []));
  return { head, batchHead, pairs, batchEnd, end };
}

const put = (line: string, [from, to]: Columns, text: string) =>
  line.slice(0, from - 1) + text.padEnd(to - from + 1).slice(0, to - from + 1) + line.slice(to);
const figures = (value: number, [from, to]: Columns) => String(value).padStart(to - from + 1, '0');
const putNumber = (line: string, columns: Columns, value: number) => put(line, columns, figures(value, columns));

/** The same envelope around other pairs, with the number that the bank gives to the file. */
export function fileOf({ head, batchHead, batchEnd, end }: Template, number: number, pairs: readonly Pair[]): Buffer {
  const details = pairs
    .flatMap(({ t, u }) => [t, u])
    .map((line, index) => putNumber(put(line, [4, 7], batchHead.slice(3, 7)), [9, 13], index + 1));
  const lines = [
    putNumber(head, [158, 163], number),
    batchHead,
    ...details,
    putNumber(putNumber(batchEnd, [18, 23], details.length + 2), [24, 115], 0),
    putNumber(putNumber(end, [18, 23], 1), [24, 29], details.length + 4),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

/** What a line says, and whose it is. */
export interface SaidLine {
  /** Of a title of ours, of another account's, or with the number of one title and the rest of another. */
  whose: 'ours' | 'foreign' | 'odd';
  /** Which of the titles. */
  which: number;
  code: string;
  paid: number;
  charges: number;
  discount: number;
  abatement: number;
  fee: number;
  paidOn: string | null;
  motive: string;
  isOtherValue: boolean;
}

const DAYS = ['2026-11-16', '2026-11-19', '2026-11-20', '2026-11-23', '2026-12-09'];
const amount = (most: number) => fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: most }));

export function saidLines(profile: CnabProfileName): fc.Arbitrary<SaidLine> {
  const known = Object.keys(cnabProfile(profile).retorno.kinds);
  return fc.record({
    whose: fc.oneof(
      { weight: 6, arbitrary: fc.constant('ours' as const) },
      { weight: 1, arbitrary: fc.constantFrom('foreign' as const, 'odd' as const) },
    ),
    which: fc.nat(),
    // Mostly what is told every day; then all that the bank may say, and what its papers do not know.
    code: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('02', '03', '06', '06', '09', '17', '28') },
      { weight: 2, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom('97', '98', '99') },
    ),
    paid: fc.oneof({ weight: 3, arbitrary: fc.constant(15_000) }, amount(40_000)),
    charges: amount(400),
    discount: amount(400),
    abatement: amount(50),
    fee: amount(900),
    paidOn: fc.option(fc.constantFrom(...DAYS)),
    motive: fc.constantFrom('  ', '08', '16', '63', 'ZZ'),
    isOtherValue: fc.boolean(),
  });
}

const dateOf = (day: string | null) => (day === null ? '00000000' : day.split('-').toReversed().join(''));

/** A pair as the bank would write it. */
export function pairOf(profile: CnabProfileName, { t, u }: Pair, line: SaidLine): Pair {
  const { columns } = cnabProfile(profile).retorno;
  const money = (record: string, at: Columns, value: number) => putNumber(record, at, value);
  let title = put(t, [16, 17], line.code);
  title = money(title, columns.fee, line.fee);
  title = put(title, columns.motives, line.motive);
  if (line.whose === 'odd') {
    title = put(title, columns.document, '987654321');
    if (columns.reference) title = put(title, columns.reference, 'of-another-system');
  } else if (line.isOtherValue) title = money(title, columns.nominal, 15_001);
  const amounts: [Columns, number][] = [
    [[18, 32], line.charges],
    [[33, 47], line.discount],
    [[48, 62], line.abatement],
    [[63, 77], 0],
    [[78, 92], line.paid],
    [[93, 107], line.paid],
    [[108, 122], 0],
    [[123, 137], 0],
  ];
  let payment = put(u, [16, 17], line.code);
  for (const [at, value] of amounts) payment = money(payment, at, value);
  payment = put(payment, [138, 145], dateOf(line.paidOn));
  return { t: title, u: put(payment, [146, 153], dateOf(line.paidOn)) };
}
