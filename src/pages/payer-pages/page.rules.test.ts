import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPROVED, FAILED, PENDING, REFUNDED } from '../../gateway/payments/status.rules.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { failureReasonOf, isWatched, pageStateOf, pageStatusOf, type Watched } from './page.rules.ts';

const HOUR_MS = 3_600_000;
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms));
const payment = fc.record<Watched>({
  status: fc.constantFrom(PENDING, APPROVED, FAILED, REFUNDED),
  is_issued: fc.boolean(),
  refunded_cents: fc.nat(100_000),
  expires_at: moment,
  has_terms: fc.boolean(),
  is_registered: fc.boolean(),
});
const near = fc.tuple(payment, fc.integer({ min: -HOUR_MS, max: HOUR_MS })).map(([watched, offset]) => ({
  watched,
  now: new Date(watched.expires_at.getTime() + offset),
}));

describe('the state of a page', () => {
  it('shows a code only while it can be paid, and asks for money only then', () => {
    fc.assert(
      fc.property(near, ({ watched, now }) => {
        const isWaiting = pageStateOf(watched, now) === 'waiting';
        expect(isWaiting).toBe(watched.status === PENDING && watched.is_issued && now < watched.expires_at);
      }),
    );
  });

  it('says "paid" exactly for what is APPROVED and "refunded" exactly for what is REFUNDED, whatever the clock says', () => {
    fc.assert(
      fc.property(near, ({ watched, now }) => {
        const state = pageStateOf(watched, now);
        expect(state === 'paid' || state === 'partly-refunded').toBe(watched.status === APPROVED);
        expect(state === 'refunded').toBe(watched.status === REFUNDED);
        expect(state === 'not-paid').toBe(watched.status === FAILED);
        if (watched.status === APPROVED) expect(state === 'partly-refunded').toBe(watched.refunded_cents > 0);
      }),
    );
  });

  it('is over for our clock and open for the bank: what was not heard of is checked, never called unpaid', () => {
    fc.assert(
      fc.property(near, ({ watched, now }) => {
        const isOver = watched.status === PENDING && now >= watched.expires_at;
        expect(pageStateOf(watched, now) === 'checking').toBe(isOver);
      }),
    );
  });

  it('is watched exactly while it is PENDING', () => {
    fc.assert(
      fc.property(near, ({ watched, now }) => isWatched(pageStateOf(watched, now)) === (watched.status === PENDING)),
    );
  });

  it('has another version whenever it shows something else', () => {
    fc.assert(
      fc.property(near, near, (one, other) => {
        const [a, b] = [pageStatusOf(one.watched, one.now), pageStatusOf(other.watched, other.now)];
        const shown = ({ watched, now }: typeof one, state: string) =>
          JSON.stringify([
            state,
            watched.refunded_cents,
            ...(state === 'waiting' ? [watched.is_registered, watched.has_terms && saoPauloDateOf(now)] : []),
          ]);
        expect(a.version === b.version).toBe(shown(one, a.state) === shown(other, b.state));
      }),
    );
  });

  it('has another version on the next day in São Paulo where its figure goes by the day, and once it is registered', () => {
    const watched: Watched = {
      status: PENDING,
      is_issued: true,
      refunded_cents: 0,
      expires_at: new Date('2026-12-31T00:00:00Z'),
      has_terms: true,
      is_registered: true,
    };
    const versionOf = (changes: Partial<Watched>, now: string) =>
      pageStatusOf({ ...watched, ...changes }, new Date(now)).version;
    const [evening, midnight] = ['2026-11-18T02:59:59Z', '2026-11-18T03:00:00Z'];
    expect(versionOf({}, evening)).not.toBe(versionOf({}, midnight));
    expect(versionOf({ has_terms: false }, evening)).toBe(versionOf({ has_terms: false }, midnight));
    expect(versionOf({ is_registered: false }, evening)).not.toBe(versionOf({}, evening));
  });

  it('counts whole seconds down to the moment it is over, and nowhere else', () => {
    fc.assert(
      fc.property(near, ({ watched, now }) => {
        const { state, seconds_left } = pageStatusOf(watched, now);
        if (state !== 'waiting') {
          expect(seconds_left).toBeNull();
          return;
        }
        const exact = (watched.expires_at.getTime() - now.getTime()) / 1_000;
        expect(seconds_left).toBeGreaterThanOrEqual(exact);
        expect(seconds_left).toBeLessThan(exact + 1);
        expect(seconds_left).toBeGreaterThan(0);
      }),
    );
  });
});

describe('why it was not paid', () => {
  const expires_at = new Date('2026-11-15T12:00:00Z');
  it.each([
    ['refused', false, '2026-11-15T11:30:00Z'],
    ['refused', false, '2026-11-15T13:00:00Z'],
    ['cancelled', true, '2026-11-15T11:59:59.999Z'],
    ['expired', true, '2026-11-15T12:00:00Z'],
  ] as const)('%s when issued is %s and it failed at %s', (reason, is_issued, failedAt) => {
    const payment = { is_issued, expires_at, failure_reason: null };
    expect(failureReasonOf(payment, new Date(failedAt))).toBe(reason);
  });

  it.each(['REFUSED', 'EXPIRED', 'CANCELLED'])('%s as it was noted, whatever else the row says', (failure_reason) => {
    for (const is_issued of [true, false])
      for (const failedAt of ['2026-11-15T11:59:00Z', '2026-11-15T12:01:00Z'])
        expect(failureReasonOf({ is_issued, expires_at, failure_reason }, new Date(failedAt))).toBe(
          failure_reason.toLowerCase(),
        );
  });
});
