import { expect, it } from 'vitest';
import { code, dateDigits, digits, record } from './record.rules.ts';

it('a record has 240 columns, and a later layer writes over an earlier one', () => {
  const line = record(
    [
      [1, 3, '001'],
      [240, 240, 'x'],
    ],
    [[2, 2, '9']],
  );
  expect(line).toBe(`091${' '.repeat(236)}x`);
});

it('a value that does not fill its columns is refused', () => {
  expect(() => record([[1, 3, '01']])).toThrow('columns 1 to 3 do not hold "01"');
  expect(() => record([[1, 1, '01']])).toThrow(RangeError);
});

it('numbers stand at the right and texts at the left; neither is ever cut', () => {
  expect(digits(42, 5)).toBe('00042');
  expect(() => digits(123_456, 5)).toThrow(RangeError);
  expect(() => digits(-1, 5)).toThrow(RangeError);
  expect(() => digits(1.5, 5)).toThrow(RangeError);
  expect(code('ab', 4)).toBe('ab  ');
  expect(() => code('abcde', 4)).toThrow(RangeError);
  expect(() => code('ação', 4)).toThrow(RangeError);
  expect(dateDigits('2026-11-30')).toBe('30112026');
});
