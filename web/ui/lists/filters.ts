import type { Formats } from '../../i18n/formats.ts';
import type { Messages } from '../../i18n/texts.ts';
import type { Query, QueryChanges } from '../page/address.ts';
import type { ptBr } from '../ui.pt-br.ts';

type UiTexts = Messages<typeof ptBr>;

interface Option {
  value: string;
  label: string;
}

/** One entry is all that a filter of a list needs. Its names in the address are those of the interface. */
export type Filter =
  | { kind: 'choices'; key: string; label: string; options: readonly Option[] }
  | { kind: 'choice'; key: string; label: string; options: readonly Option[] }
  | { kind: 'text'; key: string; label: string; pattern?: RegExp }
  | { kind: 'period'; key: string; label: string; start: string; end: string }
  | { kind: 'amount'; key: string; label: string; start: string; end: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CENTS = /^\d{1,11}$/;

/** The names in the address that belong to a filter. */
export function namesOf(filter: Filter): readonly string[] {
  return 'start' in filter ? [filter.start, filter.end] : [filter.key];
}

/** What the address says for this filter, where it makes sense. */
export function readFilter(filter: Filter, query: Query): Record<string, readonly string[]> {
  const read: Record<string, readonly string[]> = {};
  for (const name of namesOf(filter)) {
    const values = [query[name] ?? []].flat().filter((value) => isSensible(filter, value));
    const kept = filter.kind === 'choices' ? values : values.slice(0, 1);
    if (kept.length > 0) read[name] = kept;
  }
  return read;
}

function isSensible(filter: Filter, value: string): boolean {
  if ('options' in filter) return filter.options.some((option) => option.value === value);
  if (filter.kind === 'period') return DAY.test(value) || !Number.isNaN(Date.parse(value));
  if (filter.kind === 'amount') return CENTS.test(value);
  return filter.pattern?.test(value) ?? true;
}

/** Everything that the interface is asked for, and what was left out because it makes no sense. */
export function readFilters(filters: readonly Filter[], query: Query) {
  const values = Object.assign({}, ...filters.map((filter) => readFilter(filter, query))) as Record<
    string,
    readonly string[]
  >;
  const known = filters.flatMap(namesOf);
  const ignored = known.filter((name) => [query[name] ?? []].flat().length > (values[name]?.length ?? 0));
  return { values, ignored, isFiltered: Object.keys(values).length > 0 };
}

export function clearing(filters: readonly Filter[]): QueryChanges {
  return Object.fromEntries([...filters.flatMap(namesOf), 'q', 'page'].map((name) => [name, null]));
}

/** In words, such as `aguardando, paga`; null when the filter is not set. */
export function describeFilter(filter: Filter, query: Query, t: UiTexts['filters'], formats: Formats): string | null {
  const read = readFilter(filter, query);
  if (Object.keys(read).length === 0) return null;
  if ('options' in filter)
    return (read[filter.key] ?? [])
      .map((value) => filter.options.find((option) => option.value === value)?.label ?? value)
      .join(', ');
  if (filter.kind === 'text') return read[filter.key]?.[0] ?? null;
  const [from, to] = [read[filter.start]?.[0], read[filter.end]?.[0]];
  return filter.kind === 'period' ? describePeriod(from, to, t, formats) : describeAmounts(from, to, t, formats);
}

function describePeriod(
  from: string | undefined,
  to: string | undefined,
  t: UiTexts['filters'],
  { date }: Formats,
): string {
  if (from && to) return from === to ? date(from) : t.between({ from: date(from), to: date(to) });
  return from ? t.since({ date: date(from) }) : t.until({ date: date(to ?? '') });
}

function describeAmounts(
  from: string | undefined,
  to: string | undefined,
  t: UiTexts['filters'],
  { money }: Formats,
): string {
  if (from && to) return t.between({ from: money(Number(from)), to: money(Number(to)) });
  return from ? t.above({ amount: money(Number(from)) }) : t.below({ amount: money(Number(to)) });
}
