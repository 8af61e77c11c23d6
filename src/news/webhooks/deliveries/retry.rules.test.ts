import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_OFFSETS_MS,
  DISABLE_AFTER_MS,
  JITTER_RATIO,
  MAX_ATTEMPTS,
  MAX_CATCH_UP_PAUSE_MS,
  MAX_RETRY_AFTER_SECONDS,
  nextAttemptAt,
  outcomeOf,
  parseRetryAfter,
} from './retry.rules.ts';

const EVENT_AT = new Date('2026-03-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (offsetMs: number) => new Date(EVENT_AT.getTime() + offsetMs);

describe('the schedule', () => {
  it('has ten attempts at 0, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h from the event', () => {
    const seconds = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(ATTEMPT_OFFSETS_MS).toEqual(seconds.map((each) => each * 1_000));
  });

  it('makes the first attempt at the event itself, without jitter', () => {
    expect(nextAttemptAt({ eventAt: EVENT_AT, attemptsMade: 0, now: EVENT_AT, random: 0.99 })).toEqual(EVENT_AT);
  });

  it('counts from the event, not from the last attempt', () => {
    for (let made = 1; made < MAX_ATTEMPTS; made++) {
      const justMade = at((ATTEMPT_OFFSETS_MS[made - 1] ?? 0) + 100);
      expect(nextAttemptAt({ eventAt: EVENT_AT, attemptsMade: made, now: justMade, random: 0 })).toEqual(
        at(ATTEMPT_OFFSETS_MS[made] ?? 0),
      );
    }
  });

  it('adds at most a tenth of the gap as jitter', () => {
    expect(nextAttemptAt({ eventAt: EVENT_AT, attemptsMade: 1, now: EVENT_AT, random: 0.5 })).toEqual(at(5_250));
    const last = nextAttemptAt({ eventAt: EVENT_AT, attemptsMade: 9, now: at(20 * HOUR_MS), random: 0.999_999 });
    expect(last?.getTime()).toBeLessThan(at(24.4 * HOUR_MS).getTime());
  });

  it('ends after the tenth attempt, whatever the receiver asks for', () => {
    const spent = { eventAt: EVENT_AT, attemptsMade: MAX_ATTEMPTS, now: at(24 * HOUR_MS), random: 0 };
    expect(nextAttemptAt(spent)).toBeNull();
    expect(nextAttemptAt({ ...spent, retryAfterSeconds: 60 })).toBeNull();
  });

  it('does not spend the attempts in one burst when the service itself was down for two days', () => {
    let now = at(48 * HOUR_MS);
    for (let made = 2; made < MAX_ATTEMPTS; made++) {
      const next = nextAttemptAt({ eventAt: EVENT_AT, attemptsMade: made, now, random: 0 });
      expect(next?.getTime()).toBeGreaterThanOrEqual(now.getTime() + 147_500);
      now = next ?? now;
    }
  });

  it('never comes before the schedule, nor later than schedule, jitter, pause and wish allow', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
        fc.integer({ min: 0, max: 10 * 24 * HOUR_MS }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 10_000_000_000 })),
        (attemptsMade, elapsedMs, random, retryAfterSeconds) => {
          const now = at(elapsedMs);
          const next =
            nextAttemptAt({ eventAt: EVENT_AT, attemptsMade, now, random, retryAfterSeconds })?.getTime() ?? Number.NaN;
          const offset = ATTEMPT_OFFSETS_MS[attemptsMade] ?? 0;
          const gap = offset - (ATTEMPT_OFFSETS_MS[attemptsMade - 1] ?? 0);
          const wishMs = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS) * 1_000;
          expect(next).toBeGreaterThanOrEqual(at(offset).getTime());
          expect(next).toBeGreaterThanOrEqual(now.getTime() + wishMs);
          const latest = Math.max(
            at(offset + gap * JITTER_RATIO).getTime(),
            now.getTime() + Math.max(wishMs, MAX_CATCH_UP_PAUSE_MS),
          );
          expect(next).toBeLessThanOrEqual(latest);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  const failedOnce = { eventAt: EVENT_AT, attemptsMade: 1, now: at(1_000), random: 0 };

  it('postpones an attempt, but never brings it forward', () => {
    expect(nextAttemptAt({ ...failedOnce, retryAfterSeconds: 120 })).toEqual(at(121_000));
    expect(nextAttemptAt({ ...failedOnce, retryAfterSeconds: 1 })).toEqual(at(5_000));
    expect(nextAttemptAt({ ...failedOnce, retryAfterSeconds: null })).toEqual(at(5_000));
  });

  it('is honoured up to one day', () => {
    expect(nextAttemptAt({ ...failedOnce, retryAfterSeconds: 9_999_999_999 })).toEqual(at(1_000 + 24 * HOUR_MS));
  });

  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Mon, 02 Mar 2026 12:01:00 GMT', 60],
    ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
  ])('reads %j as %i seconds', (header, seconds) => {
    expect(parseRetryAfter(header, EVENT_AT)).toBe(seconds);
  });

  it.each([
    null,
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '12345678901',
    '2026-03-02',
    'Mon, 99 Mar 2026 12:01:00 GMT',
  ])('reads nothing in %j', (header) => {
    expect(parseRetryAfter(header, EVENT_AT)).toBeNull();
  });
});

describe('outcomes', () => {
  it.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [302, 'failed'],
    [304, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [null, 'failed'],
  ])('%s is %s', (statusCode, outcome) => {
    expect(outcomeOf(statusCode)).toBe(outcome);
  });

  it('bears with a failing endpoint for five days', () => {
    expect(DISABLE_AFTER_MS).toBe(5 * 24 * HOUR_MS);
  });
});
