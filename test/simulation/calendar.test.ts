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
  const justBefore = (instant: Date) => new Date(instant.getTime() - 1);
  for (let day = '2026-01-01'; day < '2030-11-01'; day = plusDays(day, 1)) {
    const [ours, theirs] = [midnightOf(day), startOfSaoPauloDay(day)];
    expect([day, plusBankDays(day, 0), plusBankDays(day, 1), plusDays(day, 40), ours, dayOf(justBefore(ours))]).toEqual(
      [
        day,
        addBusinessDays(day, 0),
        addBusinessDays(day, 1),
        addDays(day, 40),
        theirs,
        saoPauloDateOf(justBefore(theirs)),
      ],
    );
  }
  expect(plusBankDays('2026-01-31', 30)).toBe(addBusinessDays('2026-01-31', 30));
});
