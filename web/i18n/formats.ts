import { type Language, useLanguage } from './language.tsx';

/** Whatever the browser says: days, due dates and settlements are those of São Paulo. */
const ZONE = 'America/Sao_Paulo';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RELATIVE_MS = 7 * DAY_MS;
/** From so many of the smaller unit on, the larger one says it better. */
const MOST_HOURS = 48;
const MOST_MINUTES = 90;

export interface Formats {
  /** From cents: `R$ 1.234,56`, with a space that does not break. */
  money(cents: number): string;
  /** Short and rounded, for the axis of a chart: `R$ 1,2 mil`. */
  roughMoney(cents: number): string;
  number(value: number): string;
  /** From a share of one: `87,4%`. */
  percent(share: number): string;
  /** From hundredths of a percent, all of them: `2%`, `0,33%`. */
  exactPercent(hundredths: number): string;
  /** `15/11/2026`, from an instant or from a day as `2026-11-15`. */
  date(value: string): string;
  /** `15/11`, from a day. */
  dayAndMonth(day: string): string;
  /** `domingo, 15 de novembro de 2026`, from a day. */
  longDay(day: string): string;
  /** `domingo`, `quinta`, from a day. */
  weekday(day: string): string;
  /** `15/11/2026 01:59`. */
  dateTime(instant: string): string;
  /** With seconds and the zone. */
  exact(instant: string): string;
  time(instant: string): string;
  /** In its largest unit, without a fraction: `26 horas`, `3 dias`. */
  duration(seconds: number): string;
  /** `340 ms`. */
  milliseconds(value: number): string;
  /** `há 3 minutos` up to a week away, then the date. */
  relative(instant: string, nowMs: number): string;
}

const made = new Map<Language, Formats>();

export function formatsOf(language: Language): Formats {
  const known = made.get(language);
  if (known) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

export function useFormats(): Formats {
  return formatsOf(useLanguage().language);
}

function createFormats(language: Language): Formats {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  const rough = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const exactPercent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const formatter = (options: Intl.DateTimeFormatOptions, timeZone = ZONE) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
  const date = formatter(day);
  const calendarDay = formatter(day, 'UTC');
  const dayAndMonth = formatter({ day: '2-digit', month: '2-digit' }, 'UTC');
  const longDay = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, 'UTC');
  const weekday = formatter({ weekday: 'long' }, 'UTC');
  const time = formatter(clock);
  const exact = formatter({ ...day, ...clock, second: '2-digit', timeZoneName: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const unit = (name: string, unitDisplay: 'long' | 'short' = 'long') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 0 });
  const [seconds, minutes, hours, days] = [unit('second'), unit('minute'), unit('hour'), unit('day')];
  const milliseconds = unit('millisecond', 'short');
  const formats: Formats = {
    money: (cents) => money.format(cents / 100),
    roughMoney: (cents) => rough.format(cents / 100),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    exactPercent: (hundredths) => exactPercent.format(hundredths / 10_000),
    date: (value) => (value.length === 10 ? calendarDay : date).format(new Date(value)),
    dayAndMonth: (day) => dayAndMonth.format(new Date(day)),
    longDay: (day) => longDay.format(new Date(day)),
    // People say the first word of quinta-feira alone.
    weekday: (day) => weekday.format(new Date(day)).replace('-feira', ''),
    dateTime: (instant) => `${date.format(new Date(instant))} ${time.format(new Date(instant))}`,
    exact: (instant) => exact.format(new Date(instant)),
    time: (instant) => time.format(new Date(instant)),
    milliseconds: (value) => milliseconds.format(value),
    duration(all) {
      const ms = all * 1_000;
      if (ms < MINUTE_MS) return seconds.format(Math.floor(all));
      if (ms < MOST_MINUTES * MINUTE_MS) return minutes.format(Math.floor(ms / MINUTE_MS));
      return ms < MOST_HOURS * HOUR_MS ? hours.format(Math.floor(ms / HOUR_MS)) : days.format(Math.floor(ms / DAY_MS));
    },
    relative(instant, nowMs) {
      const awayMs = new Date(instant).getTime() - nowMs;
      const size = Math.abs(awayMs);
      if (size >= RELATIVE_MS) return formats.dateTime(instant);
      if (size >= DAY_MS) return relative.format(Math.round(awayMs / DAY_MS), 'day');
      if (size >= HOUR_MS) return relative.format(Math.round(awayMs / HOUR_MS), 'hour');
      if (size >= MINUTE_MS) return relative.format(Math.round(awayMs / MINUTE_MS), 'minute');
      return relative.format(0, 'second');
    },
  };
  return formats;
}
