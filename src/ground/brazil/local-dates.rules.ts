/**
 * Local dates are `YYYY-MM-DD` texts: they have no time zone, so a Date would only invite mistakes. Here one counts
 * days in UTC, where each has as many hours. Nothing of a zone is known here, because a browser would have to carry it.
 */

const DAY_MS = 86_400_000;
const DAY_IN_DATE = 8;
const SUNDAY = 0;
const SATURDAY = 6;
const DAYS_OF_WEEK = 7;
const MAX_BUSINESS_DAYS = 10_000;
const BLACK_AWARENESS_FIRST_YEAR = 2024;

const CARNIVAL_MONDAY_FROM_EASTER = -48;
const CARNIVAL_TUESDAY_FROM_EASTER = -47;
const GOOD_FRIDAY_FROM_EASTER = -2;
const CORPUS_CHRISTI_FROM_EASTER = 60;

const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'] as const;

export function isLocalDate(text: string): boolean {
  return parseDate(text) !== null;
}

function parseDate(text: string): Date | null {
  // PostgreSQL has no year zero, so neither do we.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null;
  const midnight = new Date(`${text}T00:00:00Z`);
  // The 30th of February is read as a day of March.
  return midnight.getUTCDate() === Number(text.slice(DAY_IN_DATE)) ? midnight : null;
}

/** Gregorian computus (Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const dayOfSpring = epact + weekday - 7 * correction + 114;
  return localDate(year, Math.floor(dayOfSpring / 31), (dayOfSpring % 31) + 1);
}

/** National bank holidays (Resolução CMN 4.880/2020), in order; those that fall on a weekend are listed, too. */
export function bankHolidays(year: number): string[] {
  const easter = easterSunday(year);
  const prefix = easter.slice(0, 4);
  const holidays = new Set<string>(FIXED_HOLIDAYS.map((day) => `${prefix}-${day}`));
  if (year >= BLACK_AWARENESS_FIRST_YEAR) holidays.add(`${prefix}-11-20`);
  holidays.add(addDays(easter, CARNIVAL_MONDAY_FROM_EASTER));
  holidays.add(addDays(easter, CARNIVAL_TUESDAY_FROM_EASTER));
  holidays.add(addDays(easter, GOOD_FRIDAY_FROM_EASTER));
  holidays.add(addDays(easter, CORPUS_CHRISTI_FROM_EASTER));
  return [...holidays].sort();
}

/** Almost every question is about days of one year, and is asked for each boleto. */
let latest = { year: Number.NaN, holidays: new Set<string>() };

function isBankHoliday(date: string, year: number): boolean {
  if (year !== latest.year) latest = { year, holidays: new Set(bankHolidays(year)) };
  return latest.holidays.has(date);
}

export function isBusinessDay(date: string): boolean {
  const midnight = midnightOf(date);
  const weekday = midnight.getUTCDay();
  return weekday !== SUNDAY && weekday !== SATURDAY && !isBankHoliday(date, midnight.getUTCFullYear());
}

/** The date itself when banks work on it, otherwise the next day on which they do. */
export function rollToBusinessDay(date: string): string {
  return isBusinessDay(date) ? date : nextBusinessDay(date);
}

/** The first business day strictly after the date. */
export function nextBusinessDay(date: string): string {
  let day = addDays(date, 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** D+n. The result is always a business day, so that D+0 of a Saturday is the Monday. */
export function addBusinessDays(date: string, days: number): string {
  if (!Number.isInteger(days) || days < 0 || days > MAX_BUSINESS_DAYS) {
    throw new RangeError(`business days must be a whole number between 0 and ${MAX_BUSINESS_DAYS}`);
  }
  if (days === 0) return rollToBusinessDay(date);
  let day = date;
  for (let step = 0; step < days; step += 1) day = nextBusinessDay(day);
  return day;
}

/** From 1, Monday, to 7. */
export function weekdayOf(date: string): number {
  return midnightOf(date).getUTCDay() || DAYS_OF_WEEK;
}

/** Whether no day of its month comes after it. */
export function isLastOfMonth(date: string): boolean {
  return addDays(date, 1).endsWith('-01');
}

export function addDays(date: string, days: number): string {
  if (!Number.isInteger(days)) throw new RangeError(`days must be a whole number, got ${days}`);
  const result = new Date(midnightOf(date).getTime() + days * DAY_MS);
  return localDate(result.getUTCFullYear(), result.getUTCMonth() + 1, result.getUTCDate());
}

const FIRST_DAY = '0001-01-01';

/** So many days before, or the first day there is: whoever asks up to a day in the year 1 means everything. */
export function daysBefore(date: string, days: number): string {
  return daysBetween(FIRST_DAY, date) < days ? FIRST_DAY : addDays(date, -days);
}

/** Whole days from one date to another; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
  return (midnightOf(to).getTime() - midnightOf(from).getTime()) / DAY_MS;
}

function midnightOf(date: string): Date {
  const midnight = parseDate(date);
  if (!midnight) throw new RangeError(`not a local date: ${JSON.stringify(date)}`);
  return midnight;
}

export function localDate(year: number, month: number, day: number): string {
  if (!Number.isInteger(year) || year < 1 || year > 9999)
    throw new RangeError('dates are limited to the years 1 to 9999');
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
