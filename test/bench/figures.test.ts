// The arithmetic of the bench: a wrong median would make every figure wrong without anybody noticing.
import { expect, test } from 'vitest';

const { logNormalDelays, mean, median, percentile, shown } = await import(
  new URL('../../bench/support/figures.mjs', import.meta.url).href
);

test('the median is the middle, or between the two middle ones, whatever the order', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 10, 2])).toBe(3);
  expect(median([7])).toBe(7);
});

test('a percentile is a figure that was measured, by the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile(hundred, 100)).toBe(100);
  expect(percentile([5, 1], 0)).toBe(1);
  expect(percentile([10, 20], 99)).toBe(20);
});

test('the mean of rates is all the work over all the time', () => {
  // 100 things at 10/s and 100 at 30/s take 10 s and 3.33 s.
  expect(mean([10, 30])).toBeCloseTo(15);
});

test('the delays of an acquirer have the p50 and the p99 that were asked for', () => {
  const delays = logNormalDelays({ p50: 120, p99: 380 }, 2_000);
  expect(delays).toHaveLength(2_000);
  expect(percentile(delays, 50)).toBeCloseTo(120, 0);
  expect(percentile(delays, 99)).toBeGreaterThan(370);
  expect(percentile(delays, 99)).toBeLessThan(385);
});

test('delays are shuffled by the chance that is given, and none is lost', () => {
  const sorted = (figures: number[]) => figures.toSorted((a, b) => a - b);
  const once = logNormalDelays({ p50: 10, p99: 20 }, 50, () => 0.3);
  const again = logNormalDelays({ p50: 10, p99: 20 }, 50, () => 0.3);
  const otherwise = logNormalDelays({ p50: 10, p99: 20 }, 50, () => 0.9);
  expect(again).toEqual(once);
  expect(otherwise).not.toEqual(once);
  expect(sorted(otherwise)).toEqual(sorted(once));
});

test('figures are shown short', () => {
  expect(shown(1234.56)).toBe('1,235');
  expect(shown(0.9512)).toBe('0.95');
});
