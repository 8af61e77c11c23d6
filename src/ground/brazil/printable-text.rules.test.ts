import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import { formatCents, formatLocalDate, printableText } from './printable-text.rules.ts';

test.each([
  ['Antônia Gonçalves – nº 1 “ok” €', 'Antônia Gonçalves – nº 1 “ok” €'],
  ['Sa\u0303o Joa\u0303o', 'São João'],
  ['Ana 👨‍👩‍👧 😀', 'Ana ? ?'],
  ['東京', '??'],
  ['Dvořák', 'Dvorák'],
  ['Łukasz Wójcik, Đorđe, İpek Yılmaz', 'Lukasz Wójcik, Dorde, Ipek Yilmaz'],
  ['Nguyễn Thị Ngọc', 'Nguyen Thi Ngoc'],
  ['Юлия Щербакова', 'Yuliya Shcherbakova'],
  ['Ольга Соловьёва, Київ', 'Olga Soloveva, Kiiv'],
  ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
  ['Արամ, ნინო', 'Aram, nino'],
  ['محمد', '????'],
  [' a\n\tb\u0000c ', 'a b c'],
  ['a\u200bb\u00adc', 'abc'],
  ['\ud800', '?'],
])('%j prints as %j', (text, expected) => {
  expect(printableText(text)).toBe(expected);
});

test('any text comes out in the character set of the fonts', () => {
  const texts = fc.oneof(anyText(), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(texts, (text) => {
      expect(printableText(text)).toMatch(/^[\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('dates and amounts', () => {
  expect(formatLocalDate('2026-11-15')).toBe('15/11/2026');
  expect([0, 5, 99, 100, 123_456, 100_000_000, 9_999_999_999].map(formatCents)).toEqual([
    ...['0,00', '0,05', '0,99', '1,00', '1.234,56', '1.000.000,00', '99.999.999,99'],
  ]);
});
