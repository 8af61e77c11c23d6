import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkReminderDays, readReminderDays } from './reminder-days.rules.ts';
import { MAX_DAYS_APART, MAX_REMINDERS } from './reminder-limits.rules.ts';

describe('days of reminders as an operator writes them', () => {
  it.each([
    ['-3,0,3', [-3, 0, 3]],
    [' 3 , -3,+0 ', [-3, 0, 3]],
    ['-0', [0]],
    ['-30,30', [-30, 30]],
    ['off', null],
  ])('%j is %j', (text, days) => expect(readReminderDays(text)).toEqual(days));

  it.each([
    ['', 'must be days'],
    ['on', 'must be days'],
    ['-3,,3', 'must be days'],
    ['1.5', 'must be days'],
    ['31', 'from -30 to 30'],
    ['-31', 'from -30 to 30'],
    ['1,2,3,4,5,6', 'at most 5'],
    ['3,3', 'twice'],
    ['0,-0', 'twice'],
  ])('%j is refused in one line', (text, problem) => {
    expect(() => readReminderDays(text)).toThrow(problem);
    expect(() => readReminderDays(text)).not.toThrow('\n');
  });
});

it('whatever is accepted is in rising order, within bounds, and is accepted again as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 8 }), (days) => {
      const isFit =
        days.length <= MAX_REMINDERS &&
        new Set(days).size === days.length &&
        days.every((day) => Math.abs(day) <= MAX_DAYS_APART);
      if (!isFit) return void expect(() => checkReminderDays('days', days)).toThrow('days');
      const kept = checkReminderDays('days', days);
      expect(kept).toEqual(days.length === 0 ? null : days.toSorted((one, other) => one - other));
      if (kept) expect(readReminderDays(kept.join(','))).toEqual(kept);
    }),
  );
});
