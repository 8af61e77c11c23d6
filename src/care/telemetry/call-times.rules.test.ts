import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCall, type HourOfCalls, sumOfHours } from './call-times.rules.ts';

const NOW = new Date('2026-11-18T12:30:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const call = (ms: number, hours = 0, isAnswered = true) => ({ at: ago(hours), ms, isAnswered });

describe('how long acquirers take', () => {
  it('is not known of one that was not called', () => {
    expect(sumOfHours([], NOW)).toBeNull();
    expect(sumOfHours(addCall([], call(9, 25)), NOW)).toBeNull();
  });

  it('is the end of the stretch in which so many had an answer', () => {
    const hours = [...Array(95).fill(40), ...Array(5).fill(3_000)].reduce<HourOfCalls[]>(
      (known, ms) => addCall(known, call(ms)),
      [],
    );
    expect(sumOfHours(hours, NOW)).toEqual({ calls: 100, unanswered: 0, p50Ms: 50, p95Ms: 50 });
    expect(sumOfHours(addCall(hours, call(30_000, 0, false)), NOW)).toMatchObject({ unanswered: 1, p95Ms: 5_000 });
    expect(sumOfHours(addCall([], call(30_000)), NOW)).toMatchObject({ p50Ms: null });
  });

  it('is kept for a day, however long a process runs', () => {
    const hours = Array.from({ length: 100 }, (_, each) => 100 - each).reduce<HourOfCalls[]>(
      (known, each) => addCall(known, call(7, each)),
      [],
    );
    expect(hours).toHaveLength(24);
  });

  it('counts what was called in the last 24 hours, and nothing before', () => {
    const hoursAgo = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 });
    fc.assert(
      fc.property(hoursAgo, (calls) => {
        const inOrder = [...calls].sort((a, b) => b - a);
        const hours = inOrder.reduce<HourOfCalls[]>((known, each) => addCall(known, call(7, each)), []);
        expect(sumOfHours(hours, NOW)?.calls ?? 0).toBe(calls.filter((each) => each < 24).length);
        expect(hours.length).toBeLessThanOrEqual(25);
      }),
    );
  });
});
