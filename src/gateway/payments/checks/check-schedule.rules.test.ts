import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../test/support/suite/property-runs.ts';
import {
  addBusinessDays,
  addDays,
  endOfSaoPauloDay,
  isBusinessDay,
  rollToBusinessDay,
  saoPauloDateOf,
} from '../../../ground/brazil/calendar.rules.ts';
import { DEFAULT_DUE_DAYS, MAX_DUE_DAYS } from '../../boleto-terms/due-days.rules.ts';
import { ALL_LATE_CHECKS, METHODS } from '../methods.rules.ts';
import type { Payment } from '../payment.ts';
import { APPROVED, FAILED, PENDING, REFUNDED } from '../status.rules.ts';
import {
  CHARGE_SETTLES_MS,
  FIRST_CHECK_AFTER_MS,
  nextCheckAt,
  type Scheduled,
  scheduleOf,
  UNANSWERED_RETRY_MS,
} from './check-schedule.rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const instants = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const dueDays = fc.integer({ min: 0, max: MAX_DUE_DAYS });
const checks = fc.integer({ min: 0, max: 5_000 });

type Created = Scheduled & { createdAt: Date };

function pixAt(createdAt: Date): Created {
  return { method: METHODS.pix, createdAt, expiresAt: METHODS.pix.expiryOf(createdAt, null), dueDate: null };
}

function boletoAt(createdAt: Date, days: number): Created {
  const dueDate = addDays(saoPauloDateOf(createdAt), days);
  return {
    method: METHODS.invoice,
    createdAt,
    expiresAt: METHODS.invoice.expiryOf(createdAt, rollToBusinessDay(dueDate)),
    dueDate,
  };
}

const scheduled = fc.oneof(
  instants.map(pixAt),
  fc.tuple(instants, dueDays).map(([createdAt, days]) => boletoAt(createdAt, days)),
);
const at = (text: string) => new Date(text);

it('the figures that others rely on', () => {
  expect({ FIRST_CHECK_AFTER_MS, DEFAULT_DUE_DAYS, MAX_DUE_DAYS, UNANSWERED_RETRY_MS, CHARGE_SETTLES_MS }).toEqual({
    FIRST_CHECK_AFTER_MS: 60_000,
    DEFAULT_DUE_DAYS: 3,
    MAX_DUE_DAYS: 180,
    UNANSWERED_RETRY_MS: 60_000,
    CHARGE_SETTLES_MS: 600_000,
  });
});

describe('expiry and deadline', () => {
  it('a PIX code lives 30 minutes and is cancelled two minutes later', () => {
    fc.assert(
      fc.property(instants, (createdAt) => {
        const payment = pixAt(createdAt);
        expect(payment.expiresAt.getTime()).toBe(createdAt.getTime() + 30 * MINUTE);
        expect(payment.method.cancelDeadlineOf(payment).getTime()).toBe(createdAt.getTime() + 32 * MINUTE);
      }),
    );
  });

  it('a PIX code has no due date to go by, even where one is named, and neither has a boleto without one', () => {
    const createdAt = at('2026-03-02T12:00:00Z');
    const thirty = at('2026-03-02T12:30:00Z');
    expect(METHODS.pix.expiryOf(createdAt, '2026-03-20')).toEqual(thirty);
    expect(METHODS.invoice.expiryOf(createdAt, null)).toEqual(thirty);
    const odd = { expiresAt: thirty };
    expect(METHODS.pix.cancelDeadlineOf({ ...odd, dueDate: '2026-03-20' })).toEqual(at('2026-03-02T12:32:00Z'));
    expect(METHODS.invoice.cancelDeadlineOf({ ...odd, dueDate: null })).toEqual(at('2026-03-02T12:32:00Z'));
  });

  it('a boleto lives to the end of its due date, rolled to a business day, and three business days more', () => {
    fc.assert(
      fc.property(instants, dueDays, (createdAt, days) => {
        const payment = boletoAt(createdAt, days);
        const rolled = rollToBusinessDay(payment.dueDate as string);
        expect(payment.expiresAt).toEqual(endOfSaoPauloDay(rolled));
        const lastDay = saoPauloDateOf(new Date(payment.method.cancelDeadlineOf(payment).getTime() - 1));
        expect(lastDay).toBe(addBusinessDays(rolled, 3));
        expect(payment.method.cancelDeadlineOf(payment).getTime()).toBe(endOfSaoPauloDay(lastDay).getTime() + 1);
      }),
    );
  });

  it('worked: due on Saturday before Carnival, rolled to Wednesday, cancelled when Monday is over', () => {
    const payment = boletoAt(at('2026-02-11T12:00:00Z'), 3);
    expect(payment.dueDate).toBe('2026-02-14');
    expect(payment.expiresAt).toEqual(endOfSaoPauloDay('2026-02-18'));
    expect(payment.method.cancelDeadlineOf(payment)).toEqual(at('2026-02-24T03:00:00Z'));
  });
});

