import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  Finding as FindingSchema,
  EveryPayout as ListedSchema,
  SeenPayout as SeenSchema,
} from '../../../src/doors/operator/money/payouts.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';

export type Payout = Static<typeof ListedSchema>;
export type SeenPayout = Static<typeof SeenSchema>;
export type Finding = Static<typeof FindingSchema>;

export const payoutsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['payouts', 'list', query],
    queryFn: ({ signal }) => call<ListOf<Payout> & { stands_still: boolean }>('/payouts', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => call<SeenPayout>(`/payouts/${id}`, { signal }),
  });

type PayoutEnd = 'PAID' | 'FAILED';

export function settlePayout(
  id: number,
  body: { as: PayoutEnd; reason: string },
): Promise<SeenPayout & { list: number | null }> {
  return call(`/payouts/${id}/settle`, { method: 'POST', body });
}

export function returnPayout(id: number, body: { amount: number; reason: string }): Promise<SeenPayout> {
  return call(`/payouts/${id}/return`, { method: 'POST', body });
}

export function resumePayouts(reason: string): Promise<{ requested: number; sent: number }> {
  return call('/payouts/resume', { method: 'POST', body: { reason } });
}

export const findingsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['payout-findings', query],
    queryFn: ({ signal }) => call<ListOf<Finding>>('/payout-findings', { query, signal }),
    placeholderData: keepPreviousData,
  });

export function resolveFinding(id: number, reason: string): Promise<Finding> {
  return call(`/payout-findings/${id}/resolve`, { method: 'POST', body: { reason } });
}
