import { expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../src/ground/brazil/calendar.rules.ts';
import { dayOf, midnightOf, plusBankDays, plusDays } from './calendar.ts';

/**
 * Two calendars are made in two ways: a mistake in the list or in the computation shows on the day on
 * which they differ.
 */
it('the simulation’s calendar and the gateway’s agree on every day of its years', () => {
  for (let day = '2026-01-01'; day < '2030-11-01'; day = plusDays(day, 1)) {
    expect([day, plusBankDays(day, 0), plusBankDays(day, 1)]).toEqual([
      day,
      addBusinessDays(day, 0),
      addBusinessDays(day, 1),
    ]);
    expect(midnightOf(day)).toEqual(startOfSaoPauloDay(day));
    expect(dayOf(new Date(midnightOf(day).getTime() - 1))).toBe(
      saoPauloDateOf(new Date(startOfSaoPauloDay(day).getTime() - 1)),
    );
    expect(plusDays(day, 40)).toBe(addDays(day, 40));
  }
  expect(plusBankDays('2026-01-31', 30)).toBe(addBusinessDays('2026-01-31', 30));
});
