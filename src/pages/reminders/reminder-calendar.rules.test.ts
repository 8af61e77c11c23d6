import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isBusinessDay } from '../../ground/brazil/calendar.rules.ts';
import { dueDatesRemindedOn, isRemindedOn, remindersBegin } from './reminder-calendar.rules.ts';

describe('the day of a reminder', () => {
  it.each([
    ['three days before a Thursday', '2026-11-26', -3, '2026-11-23'],
    ['on a Thursday', '2026-11-26', 0, '2026-11-26'],
    ['due on a Sunday, on the day', '2026-11-22', 0, '2026-11-23'],
    ['due on a Sunday, the day before', '2026-11-22', -1, '2026-11-23'],
    ['due on a Wednesday, three days after: a Saturday', '2026-11-25', 3, '2026-11-30'],
    ['over the end of a month', '2026-11-30', 3, '2026-12-03'],
    ['before the first of a month that is a Sunday', '2026-11-01', -3, '2026-10-29'],
    ['Carnival Monday moves to Ash Wednesday', '2027-02-08', 0, '2027-02-10'],
    ['the Saturday before Carnival, too', '2027-02-06', 0, '2027-02-10'],
    ['over the end of a year', '2026-12-29', 3, '2027-01-04'],
  ])('%s', (_name, dueDate, days, day) => {
    expect(isRemindedOn(day, dueDate, [days])).toBe(true);
    expect(dueDatesRemindedOn(day, [days])).toContain(dueDate);
    expect(isRemindedOn(addDays(day, 1), dueDate, [days])).toBe(false);
    expect(isRemindedOn(addDays(day, -1), dueDate, [days])).toBe(false);
  });

  it('is a day on which banks work: on others nobody is reminded of anything', () => {
    expect(dueDatesRemindedOn('2026-11-22', [-3, 0, 3])).toEqual([]);
    expect(dueDatesRemindedOn('2026-12-25', [0])).toEqual([]);
  });

  it('takes all that moved to it', () => {
    expect(dueDatesRemindedOn('2027-02-10', [0])).toEqual([
      '2027-02-06',
      '2027-02-07',
      '2027-02-08',
      '2027-02-09',
      '2027-02-10',
    ]);
  });

  it('every reminder has exactly one day, and the two rules agree on it', () => {
    const someDay = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2025-01-01', days));
    fc.assert(
      fc.property(someDay, fc.integer({ min: -30, max: 30 }), (dueDate, days) => {
        const around = Array.from({ length: 13 }, (_, more) => addDays(dueDate, days + more - 1));
        const reminded = around.filter((day) => isRemindedOn(day, dueDate, [days]));
        expect(reminded).toHaveLength(1);
        expect(reminded.every(isBusinessDay)).toBe(true);
        expect(around.filter((day) => dueDatesRemindedOn(day, [days]).includes(dueDate))).toEqual(reminded);
      }),
    );
  });
});

it('begins at nine in São Paulo', () => {
  expect(remindersBegin('2026-11-23').toISOString()).toBe('2026-11-23T12:00:00.000Z');
  // Summer time of old.
  expect(remindersBegin('2018-12-03').toISOString()).toBe('2018-12-03T11:00:00.000Z');
});
