import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isBusinessDay, isLastOfMonth, isLocalDate, weekdayOf } from './local-dates.rules.ts';

const date = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const digits = fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.nat(13), fc.nat(32));

/** A second opinion, from a library that a browser would have to carry. */
const plain = (text: string) => Temporal.PlainDate.from(text, { overflow: 'reject' });

describe('local dates, counted without a zone', () => {
  it('are those of the calendar', () => {
    fc.assert(
      fc.property(digits, ([year, month, day]) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const isOne = (() => {
          try {
            return plain(text).year > 0;
          } catch {
            return false;
          }
        })();
        expect(isLocalDate(text)).toBe(isOne);
      }),
    );
    for (const text of ['', '2026-2-3', '2026-02-30', '0000-01-01', '2026-01-01T00:00', '２026-01-01', '+2026-01-01'])
      expect(isLocalDate(text)).toBe(false);
  });

  it('fall on the day of the week and end their month as the library says', () => {
    fc.assert(
      fc.property(
        date.filter((day) => day < '9999-12-31'),
        (day) => {
          expect(weekdayOf(day)).toBe(plain(day).dayOfWeek);
          expect(isLastOfMonth(day)).toBe(plain(day).day === plain(day).daysInMonth);
        },
      ),
    );
  });

  it('go on and are counted as the library does', () => {
    fc.assert(
      fc.property(date, date, (from, to) => {
        const days = daysBetween(from, to);
        expect(days).toBe(plain(from).until(plain(to), { largestUnit: 'day' }).days);
        expect(addDays(from, days)).toBe(to);
      }),
    );
  });

  it('are no business days on a weekend', () => {
    fc.assert(fc.property(date, (day) => plain(day).dayOfWeek <= 5 || !isBusinessDay(day)));
  });

  it('end with the years 1 and 9999, and are moved by whole days', () => {
    for (const [day, days] of [
      ['0001-01-01', -1],
      ['9999-12-31', 1],
      ['2026-01-01', 0.5],
      ['2026-01-01', Number.NaN],
      ['2026-01-01', 1e12],
      ['2026-02-30', 1],
    ] as const)
      expect(() => addDays(day, days)).toThrow(RangeError);
  });
});
