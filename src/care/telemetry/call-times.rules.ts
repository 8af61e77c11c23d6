/** The upper ends of what is counted together, in milliseconds: from a cached answer to the longest that is waited. */
const ENDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000];
const HOUR_MS = 3_600_000;
const HOURS_KEPT = 24;

export interface HourOfCalls {
  /** Which hour since 1970. */
  hour: number;
  /** By place in `ENDS_MS`; the last is for all that took longer. */
  counts: number[];
  unanswered: number;
}

export interface TimedCalls {
  calls: number;
  unanswered: number;
  /** The end of the stretch in which half of them, and 95 of 100, had an answer; null: longer than any. */
  p50Ms: number | null;
  p95Ms: number | null;
}

const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR_MS);

/** The list with one call more; hours of more than a day ago leave it. The current hour is counted in place. */
export function addCall(hours: HourOfCalls[], call: { at: Date; ms: number; isAnswered: boolean }): HourOfCalls[] {
  const hour = hourOf(call.at);
  const last = hours.at(-1);
  const current = last?.hour === hour ? last : { hour, counts: new Array(ENDS_MS.length + 1).fill(0), unanswered: 0 };
  const place = ENDS_MS.findIndex((end) => call.ms <= end);
  current.counts[place < 0 ? ENDS_MS.length : place] = (current.counts[place < 0 ? ENDS_MS.length : place] ?? 0) + 1;
  if (!call.isAnswered) current.unanswered += 1;
  return last === current ? hours : [...hours.filter((known) => known.hour > hour - HOURS_KEPT), current];
}

export function sumOfHours(hours: readonly HourOfCalls[], now: Date): TimedCalls | null {
  const kept = hours.filter(({ hour }) => hour > hourOf(now) - HOURS_KEPT);
  const counts = kept.reduce<number[]>(
    (sums, hour) => sums.map((sum, place) => sum + (hour.counts[place] ?? 0)),
    new Array(ENDS_MS.length + 1).fill(0),
  );
  const calls = counts.reduce((sum, count) => sum + count, 0);
  if (calls === 0) return null;
  return {
    calls,
    unanswered: kept.reduce((sum, { unanswered }) => sum + unanswered, 0),
    p50Ms: endOf(counts, calls * 0.5),
    p95Ms: endOf(counts, calls * 0.95),
  };
}

function endOf(counts: readonly number[], wanted: number): number | null {
  let sum = 0;
  for (const [place, count] of counts.entries()) {
    sum += count;
    if (sum >= wanted) return ENDS_MS[place] ?? null;
  }
  return null;
}
