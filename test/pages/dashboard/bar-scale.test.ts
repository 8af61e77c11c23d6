import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, stackOf } from '../../../web/ui/charts/bar-scale.ts';

const value = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('the scale of a chart', () => {
  it('covers every value with a few round steps, and shows zero', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [lowest, highest] = [Math.min(one, other), Math.max(one, other)];
        const axis = axisOf(lowest, highest);
        expect(axis[0]).toBeLessThanOrEqual(lowest);
        expect(axis.at(-1)).toBeGreaterThanOrEqual(highest);
        expect(axis.some((tick) => tick === 0)).toBe(true);
        expect(axis.length).toBeLessThanOrEqual(6);
        expect(axis.length).toBeGreaterThanOrEqual(2);
      }),
    );
    expect(axisOf(0, 0)).toEqual([0, 1]);
    expect(axisOf(0, 48_210)).toEqual([0, 20_000, 40_000, 60_000]);
  });

  it('puts values above zero on each other and hangs the others below', () => {
    expect(stackOf([3, -1, 4, -2])).toEqual([
      { from: 0, to: 3 },
      { from: 0, to: -1 },
      { from: 3, to: 7 },
      { from: -1, to: -3 },
    ]);
  });
});
