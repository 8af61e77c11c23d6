import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import {
  addBusinessDays,
  addDays,
  bankHolidays,
  daysBetween,
  easterSunday,
  endOfSaoPauloDay,
  isBusinessDay,
  isLocalDate,
  nextBusinessDay,
  rollToBusinessDay,
  saoPauloDateOf,
  saoPauloDateTime,
  startOfSaoPauloDay,
} from './calendar.rules.ts';

const days = fc.integer({ min: 0, max: 36_524 }).map((offset) => addDays('1980-01-01', offset));

test.each([
  ['2026-11-15', true],
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['0000-01-01', false],
  ['2026-1-01', false],
  ['2026-11-15T00:00', false],
  ['2026-11-15\n', false],
  ['', false],
])('%j is a local date: %s', (text, expected) => {
  expect(isLocalDate(text)).toBe(expected);
});

test.each([
  [1961, '1961-04-02'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i', (year, expected) => {
  expect(easterSunday(year)).toBe(expected);
});

describe('bank holidays', () => {
  test('2026', () => {
    expect(bankHolidays(2026)).toEqual([
      ...['2026-01-01', '2026-02-16', '2026-02-17', '2026-04-03', '2026-04-21', '2026-05-01', '2026-06-04'],
      ...['2026-09-07', '2026-10-12', '2026-11-02', '2026-11-15', '2026-11-20', '2026-12-25'],
    ]);
  });

  test('the movable days of 2027', () => {
    expect(bankHolidays(2027)).toEqual(
      expect.arrayContaining(['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27']),
    );
  });

  test('20 November only since 2024', () => {
    expect(bankHolidays(2023)).not.toContain('2023-11-20');
    expect(bankHolidays(2024)).toContain('2024-11-20');
  });

  test('two holidays on one day are listed once', () => {
    expect(bankHolidays(2000).filter((day) => day === '2000-04-21')).toHaveLength(1);
  });
});

describe('business days', () => {
  test('carnival of 2026', () => {
    expect(isBusinessDay('2026-02-13')).toBe(true);
    expect(nextBusinessDay('2026-02-13')).toBe('2026-02-18');
    expect(rollToBusinessDay('2026-02-14')).toBe('2026-02-18');
    expect(rollToBusinessDay('2026-02-13')).toBe('2026-02-13');
  });

  test('the turn of the year', () => {
    expect(nextBusinessDay('2026-12-31')).toBe('2027-01-04');
    expect(addBusinessDays('2026-12-24', 2)).toBe('2026-12-29');
  });

  test('D+0 of a Saturday is the Monday', () => {
    expect(addBusinessDays('2026-11-14', 0)).toBe('2026-11-16');
    expect(addBusinessDays('2026-11-13', 0)).toBe('2026-11-13');
    expect(addBusinessDays('2026-11-13', 1)).toBe('2026-11-16');
  });

  test('the answers are business days, in order', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 15 }), (date, count) => {
        const rolled = rollToBusinessDay(date);
        expect(isBusinessDay(rolled)).toBe(true);
        expect(rolled >= date).toBe(true);
        const result = addBusinessDays(date, count);
        expect(isBusinessDay(result)).toBe(true);
        expect(daysBetween(date, result)).toBeGreaterThanOrEqual(count);
        expect(addBusinessDays(addBusinessDays(date, count), 1)).toBe(addBusinessDays(date, count + 1));
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  test.each([-1, 0.5, 10_001])('refuses %d days', (count) => {
    expect(() => addBusinessDays('2026-11-13', count)).toThrow(RangeError);
  });
});

test('adding days', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2025-12-31', '2026-01-02')).toBe(2);
  expect(daysBetween('2026-01-02', '2025-12-31')).toBe(-2);
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
});

describe('São Paulo', () => {
  test('its day is three hours behind', () => {
    expect(saoPauloDateOf(new Date('2026-11-15T02:59:59.999Z'))).toBe('2026-11-14');
    expect(saoPauloDateOf(new Date('2026-11-15T03:00:00Z'))).toBe('2026-11-15');
    expect(startOfSaoPauloDay('2026-11-15').toISOString()).toBe('2026-11-15T03:00:00.000Z');
    expect(endOfSaoPauloDay('2026-11-15').toISOString()).toBe('2026-11-16T02:59:59.999Z');
  });

  test('summer time before 2019: the day it began had no midnight', () => {
    expect(startOfSaoPauloDay('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(endOfSaoPauloDay('2018-11-04').toISOString()).toBe('2018-11-05T01:59:59.999Z');
    expect(saoPauloDateTime('2018-11-04T00:30').toISOString()).toBe('2018-11-04T03:30:00.000Z');
  });

  test('summer time before 2019: the day it ended repeated its last hour', () => {
    expect(startOfSaoPauloDay('2019-02-16').toISOString()).toBe('2019-02-16T02:00:00.000Z');
    expect(endOfSaoPauloDay('2019-02-16').toISOString()).toBe('2019-02-17T02:59:59.999Z');
    expect(saoPauloDateTime('2019-02-16T23:30:00').toISOString()).toBe('2019-02-17T01:30:00.000Z');
  });

  test('reads a wall clock', () => {
    expect(saoPauloDateTime('2026-11-15T10:20:30.456').toISOString()).toBe('2026-11-15T13:20:30.456Z');
    expect(saoPauloDateTime('2026-11-15T00:00').toISOString()).toBe('2026-11-15T03:00:00.000Z');
  });

  test.each(['2026-11-15', '2026-11-15T10:00Z', '2026-11-15T10:00-03:00', '2026-02-30T10:00', '2026-11-15T24:01', 'x'])(
    'refuses %j as a wall clock',
    (text) => {
      expect(() => saoPauloDateTime(text)).toThrow(RangeError);
    },
  );

  test('each day ends where the next begins, and both ends are in it', () => {
    fc.assert(
      fc.property(days, (date) => {
        const start = startOfSaoPauloDay(date);
        const end = endOfSaoPauloDay(date);
        expect(saoPauloDateOf(start)).toBe(date);
        expect(saoPauloDateOf(end)).toBe(date);
        expect(end.getTime() + 1).toBe(startOfSaoPauloDay(addDays(date, 1)).getTime());
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
