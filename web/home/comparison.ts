import { addDays, type Period } from '../ui/lists/periods.ts';

const DAY_MS = 86_400_000;

/** As many days, just before. */
export function periodBefore({ start, end }: Period): Period {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  return { start: addDays(start, -days), end: addDays(start, -1) };
}

/** How a figure changed, as a share of what it was; null when it was nothing, so that no share can say it. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

/** Paid ÷ (paid + failed or expired): who may still pay counts neither way. Null while nothing is over. */
export function conversionOf(figures: { approved_count: number; failed_count: number }): number | null {
  const finished = figures.approved_count + figures.failed_count;
  return finished === 0 ? null : figures.approved_count / finished;
}

/** Who may still pay: a share says nothing about them, so they are told beside it. */
export function openOf(figures: { count: number; approved_count: number; failed_count: number }): number {
  return Math.max(0, figures.count - figures.approved_count - figures.failed_count);
}

export function averageOf(figures: { approved_count: number; approved_amount: number }): number {
  return figures.approved_count === 0 ? 0 : Math.round(figures.approved_amount / figures.approved_count);
}

/** Every day of a period, also those on which nothing happened. */
export function daysOf({ start, end }: Period): readonly string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}