describe('polling while PENDING', () => {
  it.each([
    ['pix', [1, 2, 4, 8, 15, 15, 15]],
    ['invoice', [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]],
  ] as const)('pauses of a %s double up to the longest', (paymentType, minutes) => {
    const now = at('2026-03-02T12:00:00Z');
    const payment: Scheduled = {
      method: METHODS[paymentType],
      expiresAt: at('2026-04-02T12:00:00Z'),
      dueDate: '2026-04-02',
    };
    const pauses = minutes.map(
      (_, done) => (nextCheckAt(payment, PENDING, done, now, now) as Date).getTime() - now.getTime(),
    );
    expect(pauses).toEqual(minutes.map((minute) => minute * MINUTE));
  });

  it('always again, never sooner than a minute away from the deadline’s own look, never later than the longest pause', () => {
    fc.assert(
      fc.property(scheduled, checks, fc.integer({ min: 0, max: 400 * DAY }), (payment, done, laterMs) => {
        const now = new Date(payment.createdAt.getTime() + laterMs);
        const next = nextCheckAt(payment, PENDING, done, now, now) as Date;
        const deadline = payment.method.cancelDeadlineOf(payment);
        const pause = next.getTime() - now.getTime();
        expect(pause).toBeGreaterThan(0);
        expect(pause).toBeLessThanOrEqual(payment.method === METHODS.pix ? 15 * MINUTE : 6 * HOUR);
        // Before the deadline no look goes past it; from it on, looks go on a minute or more apart.
        if (now < deadline) expect(next.getTime()).toBeLessThanOrEqual(deadline.getTime());
        if (now >= deadline || next < deadline) expect(pause).toBeGreaterThanOrEqual(MINUTE);
      }),
    );
  });

  it('one look falls exactly on the deadline, whatever came before', () => {
    fc.assert(
      fc.property(scheduled, (payment) => {
        const deadline = payment.method.cancelDeadlineOf(payment).getTime();
        const first = new Date(payment.createdAt.getTime() + FIRST_CHECK_AFTER_MS);
        let now = first;
        for (let done = 1; now.getTime() < deadline; done++)
          now = nextCheckAt(payment, PENDING, done, now, now) as Date;
        expect(now.getTime()).toBe(Math.max(deadline, first.getTime()));
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  it('at the deadline and a millisecond before it', () => {
    const payment = pixAt(at('2026-03-02T12:00:00Z'));
    const deadline = payment.method.cancelDeadlineOf(payment);
    const before = new Date(deadline.getTime() - 1);
    expect(nextCheckAt(payment, PENDING, 20, before, before)).toEqual(deadline);
    expect(nextCheckAt(payment, PENDING, 20, deadline, deadline)).toEqual(new Date(deadline.getTime() + 15 * MINUTE));
  });
});

describe('late looks at what FAILED', () => {
  it('beyond all of them, one more look is the last', () => {
    fc.assert(
      fc.property(scheduled, instants, (payment, now) => {
        expect(nextCheckAt(payment, FAILED, ALL_LATE_CHECKS, now, now)).toBeNull();
      }),
    );
  });

  it('PIX: after an hour and after a day from the end, then never again, whenever it is asked', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 30 * DAY }), (failedAt, laterMs) => {
        const now = new Date(failedAt.getTime() + laterMs);
        const looks = [0, 1, 2, 3].map((done) => nextCheckAt(pixAt(failedAt), FAILED, done, failedAt, now));
        expect(looks.map((look) => look && look.getTime() - failedAt.getTime())).toEqual([HOUR, 24 * HOUR, null, null]);
      }),
    );
  });

  it('boleto: at noon of the next five business days, then never again', () => {
    fc.assert(
      fc.property(instants, dueDays, (failedAt, days) => {
        const payment = boletoAt(failedAt, days);
        const looks = [0, 1, 2, 3, 4].map((done) => nextCheckAt(payment, FAILED, done, failedAt, failedAt) as Date);
        const dates = looks.map((look) => saoPauloDateOf(look));
        expect(dates).toEqual([1, 2, 3, 4, 5].map((count) => addBusinessDays(saoPauloDateOf(failedAt), count)));
        expect(dates.every(isBusinessDay)).toBe(true);
        for (const [index, look] of looks.entries()) {
          expect(look.getTime()).toBe(endOfSaoPauloDay(dates[index] as string).getTime() + 1 - 12 * HOUR);
        }
        for (const done of [5, 6]) expect(nextCheckAt(payment, FAILED, done, failedAt, failedAt)).toBeNull();
      }),
    );
  });
});

it.each([APPROVED, REFUNDED] as const)('status %i is never looked at again', (status) => {
  fc.assert(
    fc.property(scheduled, checks, instants, (payment, done, now) => {
      expect(nextCheckAt(payment, status, done, now, now)).toBeNull();
    }),
  );
});

it.each([
  ['pix', 'pix'],
  ['invoice', 'invoice'],
  ['credit', 'pix'],
] as const)('a payment by %s has the timetable of %s', (stored, paymentType) => {
  const at = { expires_at: new Date(2), due_date: '2026-11-20' };
  expect(scheduleOf({ payment_type: stored, ...at } as Payment)).toEqual({
    method: METHODS[paymentType],
    expiresAt: at.expires_at,
    dueDate: at.due_date,
  });
});
