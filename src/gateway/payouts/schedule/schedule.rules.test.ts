import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isBusinessDay, isLastOfMonth, weekdayOf } from '../../../ground/brazil/calendar.rules.ts';
import { PLAIN_TERMS } from '../terms/payout-terms.rules.ts';
import { firstRunOfNew, nextRunOf, refuseOddDay, runDayAt, scheduledAmount, startOfRuns } from './schedule.rules.ts';
import { firstRunAfter, firstRunFrom, runsFrom, type ScheduleDays } from './schedule-days.rules.ts';

const DAILY: ScheduleDays = { rhythm: 'daily', day: null };
const weekly = (day: number): ScheduleDays => ({ rhythm: 'weekly', day });
const monthly = (day: number): ScheduleDays => ({ rhythm: 'monthly', day });
const [MONDAY, FRIDAY] = [1, 5];

const date = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const anyDays = fc.oneof(
  fc.constant(DAILY),
  fc.integer({ min: 1, max: 5 }).map(weekly),
  fc.integer({ min: 1, max: 31 }).map(monthly),
);

describe('the days of a schedule', () => {
  it('leave out Carnival, and what was due on it comes on Ash Wednesday', () => {
    expect(runsFrom(DAILY, firstRunFrom(DAILY, '2026-02-13'), 4)).toEqual([
      '2026-02-13',
      '2026-02-18',
      '2026-02-19',
      '2026-02-20',
    ]);
    expect(runsFrom(weekly(MONDAY), firstRunFrom(weekly(MONDAY), '2026-02-09'), 3)).toEqual([
      '2026-02-09',
      '2026-02-18',
      '2026-02-23',
    ]);
    expect(firstRunFrom(monthly(16), '2026-02-16')).toBe('2026-02-18');
    expect(firstRunFrom(monthly(16), '2026-02-18')).toBe('2026-02-18');
    expect(firstRunFrom(monthly(16), '2026-02-19')).toBe('2026-03-16');
  });

  it('are the last of a short month where it has no such day, moved on where banks are closed then', () => {
    expect(runsFrom(monthly(31), firstRunFrom(monthly(31), '2026-01-01'), 5)).toEqual([
      '2026-02-02',
      '2026-03-02',
      '2026-03-31',
      '2026-04-30',
      '2026-06-01',
    ]);
    expect(firstRunFrom(monthly(30), '2024-02-01')).toBe('2024-02-29');
    // The leap day of that year is the Tuesday of Carnival.
    expect(firstRunFrom(monthly(30), '2028-02-01')).toBe('2028-03-01');
    expect(firstRunFrom(monthly(29), '2027-02-01')).toBe('2027-03-01');
    expect(firstRunFrom(weekly(FRIDAY), '2026-04-03')).toBe('2026-04-06');
    expect(firstRunFrom(weekly(FRIDAY), '2026-12-25')).toBe('2026-12-28');
    expect(firstRunFrom(weekly(FRIDAY), '2026-12-29')).toBe('2027-01-04');
  });

  it('are business days, in order, and as many as the rhythm says', () => {
    fc.assert(
      fc.property(anyDays, date, (days, from) => {
        const runs = runsFrom(days, firstRunFrom(days, from), 6);
        const [first, last] = [runs[0] as string, runs[5] as string];
        expect(first >= from).toBe(true);
        expect(runs.every(isBusinessDay)).toBe(true);
        expect(new Set(runs).size).toBe(6);
        expect([...runs].sort()).toEqual(runs);
        const dues = dueDaysBetween(days, first, last);
        // Each day that was due since the first run has moved to a run of its own.
        if (days.rhythm !== 'daily') expect(Math.abs(dues - 6)).toBeLessThanOrEqual(1);
        else for (const run of runs.slice(1)) expect(businessDaysBetween(first, run)).toBe(runs.indexOf(run));
      }),
    );
  });

  it('never come again after they were', () => {
    fc.assert(
      fc.property(anyDays, date, (days, from) => {
        const run = firstRunFrom(days, from);
        expect(firstRunAfter(days, run) > run).toBe(true);
        expect(firstRunFrom(days, run)).toBe(run);
      }),
    );
  });

  const eachDay = (from: string, to: string) => {
    const found: string[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) found.push(day);
    return found;
  };
  const businessDaysBetween = (from: string, to: string) => eachDay(from, to).filter(isBusinessDay).length - 1;
  const dueDaysBetween = ({ rhythm, day }: ScheduleDays, from: string, to: string) =>
    eachDay(from, to).filter((each) =>
      rhythm === 'weekly'
        ? weekdayOf(each) === day
        : Number(each.slice(-2)) === day || (isLastOfMonth(each) && Number(each.slice(-2)) < (day as number)),
    ).length;

  it('are only such as exist', () => {
    const odd = (days: ScheduleDays) => expect(() => refuseOddDay(days)).toThrow('day');
    odd({ rhythm: 'daily', day: 1 });
    for (const day of [null, 0, 6, 1.5]) odd({ rhythm: 'weekly', day });
    for (const day of [null, 0, 32, -1]) odd({ rhythm: 'monthly', day });
    for (const days of [DAILY, weekly(1), weekly(5), monthly(1), monthly(31)]) refuseOddDay(days);
  });
});

