import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import {
  BOLETO_MAX_AMOUNT_CENTS,
  barcodeOfDigitableLine,
  buildBarcode,
  digitableLineOf,
  dueDateOfFactor,
  dueFactorOf,
  formatDigitableLine,
  mod10,
  mod11,
  mod11Complement,
  parseBarcode,
} from './boleto.rules.ts';
import { addDays } from './calendar.rules.ts';

/** Published by banks and by collection services. */
const SLIPS = [
  {
    line: '34191101213456788005871234570001616670000012345',
    barcode: '34196166700000123451101234567880057123457000',
    due: '2002-05-01',
    cents: 12_345,
  },
  {
    line: '10490055057722213334877777777713432420000032112',
    barcode: '10494324200000321120055077222133347777777771',
    due: '2006-08-23',
    cents: 32_112,
  },
  {
    line: '00190500954014481606906809350314337370000000100',
    barcode: '00193373700000001000500940144816060680935031',
    due: '2007-12-31',
    cents: 100,
  },
  {
    line: '42297004080000278247226173001129610010000018084',
    barcode: '42296100100000180847004000002782472617300112',
    due: '2025-02-23',
    cents: 18_084,
  },
  {
    line: '34191090570404959480975279260006611980000081488',
    barcode: '34196119800000814881090504049594807527926000',
    due: '2025-09-08',
    cents: 81_488,
  },
  {
    line: '23793369089519200016448005645600411990000034130',
    barcode: '23794119900000341303369095192000164800564560',
    due: '2025-09-09',
    cents: 34_130,
  },
];

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const dueDates = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('2000-07-03', days));
const slips = fc.record({
  bankCode: digits(3),
  dueDate: dueDates,
  amountCents: fc.integer({ min: 1, max: BOLETO_MAX_AMOUNT_CENTS }),
  freeField: digits(25),
});

function mutantsOf(line: string): { position: number; mutant: string }[] {
  return [...line].flatMap((original, position) =>
    [...'0123456789']
      .filter((digit) => digit !== original)
      .map((digit) => ({ position, mutant: line.slice(0, position) + digit + line.slice(position + 1) })),
  );
}

test.each([
  ['2000-07-03', 1000],
  ['2002-05-01', 1667],
  ['2025-02-21', 9999],
  ['2025-02-22', 1000],
  ['2025-02-23', 1001],
  ['2026-11-15', 1631],
  ['2049-10-13', 9999],
  ['2049-10-14', 1000],
])('the factor of %s is %i', (date, factor) => {
  expect(dueFactorOf(date)).toBe(factor);
});

test('a factor means the nearest of its days', () => {
  expect(dueDateOfFactor(1000, '2000-01-01')).toBe('2000-07-03');
  expect(dueDateOfFactor(1000, '2026-01-01')).toBe('2025-02-22');
  expect(dueDateOfFactor(9999, '2026-01-01')).toBe('2025-02-21');
  expect(dueDateOfFactor(1000, '1990-01-01')).toBe('2000-07-03');
  fc.assert(
    fc.property(dueDates, fc.integer({ min: -4_499, max: 4_499 }), (date, shift) => {
      expect(dueDateOfFactor(dueFactorOf(date), addDays(date, shift))).toBe(date);
    }),
  );
});

test('check digits', () => {
  expect(mod10('001912345')).toBe('4');
  expect(mod10('0')).toBe('0');
  expect(mod11('0019963600001234001234567890123456789012345')).toBe('1');
  // A sum that is a whole number of elevens, one that leaves 1, and the weights of Bradesco's numbers.
  expect(mod11Complement('0')).toBe(11);
  expect(mod11Complement('6')).toBe(10);
  expect(mod11Complement('1900000000002', 7)).toBe(8);
});

