import { addDays, isBusinessDay, rollToBusinessDay, saoPauloDateTime } from '../../ground/brazil/calendar.rules.ts';

const FIRST_HOUR = '09:00';
/** More days in a row on which banks rest than any calendar has. */
const LONGEST_REST_DAYS = 10;

/** The moment from which the reminders of a day go out, in São Paulo. */
export function remindersBegin(day: string): Date {
  return saoPauloDateTime(`${day}T${FIRST_HOUR}`);
}

/** Whether somebody is reminded on that day of what is due then: days are from the due date, negative before it. */
export function isRemindedOn(day: string, dueDate: string, reminderDays: readonly number[]): boolean {
  return reminderDays.some((days) => rollToBusinessDay(addDays(dueDate, days)) === day);
}

/**
 * All due dates that anybody is reminded of on that day: a reminder on a day on which banks rest moves to the next one
 * on which they work. None on a day on which they rest.
 */
export function dueDatesRemindedOn(day: string, reminderDays: readonly number[]): string[] {
  const moved = daysMovedTo(day);
  return [...new Set(reminderDays.flatMap((days) => moved.map((one) => addDays(one, -days))))].sort();
}

function daysMovedTo(day: string): string[] {
  if (!isBusinessDay(day)) return [];
  const days = [day];
  for (let back = 1; back <= LONGEST_REST_DAYS; back++) {
    const before = addDays(day, -back);
    if (isBusinessDay(before)) break;
    days.push(before);
  }
  return days;
}
