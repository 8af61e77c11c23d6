import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';
import { propertyRuns } from '../../../support/suite/property-runs.ts';
import { bankOfTest } from './bank-of-test.ts';
import { remessa, remessaLines, slipOf } from './remessa-builder.ts';

/** A file that is wrong anywhere is refused as a whole, with the place, and changes nothing. */

const CRLF = '\r\n';
const good = () => remessaLines('bb', 1, [slipOf('bb', 0), slipOf('bb', 1)]);
const put = (lines: string[], line: number, column: number, text: string) =>
  lines.map((old, index) =>
    index === line - 1 ? old.slice(0, column - 1) + text + old.slice(column - 1 + text.length) : old,
  );
const joined = (lines: readonly string[]) => lines.map((line) => line + CRLF).join('');

const WRONG: readonly [what: string, content: () => string, problem: string][] = [
  ['an empty file', () => '', 'line 1, column 1: the file is empty'],
  ['LF', () => good().join('\n'), 'line 1, column 241: the record ends with LF and not with CR LF'],
  [
    'a byte order mark',
    () => `\u00ef\u00bb\u00bf${joined(good())}`,
    'line 1, column 1: the file begins with a byte order mark',
  ],
  [
    'a cut line',
    () => joined(good().map((line, index) => (index === 2 ? line.slice(0, 239) : line))),
    'line 3, column 240: the record has 239 columns, not 240',
  ],
  [
    'a long line',
    () => joined(good().map((line, index) => (index === 2 ? `${line} ` : line))),
    'line 3, column 241: the record has 241 columns, not 240',
  ],
  ['an accent', () => joined(put(good(), 4, 36, '\u00c7')), 'line 4, column 36: byte 0xc7 is no printable ASCII'],
  ['another bank', () => joined(put(good(), 1, 1, '237')), 'line 1, column 1: bank must be 001, got 237'],
  ['a retorno', () => joined(put(good(), 1, 143, '2')), 'line 1, column 143: direction must be 1, got 2'],
  ['no day', () => joined(put(good(), 1, 144, '00000000')), 'line 1, column 144: the day of the file is missing'],
  [
    'a day that is none',
    () => joined(put(good(), 1, 144, '31112026')),
    'line 1, column 144: 31112026 is no date (DDMMAAAA)',
  ],
  [
    'a version that nobody knows',
    () => joined(put(good(), 1, 164, '103')),
    'line 1, column 164: the version of the file must be 083 or 084, got 103',
  ],
  [
    'a pair of versions that do not go together',
    () => joined(put(good(), 2, 14, '042')),
    'line 2, column 14: the version of the batch must be 043',
  ],
  [
    "somebody else's agreement",
    () => joined(put(good(), 1, 33, '007654321')),
    "line 1, column 33: agreement 007654321 is not the customer's (1234567)",
  ],
  [
    "somebody else's document",
    () => joined(put(good(), 1, 19, '00000000000191')),
    "line 1, column 19: document 00000000000191 is not the customer's (11222333000181)",
  ],
  [
    "somebody else's account",
    () => joined(put(good(), 2, 60, '000000999999')),
    "line 2, column 60: account 000000999999 is not the customer's (123456)",
  ],
  ['a wrong sequence', () => joined(put(good(), 4, 9, '00003')), 'line 4, column 9: sequence must be 2, got 3'],
  ['a wrong batch', () => joined(put(good(), 3, 4, '0002')), 'line 3, column 4: batch must be 1, got 2'],
  [
    'a wrong count in the batch',
    () => joined(put(good(), 7, 18, '000005')),
    'line 7, column 18: records must be 6, got 5',
  ],
  [
    'a wrong count of batches',
    () => joined(put(good(), 8, 18, '000002')),
    'line 8, column 18: batches must be 1, got 2',
  ],
  [
    'a wrong count in the file',
    () => joined(put(good(), 8, 24, '000009')),
    'line 8, column 24: records must be 8, got 9',
  ],
  [
    'letters in an amount',
    () => joined(put(good(), 3, 90, 'A')),
    'line 3, column 86: amount must be figures, got "0000A0000015000"',
  ],
  [
    'something where nothing may be',
    () => joined(put(good(), 3, 15, 'X')),
    'line 3, column 15: must be blank, got "X"',
  ],
  [
    'no payer',
    () => remessa('bb', 1, [slipOf('bb', 0, { hasPayer: false })]),
    'line 4, column 14: segment Q must follow P of movement 01',
  ],
  [
    'a title that begins with Q',
    () => joined(good().toSpliced(2, 1)),
    'line 3, column 14: segment P must begin a title, got Q',
  ],
  [
    'segments of two movements',
    () => joined(put(good(), 4, 16, '02')),
    'line 4, column 16: movement must be 01, got 02',
  ],
  ['no titles', () => joined(good().toSpliced(2, 4)), 'line 3, column 8: a batch without titles'],
  ['no batch', () => joined(good().toSpliced(1, 6)), 'line 2, column 8: a batch must follow (record 1)'],
  ['no end', () => joined(good().slice(0, -1)), 'line 8, column 1: the file ends too early'],
  [
    'something after the end',
    () => joined([...good(), good()[7] ?? '']),
    'line 8, column 24: records must be 9, got 8',
  ],
  [
    'a batch number in the last record',
    () => joined(put(good(), 8, 4, '0001')),
    'line 8, column 4: batch must be 9999, got 0001',
  ],
  [
    'a counted line after the end',
    () => joined([...put(good(), 8, 24, '000009'), ' '.repeat(240)]),
    'line 9, column 1: something follows the last record (9)',
  ],
  [
    'a due date that is none',
    () => remessa('bb', 1, [slipOf('bb', 0, { dueDate: '30022026' })]),
    'line 3, column 78: 30022026 is no date (DDMMAAAA)',
  ],
  [
    'a gap in the numbers',
    () => remessa('bb', 2, [slipOf('bb')]),
    'line 1, column 158: file number 2 leaves a gap: 1 must come next',
  ],
];

