import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { DivergenceBody, DivergenceList } from '../../../src/gateway/divergences/divergences.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';

export type Divergence = Static<typeof DivergenceBody>;

export const divergencesQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['divergences', 'list', query],
    queryFn: ({ signal }) => call<Static<typeof DivergenceList>>('/divergences', { query, signal }),
    placeholderData: keepPreviousData,
  });

export function resolveDivergence(id: number, resolution: string): Promise<Divergence> {
  return call<Divergence>(`/divergences/${id}/resolve`, { method: 'POST', body: { resolution } });
}
