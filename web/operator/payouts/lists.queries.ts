import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Payout } from './payouts.queries.ts';

export interface PayoutLists {
  waiting: { acquirer: string; count: number; amount: number }[];
  lists: MadeList[];
}

export interface MadeList {
  acquirer: string;
  number: number;
  made_at: string;
  count: number;
  amount: number;
}

export interface ListLine {
  payout_id: number | null;
  refund_id: number | null;
  company_id: number | null;
  amount: number;
  reference: string;
  status: string | null;
  destination: Payout['destination'] | null;
}

export const listsQuery = queryOptions({
  queryKey: ['payout-lists'],
  queryFn: ({ signal }) => call<PayoutLists>('/payout-lists', { signal }),
});

export const listQuery = (acquirer: string, number: string) =>
  queryOptions({
    queryKey: ['payout-lists', acquirer, number],
    queryFn: ({ signal }) =>
      call<{ acquirer: string; number: number; lines: ListLine[] }>(
        `/payout-lists/${encodeURIComponent(acquirer)}/${encodeURIComponent(number)}`,
        { signal },
      ),
  });

export interface ExportedList {
  list: number | null;
  count: number;
  amount: number;
  unpayable: number;
  file_name: string;
  csv: string;
}

/** The next list, or one that was made before once more. */
export function exportList(body: { acquirer: string; again?: number; reason: string }): Promise<ExportedList> {
  return call('/payout-lists', { method: 'POST', body });
}