it.each(WRONG)('%s', (_what, content, problem) => {
  const { bank, put: putFile, send, close } = bankOfTest('bb');
  putFile('wrong.rem', content());
  expect(bank.takeRemessas()).toEqual([{ name: 'wrong.rem', isTaken: false, fileNumber: null, orders: 0, problem }]);
  expect(readFileSync(path.join(bank.folders.refused, 'wrong.rem'), 'latin1')).toBe(content());
  expect(readFileSync(path.join(bank.folders.refused, 'wrong.rem.txt'), 'utf8')).toBe(`${problem}\n`);
  expect([bank.titles(), bank.writeRetorno()]).toEqual([[], null]);
  // Its number was not used up.
  expect(send(slipOf('bb'))).toMatchObject([{ isTaken: true, fileNumber: 1 }]);
  expect(close().told).toMatchObject([{ code: '02' }]);
});

describe('file numbers', () => {
  it('one that was seen is refused, also with other titles and under the same name', () => {
    const { bank, put: putFile, send } = bankOfTest('bb');
    send(slipOf('bb', 0));
    putFile('remessa1.rem', remessa('bb', 1, [slipOf('bb', 1)]));
    putFile('second.rem', remessa('bb', 1, [slipOf('bb', 0)]));
    const problem = 'line 1, column 158: file number 1 was seen before: 2 must come next';
    expect(bank.takeRemessas()).toMatchObject([
      { name: 'remessa1.rem', problem },
      { name: 'second.rem', problem },
    ]);
    expect(readdirSync(bank.folders.refused)).toHaveLength(4);
  });

  it('the very same file once more is refused', () => {
    const { bank, put: putFile } = bankOfTest('bb');
    for (const isTaken of [true, false]) {
      putFile('same.rem', remessa('bb', 1, [slipOf('bb')]));
      expect(bank.takeRemessas()).toMatchObject([{ isTaken }]);
    }
  });

  it('the staff can agree on another one, and a bank may look away', () => {
    const { bank, put: putFile } = bankOfTest('bb');
    bank.expectRemessa(41);
    putFile('a.rem', remessa('bb', 41, [slipOf('bb', 0)]));
    expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
    bank.habits.checksFileNumber = false;
    putFile('b.rem', remessa('bb', 7, [slipOf('bb', 1)]));
    expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
  });
});

it('Caixa wants the payer with instructions, too', () => {
  const { bank, send } = bankOfTest('caixa');
  send(slipOf('caixa'));
  const [report] = send(slipOf('caixa', 0, { movement: '02', hasPayer: false }));
  expect(report?.problem).toBe('line 4, column 14: segment Q must follow P of movement 02');
  expect(bank.titles()).toMatchObject([{ status: 'OPEN' }]);
});

it('a bank leaves files alone that are not ready, and those of others', () => {
  const { bank, put: putFile } = bankOfTest('bb');
  putFile('.partial', 'x');
  putFile('growing.rem', remessa('bb', 1, [slipOf('bb')]).slice(0, 500));
  expect(bank.takeRemessas(() => false)).toEqual([]);
  expect(existsSync(path.join(bank.folders.remessa, '.partial'))).toBe(true);
});

it.each(PROFILE_NAMES)('%s: one byte that was changed never stops the bank', (profile) => {
  const { bank, put: putFile } = bankOfTest(profile);
  const content = remessa(profile, 1, [slipOf(profile, 0, { fine: ['2', '00000000', 200] })]);
  bank.habits.checksFileNumber = false;
  fc.assert(
    fc.property(fc.nat(content.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      putFile('changed.rem', content.slice(0, at) + String.fromCharCode(byte) + content.slice(at + 1));
      const [report] = bank.takeRemessas();
      if (!report?.isTaken) expect(report?.problem).toMatch(/^line \d+, column \d+: \S/);
    }),
    { numRuns: propertyRuns(60) },
  );
  bank.writeRetorno();
});
