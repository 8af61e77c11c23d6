import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOf, beginningOfShort, shortReferenceOf } from './short-reference.rules.ts';

const references = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });

test.each([
  ['0'.repeat(32), 'V00000000000000'],
  ['01a2b3c4d5e6f708192a3b4c5d6e7f80', 'V06D80JLQFGWZKP'],
  ['f'.repeat(32), 'VROMBRBJFM2FE9R'],
])('%s is told as %s', (reference, short) => {
  expect([shortReferenceOf(reference), beginningOfShort(short)]).toEqual([short, reference.slice(0, 18)]);
});

test('a short reference reads back as the beginning of the one that it was made of', () => {
  fc.assert(
    fc.property(references, (reference) => {
      const short = shortReferenceOf(reference) ?? '';
      expect(short).toMatch(/^V[0-9A-Z]{14}$/);
      expect(beginningOfShort(short)).toBe(beginningOf(reference));
    }),
  );
});

test('references that differ in their beginnings differ when they are short', () => {
  fc.assert(
    fc.property(references, references, (one, other) => {
      expect(shortReferenceOf(one) === shortReferenceOf(other)).toBe(one.slice(0, 18) === other.slice(0, 18));
    }),
  );
});

test.each(['', 'V', 'PEDIDO-42', 'v00000000000000', 'X00000000000000', 'VZZZZZZZZZZZZZZ', 'V000000000000000'])(
  'what another system has written is none of ours: %s',
  (text) => {
    expect(beginningOfShort(text)).toBeNull();
  },
);

test.each(['', 'abc', 'F'.repeat(32), '0'.repeat(31), `${'0'.repeat(32)} `])('%s is no reference', (text) => {
  expect([beginningOf(text), shortReferenceOf(text)]).toEqual([null, null]);
});
