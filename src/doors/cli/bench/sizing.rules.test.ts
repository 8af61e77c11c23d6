import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIZES, sizeFor } from './sizing.rules.ts';

it.each([
  [19.9, undefined],
  [20, 10],
  [199, 10],
  [200, 100],
  [1_999, 100],
  [2_000, 1_000],
  [50_000, 1_000],
])('%d lives a second carry the row of %s: half of them is room for waves', (lives, row) => {
  expect(sizeFor(lives)?.paymentsPerSecond).toBe(row);
});

it('the rows are those of the guide', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/performance.md', import.meta.url), 'utf8');
  const [, below = ''] = guide.split('| Payments/s | Payments a year | Cores | Disk a year | Processes |\n');
  const rows = below
    .slice(0, below.indexOf('\n\n'))
    .split('\n')
    .slice(1)
    .map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '));
  expect(rows).toEqual(
    SIZES.map(({ paymentsPerSecond, paymentsPerYear, cores, diskPerYear, processes }) => [
      paymentsPerSecond.toLocaleString('en'),
      paymentsPerYear,
      cores,
      diskPerYear,
      processes,
    ]),
  );
});
