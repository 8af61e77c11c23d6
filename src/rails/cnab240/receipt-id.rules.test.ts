import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineHashOf, receiptIdOf } from './receipt-id.rules.ts';

it('leads from the money back to its line', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      const hash = createHash('sha256').update(content).digest();
      const start = lineHashOf(receiptIdOf(hash.toString('hex')));
      expect(start?.equals(hash.subarray(0, 16))).toBe(true);
    }),
  );
});

it.each(['E12345678202611181200abcdefghijk', 'cnab-', 'cnab-xyz', `cnab-${'a'.repeat(31)}`, `cnab-${'g'.repeat(32)}`])(
  '%s came by no line',
  (id) => expect(lineHashOf(id)).toBeNull(),
);
