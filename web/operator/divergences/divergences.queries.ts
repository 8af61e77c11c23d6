import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';
import type { Divergence } from '../../ui/divergences/divergences.queries.ts';

export interface OwnedDivergence extends Divergence {
  merchant_id: number;
  acquirer: string | null;
  booked_by: string | null;
  booking_reason: string | null;
}

export const divergencesQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['divergences', 'list', query],
    queryFn: ({ signal }) => call<ListOf<OwnedDivergence>>('/divergences', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** What is put into the books, from whom to whom. */
export interface Booking {
  from: string;
  to: string;
  reason: string;
}

export function bookDivergence(id: number, body: Booking): Promise<{ booked_amount: number }> {
  return call(`/divergences/${id}/book`, { method: 'POST', body });
}
