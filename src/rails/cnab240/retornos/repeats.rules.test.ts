import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatCounter } from './repeats.rules.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

it('says how often each has come before, as a map would', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), (numbers) => {
      const repeats = repeatCounter(numbers.length);
      const seen = new Map<number, number>();
      for (const number of numbers) {
        const before = seen.get(number) ?? 0;
        seen.set(number, before + 1);
        expect(repeats.note(hashOf(String(number)))).toBe(before);
      }
    }),
  );
});

it('tells apart those that fall into the same place, and refuses more than it has room for', () => {
  const like = (last: number) => Buffer.from([7, 0, 0, 0, last, 0, 0, 0]);
  const repeats = repeatCounter(3);
  expect([1, 2, 3, 2, 1].map((last) => repeats.note(like(last)))).toEqual([0, 0, 0, 1, 1]);
  expect(() => repeats.note(like(4))).toThrow('more than 3');
});