describe('the hours of a schedule', () => {
  const at = (time: string, day = '2026-03-02') => runDayAt(new Date(`${day}T${time}-03:00`));

  it('are from ten to eight in the evening in São Paulo, on business days', () => {
    expect(at('09:59:59.999')).toBeNull();
    expect(at('10:00:00')).toBe('2026-03-02');
    expect(at('19:59:59.999')).toBe('2026-03-02');
    expect(at('20:00:00')).toBeNull();
    expect(at('12:00:00', '2026-02-28')).toBeNull();
    expect(at('12:00:00', '2026-02-17')).toBeNull();
    expect(startOfRuns('2026-03-02')).toEqual(new Date('2026-03-02T13:00:00Z'));
  });

  it('what is overdue comes in the next of them', () => {
    const next = (dueOn: string, time: string) => nextRunOf(dueOn, new Date(`${time}-03:00`));
    expect(next('2026-03-04', '2026-03-02T12:00:00')).toBe('2026-03-04');
    expect(next('2026-03-02', '2026-03-02T09:00:00')).toBe('2026-03-02');
    expect(next('2026-02-23', '2026-03-02T19:59:59')).toBe('2026-03-02');
    expect(next('2026-02-23', '2026-03-02T20:00:00')).toBe('2026-03-03');
    expect(next('2026-02-09', '2026-02-13T20:00:00')).toBe('2026-02-18');
  });

  it('one that is set on a day of its own begins that day only before its hours, and never twice on a day', () => {
    const early = new Date('2026-03-02T12:59:59Z');
    const late = new Date('2026-03-02T13:00:00Z');
    expect(firstRunOfNew(DAILY, early, null)).toBe('2026-03-02');
    expect(firstRunOfNew(DAILY, late, null)).toBe('2026-03-03');
    expect(firstRunOfNew(DAILY, early, '2026-02-27')).toBe('2026-03-02');
    expect(firstRunOfNew(DAILY, early, '2026-03-02')).toBe('2026-03-03');
    expect(firstRunOfNew(DAILY, late, '2026-03-03')).toBe('2026-03-04');
    expect(firstRunOfNew(weekly(MONDAY), late, null)).toBe('2026-03-09');
  });
});

describe('what a schedule sends', () => {
  const NOW = new Date('2026-03-02T13:00:00Z');
  const later = (amountCents: number) => ({ availableAt: new Date('2026-03-05T03:00:00Z'), amountCents });
  const room = (availableCents: number, usedTodayCents = 0, ...changes: number[]) => ({
    outlook: { availableCents, later: changes.map(later) },
    usedTodayCents,
    now: NOW,
  });
  const all = { keepCents: 0, minimumCents: 1 };

  it('is what is available but for what is kept back and the fee', () => {
    expect(scheduledAmount(all, PLAIN_TERMS, room(1_000))).toBe(1_000);
    const terms = { ...PLAIN_TERMS, feeCents: 100 };
    expect(scheduledAmount({ keepCents: 300, minimumCents: 600 }, terms, room(1_000))).toBe(600);
    expect(() => scheduledAmount({ keepCents: 300, minimumCents: 601 }, terms, room(1_000))).toThrow(
      expect.objectContaining({ code: 'PAYOUT_BELOW_MINIMUM' }),
    );
  });

  it('counts neither what is still to come nor what a later day takes away', () => {
    expect(scheduledAmount(all, PLAIN_TERMS, room(1_000, 0, 500))).toBe(1_000);
    expect(scheduledAmount(all, PLAIN_TERMS, room(1_000, 0, -400))).toBe(600);
  });

  it('is at least what the operator asks for, too', () => {
    const terms = { ...PLAIN_TERMS, minimumCents: 1_001 };
    expect(() => scheduledAmount(all, terms, room(1_000))).toThrow('at least 1001');
    for (const availableCents of [0, -5])
      expect(() => scheduledAmount(all, PLAIN_TERMS, room(availableCents))).toThrow(
        expect.objectContaining({ code: 'PAYOUT_BELOW_MINIMUM' }),
      );
  });

  it('is cut down by limits, and refused only where they leave less than the minimum', () => {
    const terms = { ...PLAIN_TERMS, mostCents: 700, dayCents: 900 };
    expect(scheduledAmount(all, terms, room(1_000))).toBe(700);
    expect(scheduledAmount(all, terms, room(1_000, 300))).toBe(600);
    expect(scheduledAmount({ keepCents: 0, minimumCents: 600 }, terms, room(1_000, 300))).toBe(600);
    const beyond = expect.objectContaining({ code: 'PAYOUT_LIMIT_EXCEEDED' });
    expect(() => scheduledAmount({ keepCents: 0, minimumCents: 601 }, terms, room(1_000, 300))).toThrow(beyond);
    expect(() => scheduledAmount(all, terms, room(1_000, 900))).toThrow(beyond);
  });
});
