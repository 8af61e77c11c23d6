/**
 * The simulation's own calendar, which shares nothing with the one under test: bank holidays as the published list
 * names them, and São Paulo three hours behind UTC, as it has been without summer time since 2019.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEHIND_UTC_MS = 3 * HOUR_MS;

const SAME_EVERY_YEAR = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];
/** Carnival (two days), Good Friday, Corpus Christi. */
const MOVING: Record<string, readonly string[]> = {
  '2026': ['02-16', '02-17', '04-03', '06-04'],
  '2027': ['02-08', '02-09', '03-26', '05-27'],
  '2028': ['02-28', '02-29', '04-14', '06-15'],
  '2029': ['02-12', '02-13', '03-30', '05-31'],
  '2030': ['03-04', '03-05', '04-19', '06-20'],
};

/** `YYYY-MM-DD` in São Paulo. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() - BEHIND_UTC_MS).toISOString().slice(0, 10);
}

export function midnightOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + BEHIND_UTC_MS);
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function plusBankDays(day: string, days: number): string {
  let last = onBankDay(day);
  for (let left = last === day ? days : days - 1; left > 0; left--) last = onBankDay(plusDays(last, 1));
  return last;
}

/** The day itself if banks are open, otherwise the next day on which they are. */
export function onBankDay(day: string): string {
  return isBankDay(day) ? day : onBankDay(plusDays(day, 1));
}

function isBankDay(day: string): boolean {
  const moving = MOVING[day.slice(0, 4)];
  if (!moving) throw new RangeError(`the simulation has no calendar for ${day}`);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !SAME_EVERY_YEAR.includes(day.slice(5)) && !moving.includes(day.slice(5));
}
