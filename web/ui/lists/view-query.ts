import { parseQuery, type Query, stringifyQuery } from '../page/address.ts';
import type { Filter } from './filters.ts';
import { nameOfPeriod, PERIOD_NAMES, type PeriodName, periodOf } from './periods.ts';

/** Of where one is in a list, not of what one looks for. */
const NOT_SAVED = new Set(['page', 'lang', 'open']);

const periodsOf = (filters: readonly Filter[]) => filters.filter((filter) => filter.kind === 'period');

/** What is kept of an address: a period that has a name is kept by its name, since "the last 7 days" moves on. */
export function queryToSave(query: Query, filters: readonly Filter[], nowMs: number): string {
  const kept: Record<string, string | readonly string[]> = {};
  for (const [key, value] of Object.entries(query)) if (!NOT_SAVED.has(key)) kept[key] = value;
  for (const { start, end } of periodsOf(filters)) {
    const name = nameOfPeriod({ start: textOf(kept[start]), end: textOf(kept[end]) }, nowMs);
    if (name === null) continue;
    delete kept[end];
    kept[start] = name;
  }
  return stringifyQuery(kept).slice(1);
}

/** The address of a view today. A view that says nothing of a period leaves the one on the screen as it is. */
export function queryOfView(saved: string, current: Query, filters: readonly Filter[], nowMs: number): Query {
  const query: Record<string, string | readonly string[]> = { ...parseQuery(saved) };
  for (const { start, end } of periodsOf(filters)) {
    const text = textOf(query[start]);
    const name = PERIOD_NAMES.find((one): one is PeriodName => one === text);
    if (name) {
      const period = periodOf(name, nowMs);
      query[start] = period.start;
      query[end] = period.end;
    } else if (query[start] === undefined && query[end] === undefined) {
      for (const bound of [start, end]) if (current[bound] !== undefined) query[bound] = current[bound];
    }
  }
  return query;
}

function textOf(value: string | readonly string[] | undefined): string {
  return [value ?? ''].flat()[0] ?? '';
}
