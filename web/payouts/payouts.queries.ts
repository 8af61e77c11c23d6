import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { BalanceFigures } from '../../src/books/ledger/balances.schemas.ts';
import type { OwnEntries as EntriesSchema } from '../../src/books/ledger/statement/statement.schemas.ts';
import type {
  PayoutDetails as DetailsSchema,
  PayoutList as ListSchema,
  PayoutPreview as PreviewSchema,
} from '../../src/gateway/payouts/interface/payouts.schemas.ts';
import { call, type QueryValues } from '../api/call.ts';

type PayoutList = Static<typeof ListSchema>;
export type ListedPayout = PayoutList['data'][number];
export type PayoutDetails = Static<typeof DetailsSchema>;
export type PayoutPreview = Static<typeof PreviewSchema>;
type Balance = Static<typeof BalanceFigures>;
type Entries = Static<typeof EntriesSchema>;

export interface PayoutAsked {
  company_id: number;
  destination_id: number;
  amount: number;
}

/** The bank answers within seconds; then the page shows it. */
const ASK_AGAIN_MS = 5_000;
const MOST_ENTRIES = 100;
/** Ends without anybody here. */
const MOVING = new Set<ListedPayout['status']>(['REQUESTED', 'SENT']);

export const payoutsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['payouts', 'list', query],
    queryFn: ({ signal }) => call<PayoutList>('/payouts', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => MOVING.has(status)) ? ASK_AGAIN_MS : false),
  });

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => call<PayoutDetails>(`/payouts/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && MOVING.has(state.data.status) ? ASK_AGAIN_MS : false),
  });

/** Asked for anew with each step of the payout: a step and its entries are written together. */
export const payoutEntriesQuery = ({ id, history }: Pick<PayoutDetails, 'id' | 'history'>) =>
  queryOptions({
    queryKey: ['payouts', 'one', String(id), 'entries', history.length],
    queryFn: ({ signal }) => call<Entries>(`/payouts/${id}/entries`, { query: { limit: MOST_ENTRIES }, signal }),
    placeholderData: keepPreviousData,
  });

/** Nothing is written by it. */
export const payoutPreviewQuery = (asked: PayoutAsked) =>
  queryOptions({
    queryKey: ['payouts', 'simulate', asked],
    queryFn: ({ signal }) => call<PayoutPreview>('/payouts/simulate', { method: 'POST', body: asked, signal }),
    retry: false,
    staleTime: 0,
  });

export const balanceQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['balances', 'sum', [companyId]],
    queryFn: ({ signal }) =>
      call<Balance>('/balance/list', { method: 'POST', body: { companyIds: [companyId] }, signal }),
  });

/** What a payout changes. */
export const TOUCHED = ['payouts', 'balances', 'statement'];
