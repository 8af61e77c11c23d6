import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryValues } from '../api/call.ts';
import type { ListOf, TransactionDetails, TransactionList } from '../api/types.ts';

/** To be replaced by the types of the schemas once they are there. */
export type Details = TransactionDetails & {
  failure_reason?: string | null;
  external_id?: unknown;
  retried_by?: unknown;
};
export type Listed = TransactionList['data'][number] & { failure_reason?: string | null; external_id?: unknown };

export interface Delivery {
  id: number;
  webhook_id: number;
  url?: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  last_status_code?: number | null;
  last_duration_ms?: number | null;
}

export interface PaymentEvent {
  id: string;
  event: string;
  created_at: string;
  deliveries: Delivery[];
}

export interface Entry {
  id: number;
  available_at: string;
  posted_at: string;
  kind: string;
  account: 'main' | 'retained';
  amount: number;
  company_id: number;
}

export interface RefundPreview {
  amount: number;
  remaining: number;
  legs: {
    company_id: number;
    name: string;
    amount: number;
    fee_returned: number;
    available: number;
    future: number;
    retention: number;
    /** Null for companies of other merchants. */
    covered: number | null;
  }[];
  covers_others: boolean;
  balance: { before: number; after: number };
}

const MOST_EVENTS = 100;

export const transactionsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['transactions', 'list', query],
    queryFn: ({ signal }) => call<ListOf<Listed>>('/transactions', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'one', id],
    queryFn: ({ signal }) => call<Details>(`/transactions/${id}`, { signal }),
  });

export const transactionEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'one', id, 'events'],
    queryFn: ({ signal }) =>
      call<ListOf<PaymentEvent>>(`/transactions/${id}/events`, { query: { limit: MOST_EVENTS }, signal }),
  });

export const transactionEntriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'one', id, 'entries'],
    queryFn: ({ signal }) =>
      call<ListOf<Entry>>(`/transactions/${id}/entries`, { query: { limit: MOST_EVENTS }, signal }),
  });

export const refundPreviewQuery = (ask: { transactionId: number; kind: 'pix_refund' | 'reversal'; cents: number }) =>
  queryOptions({
    queryKey: ['refund-preview', ask],
    queryFn: ({ signal }) =>
      call<RefundPreview>('/payments/refund/simulate', {
        method: 'POST',
        body: {
          transaction_id: ask.transactionId,
          kind: ask.kind,
          ...(ask.kind === 'pix_refund' ? { amount: ask.cents / 100 } : {}),
        },
        signal,
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
