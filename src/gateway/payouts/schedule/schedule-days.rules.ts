import { addDays, isLastOfMonth, rollToBusinessDay, weekdayOf } from '../../../ground/brazil/local-dates.rules.ts';

export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const;

/** On which days a schedule runs. */
export interface ScheduleDays {
  rhythm: (typeof RHYTHMS)[number];
  /** Of the week, 1 is Monday, or of the month; null for every day. */
  day: number | null;
}

/** Banks are never closed for so long. */
const LONGEST_CLOSURE_DAYS = 7;

/**
 * The first run on that date or later. A day on which banks do not work moves to the next one on which they do; of a
 * short month the last day stands for those that it does not have.
 */
export function firstRunFrom(days: ScheduleDays, date: string): string {
  // What is due on a holiday before that date may have moved past it.
  for (let due = addDays(date, -LONGEST_CLOSURE_DAYS); ; due = addDays(due, 1)) {
    if (!isDueOn(days, due)) continue;
    const run = rollToBusinessDay(due);
    if (run >= date) return run;
  }
}

function isDueOn({ rhythm, day }: ScheduleDays, date: string): boolean {
  if (rhythm === 'daily') return true;
  if (rhythm === 'weekly') return weekdayOf(date) === day;
  const dayOfMonth = Number(date.slice(-2));
  return dayOfMonth === day || (dayOfMonth < (day as number) && isLastOfMonth(date));
}

export function firstRunAfter(days: ScheduleDays, date: string): string {
  return firstRunFrom(days, addDays(date, 1));
}

/** The next so many, from one on. */
export function runsFrom(days: ScheduleDays, first: string, count: number): string[] {
  const runs = [first];
  while (runs.length < count) runs.push(firstRunAfter(days, runs.at(-1) as string));
  return runs;
}
