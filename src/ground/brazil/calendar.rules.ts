import { Temporal } from 'temporal-polyfill';

/** Local dates are `YYYY-MM-DD` texts: they have no time zone, so a Date would only invite mistakes. */

const SAO_PAULO = 'America/Sao_Paulo';
const FRIDAY = 5;
const MAX_BUSINESS_DAYS = 10_000;
const BLACK_AWARENESS_FIRST_YEAR = 2024;

const CARNIVAL_MONDAY_FROM_EASTER = -48;
const CARNIVAL_TUESDAY_FROM_EASTER = -47;
const GOOD_FRIDAY_FROM_EASTER = -2;
const CORPUS_CHRISTI_FROM_EASTER = 60;

const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'] as const;

/** On any day, in São Paulo. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

export function isLocalDate(text: string): boolean {
  // PostgreSQL has no year zero, so neither do we.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
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

export function isBusinessDay(date: string): boolean {
  const day = plainDate(date);
  return day.dayOfWeek <= FRIDAY && !bankHolidays(day.year).includes(date);
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

export function addDays(date: string, days: number): string {
  const result = plainDate(date).add({ days });
  return localDate(result.year, result.month, result.day);
}

const FIRST_DAY = '0001-01-01';

/** So many days before, or the first day there is: whoever asks up to a day in the year 1 means everything. */
export function daysBefore(date: string, days: number): string {
  return daysBetween(FIRST_DAY, date) < days ? FIRST_DAY : addDays(date, -days);
}

/** Between these every instant has a year of four digits, in UTC and in São Paulo. */
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest instant that can be stored, shown and counted in days. */
export function withinCalendar(instant: Date): Date {
  return new Date(Math.min(Math.max(instant.getTime(), FIRST_INSTANT), LAST_INSTANT));
}

/** Whole days from one date to another; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
  return plainDate(from).until(plainDate(to), { largestUnit: 'day' }).days;
}

/** Offsets of São Paulo have been whole minutes since 1914, so no day begins or ends inside one. */
const MINUTE_MS = 60_000;
/** Almost every question is about the minute that just is: asked a hundred times for each order. */
let latest = { minute: Number.NaN, date: '' };

export function saoPauloDateOf(instant: Date): string {
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  if (minute !== latest.minute) {
    const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(SAO_PAULO);
    latest = { minute, date: localDate(local.year, local.month, local.day) };
  }
  return latest.date;
}

/** What a clock in São Paulo shows, to the second, and how many hours it is from UTC. */
export function saoPauloTimeOf(instant: Date): { date: string; time: string; offsetHours: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(SAO_PAULO);
  return {
    date: localDate(local.year, local.month, local.day),
    time: local.toPlainTime().toString({ smallestUnit: 'second' }),
    // Not whole before 1914.
    offsetHours: Math.round(local.offsetNanoseconds / 3_600_000_000_000),
  };
}

/** The first instant of the day: 01:00 on the days when summer time used to begin at midnight. */
export function startOfSaoPauloDay(date: string): Date {
  return new Date(plainDate(date).toZonedDateTime(SAO_PAULO).epochMilliseconds);
}

/** The last millisecond of the day. */
export function endOfSaoPauloDay(date: string): Date {
  const end = plainDate(date).add({ days: 1 }).toZonedDateTime(SAO_PAULO).epochMilliseconds - 1;
  return withinCalendar(new Date(end));
}

/** Reads an ISO date-time without offset as São Paulo time; an hour that happened twice means its first occurrence. */
export function saoPauloDateTime(localDateTimeText: string): Date {
  const match = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?$/.exec(localDateTimeText);
  if (!match || !isLocalDate(match[1] ?? ''))
    throw new RangeError(`not a local date-time: ${JSON.stringify(localDateTimeText)}`);
  const local = Temporal.PlainDateTime.from(localDateTimeText, { overflow: 'reject' });
  return new Date(local.toZonedDateTime(SAO_PAULO, { disambiguation: 'compatible' }).epochMilliseconds);
}

function plainDate(date: string): Temporal.PlainDate {
  if (!isLocalDate(date)) throw new RangeError(`not a local date: ${JSON.stringify(date)}`);
  return Temporal.PlainDate.from(date);
}

function localDate(year: number, month: number, day: number): string {
  if (!Number.isInteger(year) || year < 1 || year > 9999)
    throw new RangeError('dates are limited to the years 1 to 9999');
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
