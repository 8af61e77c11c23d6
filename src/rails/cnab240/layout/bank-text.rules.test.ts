import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bankText, plainBankText } from './bank-text.rules.ts';

it.each([
  ['Padaria São João Ltda', 'PADARIA SAO JOAO LTDA'],
  ['  Rua  das\tFlores,\n10 ', 'RUA DAS FLORES, 10'],
  ['Müller & Søn', 'MULLER & SON'],
  ['Straße', 'STRASSE'],
  ['Ægir', 'AEGIR'],
  ['Łódź', 'LODZ'],
  ['Иван', 'IVAN'],
  ['Ana 😀 Maria', 'ANA MARIA'],
  ['(R$ 10)', 'R 10'],
  ['日本', ''],
])('%j is written %j', (text, written) => {
  expect(bankText(text, 40)).toBe(written);
});

it('is cut, and never ends in a blank', () => {
  expect(bankText('Maria da Conceição', 9)).toBe('MARIA DA');
  expect(plainBankText('Silva & Filhos S/A - EPP', 40)).toBe('SILVA FILHOS S A EPP');
});

it('is always short enough, in capitals and ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      expect(bankText(text, width)).toMatch(/^([A-Z0-9.,&/-]([A-Z0-9.,&/ -]*[A-Z0-9.,&/-])?)?$/);
      expect(bankText(text, width).length).toBeLessThanOrEqual(width);
      expect(plainBankText(text, width)).toMatch(/^([A-Z0-9]([A-Z0-9 ]*[A-Z0-9])?)?$/);
      expect(plainBankText(text, width).length).toBeLessThanOrEqual(width);
    }),
  );
});
