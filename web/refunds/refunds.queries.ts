import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  RefundDetails as RefundDetailsSchema,
  RefundList as RefundListSchema,
} from '../../src/gateway/refunds/refunds.schemas.ts';
import { call, type QueryValues } from '../api/call.ts';

type RefundList = Static<typeof RefundListSchema>;
export type ListedRefund = RefundList['data'][number];
export type RefundDetails = Static<typeof RefundDetailsSchema>;

/** The acquirer answers within seconds; then the page shows it. */
const ASK_AGAIN_MS = 5_000;

export const refundsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['refunds', 'list', query],
    queryFn: ({ signal }) => call<RefundList>('/refunds', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'PROCESSING') ? ASK_AGAIN_MS : false,
  });

export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: ['refunds', 'one', id],
    queryFn: ({ signal }) => call<RefundDetails>(`/refunds/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? ASK_AGAIN_MS : false),
  });
