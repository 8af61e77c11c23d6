import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskName, maskPayer } from './masked-payer.rules.ts';

it('leaves the first letter of each word', () => {
  expect(maskName('João Pereira')).toBe('J*** P***');
  expect(maskName('  Maria  da Silva ')).toBe('M*** d*** S***');
  expect(maskName('')).toBe('');
});

it('masks name and document and takes the address away', () => {
  const payer = { customer_name: 'João Pereira', customer_document: '39053344705', address: { city: 'Santos' }, id: 7 };
  expect(maskPayer(payer)).toEqual({
    customer_name: 'J*** P***',
    customer_document: '***.533.447-**',
    address: null,
    id: 7,
  });
});

it('never shows more than one character of a word, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      for (const word of maskName(name).split(' ').filter(Boolean)) expect(word).toMatch(/^.\*\*\*$/u);
    }),
  );
});
