import bwipjs from 'bwip-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itfBars } from './itf-bars.rules.ts';

/** Widths of bars and spaces in turn, as `n` and `w`. */
function elementsOf(digits: string): string {
  const { bars } = itfBars(digits);
  return bars
    .map((bar, index) => {
      const next = bars[index + 1];
      const space = next === undefined ? '' : next.start - bar.start - bar.width > 1 ? 'w' : 'n';
      return (bar.width > 1 ? 'w' : 'n') + space;
    })
    .join('');
}

test('a boleto takes 405 modules', () => {
  const { bars, modules } = itfBars('34196166700000123451101234567880057123457000');
  expect(modules).toBe(405);
  expect(bars).toHaveLength(2 + 22 * 5 + 2);
  expect(bars[0]).toEqual({ start: 0, width: 1 });
  expect(bars.at(-1)).toEqual({ start: 404, width: 1 });
});

test('an independent encoder draws the same bars', () => {
  const pairs = fc.integer({ min: 1, max: 22 }).chain((count) => {
    return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2 * count, maxLength: 2 * count });
  });
  fc.assert(
    fc.property(pairs, (digits) => {
      const [symbol] = bwipjs.raw('interleaved2of5', digits, {});
      const widths = symbol !== undefined && 'sbs' in symbol ? symbol.sbs : [];
      // Its list may close with the space after the last bar.
      const expected = [...widths].map((width) => (width > 1 ? 'w' : 'n')).join('');
      expect(expected.slice(0, elementsOf(digits).length)).toBe(elementsOf(digits));
    }),
  );
});

test.each(['', '1', '123', '12a4'])('refuses %j', (digits) => {
  expect(() => itfBars(digits)).toThrow(RangeError);
});