describe('published slips', () => {
  test.each(SLIPS)('$line', ({ line, barcode, due, cents }) => {
    expect(barcodeOfDigitableLine(line)).toEqual({ ok: true, barcode });
    expect(barcodeOfDigitableLine(formatDigitableLine(line))).toEqual({ ok: true, barcode });
    expect(digitableLineOf(barcode)).toBe(line);
    const parsed = parseBarcode(barcode);
    if (!parsed.ok) throw new Error(parsed.reason);
    expect(parsed.barcode.amountCents).toBe(cents);
    expect(dueDateOfFactor(parsed.barcode.dueFactor ?? 0, due)).toBe(due);
    const { bankCode, freeField } = parsed.barcode;
    expect(buildBarcode({ bankCode, dueDate: due, amountCents: cents, freeField })).toBe(barcode);
  });

  test.each([
    ['00190000090114971860168524522114799990000102656', '2025-02-21'],
    ['00190000090114971860168524522114210000000102656', '2025-02-22'],
  ])('the factor turns over: %s', (line, due) => {
    const result = barcodeOfDigitableLine(line);
    if (!result.ok) throw new Error(result.reason);
    expect(dueDateOfFactor(Number(result.barcode.slice(5, 9)), '2025-03-01')).toBe(due);
  });

  test('a line with a wrong general digit is refused', () => {
    expect(barcodeOfDigitableLine('00190000090114971860168524522114775860000102656')).toEqual({
      ok: false,
      reason: 'the general check digit does not match',
    });
  });
});

test('prints the line in its groups', () => {
  expect(formatDigitableLine('34191101213456788005871234570001616670000012345')).toBe(
    '34191.10121 34567.880058 71234.570001 6 16670000012345',
  );
});

test('a slip may leave date and value open', () => {
  const body = '0019' + '0000' + '0000000000' + '1234567890123456789012345';
  const barcode = body.slice(0, 4) + mod11(body) + body.slice(4);
  expect(parseBarcode(barcode)).toMatchObject({ ok: true, barcode: { dueFactor: null, amountCents: 0 } });
});

test.each([
  ['letters', '3419616670000012345110123456788005712345700X'],
  ['43 digits', '3419616670000012345110123456788005712345700'],
  ['another currency', '34186166700000123451101234567880057123457000'],
  ['a wrong check digit', '34195166700000123451101234567880057123457000'],
])('a barcode with %s is refused', (_name, barcode) => {
  expect(parseBarcode(barcode).ok).toBe(false);
});

test.each([
  ['zero', { amountCents: 0 }],
  ['too much', { amountCents: BOLETO_MAX_AMOUNT_CENTS + 1 }],
  ['a fraction', { amountCents: 0.5 }],
  ['a short bank code', { bankCode: '99' }],
  ['a short free field', { freeField: '123' }],
  ['a date before the factors', { dueDate: '2000-07-02' }],
  ['no date', { dueDate: '2026-02-30' }],
])('building refuses %s', (_name, change) => {
  const good = { bankCode: '999', dueDate: '2026-11-16', amountCents: 100, freeField: '1234567890123456789012345' };
  expect(() => buildBarcode({ ...good, ...change })).toThrow(RangeError);
});

describe('properties', () => {
  test('barcode and line read back as they were written', () => {
    fc.assert(
      fc.property(slips, (slip) => {
        const barcode = buildBarcode(slip);
        expect(barcode).toMatch(/^\d{44}$/);
        const line = digitableLineOf(barcode);
        expect(line).toMatch(/^\d{47}$/);
        expect(barcodeOfDigitableLine(line)).toEqual({ ok: true, barcode });
        const parsed = parseBarcode(barcode);
        if (!parsed.ok) throw new Error(parsed.reason);
        const { dueFactor, ...rest } = parsed.barcode;
        expect(rest).toEqual({
          bankCode: slip.bankCode,
          checkDigit: barcode[4],
          amountCents: slip.amountCents,
          freeField: slip.freeField,
        });
        expect(dueDateOfFactor(dueFactor ?? 0, slip.dueDate)).toBe(slip.dueDate);
      }),
    );
  });

  // Where the general digit is 1 it stands for three remainders, so the standard itself cannot
  // see every slip of the finger in the date and value: those lines are tested up to that group.
  test('every line with one digit changed is refused', () => {
    fc.assert(
      fc.property(slips, (slip) => {
        const line = digitableLineOf(buildBarcode(slip));
        const blindFrom = line[32] === '1' ? 33 : line.length;
        for (const { position, mutant } of mutantsOf(line)) {
          if (position < blindFrom && barcodeOfDigitableLine(mutant).ok) expect.fail(`accepted ${mutant}`);
        }
      }),
    );
  });

  test('every published line with one digit changed is refused', () => {
    for (const { mutant } of SLIPS.flatMap(({ line }) => mutantsOf(line))) {
      if (barcodeOfDigitableLine(mutant).ok) expect.fail(`accepted ${mutant}`);
    }
  });

  test('reading never throws', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(barcodeOfDigitableLine(text).ok || parseBarcode(text).ok).toBe(false);
      }),
    );
  });
});
