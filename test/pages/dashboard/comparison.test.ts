import { describe, expect, it } from 'vitest';
import { averageOf, changeOf, conversionOf, daysOf, openOf, periodBefore } from '../../../web/home/comparison.ts';

describe('the figures of a period', () => {
  it('are compared to as many days just before', () => {
    expect(periodBefore({ start: '2026-11-09', end: '2026-11-15' })).toEqual({
      start: '2026-11-02',
      end: '2026-11-08',
    });
    expect(periodBefore({ start: '2026-03-01', end: '2026-03-01' })).toEqual({
      start: '2026-02-28',
      end: '2026-02-28',
    });
  });

  it('changed by a share, which nothing before cannot give', () => {
    expect(changeOf(112, 100)).toBeCloseTo(0.12);
    expect(changeOf(0, 100)).toBe(-1);
    expect(changeOf(5, 0)).toBeNull();
  });

  it('count as converted what was paid of what is over', () => {
    expect(conversionOf({ approved_count: 3, failed_count: 1 })).toBe(0.75);
    expect(conversionOf({ approved_count: 0, failed_count: 0 })).toBeNull();
    // Seven of fourteen: all that is over was paid, and the page says beside it that seven are open.
    expect(openOf({ count: 14, approved_count: 7, failed_count: 0 })).toBe(7);
    expect(openOf({ count: 4, approved_count: 3, failed_count: 1 })).toBe(0);
    expect(averageOf({ approved_count: 3, approved_amount: 1000 })).toBe(333);
    expect(averageOf({ approved_count: 0, approved_amount: 0 })).toBe(0);
  });

  it('name every day, across the end of a month', () => {
    expect(daysOf({ start: '2026-02-27', end: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });
});
