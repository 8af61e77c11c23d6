import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { EveryRefundBody } from '../../../src/doors/operator/money/refunds.routes.ts';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';

export type Refund = Static<typeof EveryRefundBody>;

export const refundsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['refunds', 'list', query],
    queryFn: ({ signal }) => call<ListOf<Refund>>('/refunds', { query, signal }),
    placeholderData: keepPreviousData,
  });

type RefundEnd = 'REFUNDED' | 'REFUSED';

export function settleRefund(
  id: number,
  body: { as: RefundEnd; reason: string },
): Promise<Refund & { list: number | null }> {
  return call(`/refunds/${id}/settle`, { method: 'POST', body });
}
