import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  FoundPayments as FoundSchema,
  RevealedPayer as RevealedSchema,
  SeenPayment as SeenSchema,
} from '../../../src/doors/operator/payments/payments.schemas.ts';
import { call } from '../../api/call.ts';

export type FoundPayment = Static<typeof FoundSchema>['data'][number];
export type SeenPayment = Static<typeof SeenSchema>;
export type RevealedPayer = Static<typeof RevealedSchema>;

export const foundPaymentsQuery = (q: string) =>
  queryOptions({
    queryKey: ['payments', 'found', q],
    queryFn: ({ signal }) => call<Static<typeof FoundSchema>>('/payments', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => call<SeenPayment>(`/payments/${id}`, { signal }),
  });

export function revealPayer(id: number, reason: string): Promise<RevealedPayer> {
  return call<RevealedPayer>(`/payments/${id}/reveal`, { method: 'POST', body: { reason } });
}
