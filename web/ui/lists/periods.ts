/** Days of São Paulo, as `2026-11-15`. */
export interface Period {
  start: string;
  end: string;
}

export type PeriodName = 'today' | 'last7' | 'last30' | 'thisMonth' | 'lastMonth';
export const PERIOD_NAMES: readonly PeriodName[] = ['today', 'last7', 'last30', 'thisMonth', 'lastMonth'];

const DAY_MS = 86_400_000;
/** São Paulo has no summer time any more. */
const OFFSET_MS = 3 * 3_600_000;

export function dayOf(nowMs: number): string {
  return new Date(nowMs - OFFSET_MS).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function periodOf(name: PeriodName, nowMs: number): Period {
  const today = dayOf(nowMs);
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (name) {
    case 'today':
      return { start: today, end: today };
    case 'last7':
      return { start: addDays(today, -6), end: today };
    case 'last30':
      return { start: addDays(today, -29), end: today };
    case 'thisMonth':
      return { start: firstOfMonth, end: today };
    case 'lastMonth': {
      const end = addDays(firstOfMonth, -1);
      return { start: `${end.slice(0, 8)}01`, end };
    }
  }
}

/** The named period that these days are today, if any. */
export function nameOfPeriod({ start, end }: Partial<Period>, nowMs: number): PeriodName | null {
  return (
    PERIOD_NAMES.find((name) => {
      const period = periodOf(name, nowMs);
      return period.start === start && period.end === end;
    }) ?? null
  );
}
