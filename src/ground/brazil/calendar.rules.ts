import { Temporal } from 'temporal-polyfill';
import { isLocalDate, localDate } from './local-dates.rules.ts';

/** What a clock in São Paulo shows. What knows no clock stands apart: a browser can have it without the library. */
export {
  addBusinessDays,
  addDays,
  bankHolidays,
  daysBefore,
  daysBetween,
  easterSunday,
  isBusinessDay,
  isLastOfMonth,
  isLocalDate,
  nextBusinessDay,
  rollToBusinessDay,
  weekdayOf,
} from './local-dates.rules.ts';

const SAO_PAULO = 'America/Sao_Paulo';

/** On any day, in São Paulo. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** Between these every instant has a year of four digits, in UTC and in São Paulo. */
const FIRST_INSTANT = Date.parse('0001-01-02T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest instant that can be stored, shown and counted in days. */
export function withinCalendar(instant: Date): Date {
  return new Date(Math.min(Math.max(instant.getTime(), FIRST_INSTANT), LAST_INSTANT));
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

/** Boletos of one hour mostly end on the same day. */
let latestEnd = { date: '', endsAt: Number.NaN };

/** The last millisecond of the day. */
export function endOfSaoPauloDay(date: string): Date {
  if (date !== latestEnd.date) {
    const nextDay = plainDate(date).add({ days: 1 }).toZonedDateTime(SAO_PAULO);
    latestEnd = { date, endsAt: nextDay.epochMilliseconds - 1 };
  }
  return withinCalendar(new Date(latestEnd.endsAt));
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
