import {
  addDays,
  isBusinessDay,
  saoPauloDateOf,
  saoPauloDateTime,
  type TimeOfDay,
} from '../../../ground/brazil/calendar.rules.ts';

/** Longer than any run of days without a bank. */
const MOST_DAYS_BACK = 10;

/**
 * The business day whose file is due now; null: none is. What nobody made in time is made up for on the next business
 * day, whatever the hour, and one file makes up for all that were missed. An account that has never sent begins with
 * the next time that comes.
 */
export function sendDayDue(now: Date, sendAt: TimeOfDay, sentOn: string | null): string | null {
  const today = saoPauloDateOf(now);
  if (!isBusinessDay(today)) return null;
  const isTimeOf = (day: string) => now >= saoPauloDateTime(`${day}T${clockOf(sendAt)}`);
  if (sentOn === null) return isTimeOf(today) ? today : null;
  for (let back = 0; back <= MOST_DAYS_BACK; back += 1) {
    const day = addDays(today, -back);
    if (day <= sentOn) return null;
    if (isBusinessDay(day) && isTimeOf(day)) return day;
  }
  return null;
}

function clockOf({ hour, minute }: TimeOfDay): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
