import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
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

test('an independent encoder draws the same bars', async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const pairs = fc.integer({ min: 1, max: 22 }).chain((count) => {
    return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 2 * count, maxLength: 2 * count });
  });
  await fc.assert(
    fc.asyncProperty(pairs, async (digits) => {
      const { symbol, error } = await writeBarcode(digits, { format: 'ITF', scale: 1, withQuietZones: false });
      expect(error).toBe('');
      // One line of dots, dark ones as zero: runs of one module are narrow, longer ones are wide.
      const line = [...symbol.data.slice(0, symbol.width)].map((dot) => (dot === 0 ? '#' : ' ')).join('');
      const runs = line.trim().match(/#+| +/g) ?? [];
      expect(runs.map((run) => (run.length > 1 ? 'w' : 'n')).join('')).toBe(elementsOf(digits));
    }),
  );
});

test.each(['', '1', '123', '12a4'])('refuses %j', (digits) => {
  expect(() => itfBars(digits)).toThrow(RangeError);
});
