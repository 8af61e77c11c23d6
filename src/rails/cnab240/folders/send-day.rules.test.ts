import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { sendDayDue } from './send-day.rules.ts';

const HALF_PAST_SIX = { hour: 18, minute: 30 };
/** São Paulo is three hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-03:00`);

describe('the file of a business day', () => {
  it.each([
    // 2026-11-17 is a Tuesday, 2026-11-20 a Friday and a holiday.
    ['not before its time', '2026-11-17T18:29', '2026-11-16', null],
    ['at its time', '2026-11-17T18:30', '2026-11-16', '2026-11-17'],
    ['once', '2026-11-17T23:59', '2026-11-17', null],
    ['the first one at the next time that comes', '2026-11-17T09:00', null, null],
    ['the first one', '2026-11-17T18:30', null, '2026-11-17'],
    ['on no weekend', '2026-11-21T19:00', '2026-11-18', null],
    ['on no holiday', '2026-11-20T19:00', '2026-11-18', null],
    ['missed on the day before a weekend, on Monday in the morning', '2026-11-23T08:00', '2026-11-18', '2026-11-19'],
    ['missed for weeks, once', '2026-11-17T08:00', '2026-10-01', '2026-11-16'],
    ['after what was made up for, at its own time', '2026-11-23T18:30', '2026-11-19', '2026-11-23'],
    ['never when the clock has gone back', '2026-11-17T19:00', '2026-11-18', null],
  ])('%s', (_, now, sentOn, day) => expect(sendDayDue(at(now), HALF_PAST_SIX, sentOn)).toBe(day));

  it('is made at most once, on a business day, whenever somebody looks', () => {
    const minutes = fc.array(fc.nat(60 * 24 * 40), { maxLength: 200 });
    fc.assert(
      fc.property(minutes, fc.nat(23), fc.nat(59), (looks, hour, minute) => {
        let sentOn: string | null = null;
        for (const look of looks.sort((one, other) => one - other)) {
          const now = new Date(Date.parse('2026-12-01T03:00:00Z') + look * 60_000);
          const day = sendDayDue(now, { hour, minute }, sentOn);
          if (day === null) continue;
          expect(isBusinessDay(day) && isBusinessDay(saoPauloDateOf(now))).toBe(true);
          expect(sentOn === null || day > sentOn).toBe(true);
          sentOn = day;
        }
      }),
    );
  });
});
