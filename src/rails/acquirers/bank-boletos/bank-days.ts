import { isLocalDate, startOfSaoPauloDay } from '../../../ground/brazil/calendar.rules.ts';
import { foreignInstant } from '../foreign-json.ts';

const DAY = /^\d{4}-\d{2}-\d{2}/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;

/** The day that a bank's text begins with, `YYYY-MM-DD`; null where it begins with none. */
export function bankDay(text: string): string | null {
  const [day] = DAY.exec(text) ?? [];
  return day !== undefined && isLocalDate(day) ? day : null;
}

/** When something happened, where a bank tells the day or the instant: of a day its beginning in São Paulo. */
export function bankMoment(text: string): Date | null {
  if (WITH_ZONE.test(text)) return Number.isNaN(Date.parse(text)) ? null : foreignInstant(text);
  const day = bankDay(text);
  return day === null ? null : startOfSaoPauloDay(day);
}
