import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  ListedComparison as ListedSchema,
  SeenComparison as SeenSchema,
} from '../../../src/doors/operator/money/comparisons.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';

export type Comparison = Static<typeof ListedSchema>;
export type SeenComparison = Static<typeof SeenSchema>;

/** Whoever compares takes its turn within a minute. */
const ASK_AGAIN_MS = 5_000;

export const comparisonsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['comparisons', 'list', query],
    queryFn: ({ signal }) => call<ListOf<Comparison>>('/comparisons', { query, signal }),
    placeholderData: keepPreviousData,
  });

const pathOf = (acquirer: string, day: string) =>
  `/comparisons/${encodeURIComponent(acquirer)}/${encodeURIComponent(day)}`;

export const comparisonQuery = (acquirer: string, day: string) =>
  queryOptions({
    queryKey: ['comparisons', 'one', acquirer, day],
    queryFn: ({ signal }) => call<SeenComparison>(pathOf(acquirer, day), { signal }),
    refetchInterval: ({ state }) => (state.data?.is_asked ? ASK_AGAIN_MS : false),
  });

export function compareAgain({ name, day }: Pick<Comparison, 'name' | 'day'>, reason: string): Promise<Comparison> {
  return call(`${pathOf(name, day)}/compare-again`, { method: 'POST', body: { reason } });
}
