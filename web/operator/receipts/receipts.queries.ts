import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  ListedReceipt as ListedSchema,
  SeenReceipt as SeenSchema,
} from '../../../src/doors/operator/money/receipts.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';
import type { ListOf } from '../../api/types.ts';

export type Receipt = Static<typeof ListedSchema>;
export type SeenReceipt = Static<typeof SeenSchema>;

export const receiptsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['receipts', 'list', query],
    queryFn: ({ signal }) => call<ListOf<Receipt>>('/receipts', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: ({ signal }) => call<SeenReceipt>(`/receipts/${id}`, { signal }),
  });

/** What is done about one: its money is a transaction's, goes into the books, or was dealt with elsewhere. */
type Act = { act: 'bind'; transaction_id: number } | { act: 'book'; from: string; to: string } | { act: 'close' };

export function actOnReceipt(id: number, reason: string, { act, ...body }: Act): Promise<SeenReceipt> {
  return call(`/receipts/${id}/${act}`, { method: 'POST', body: { ...body, reason } });
}

/** What is in the books of it less what should be: positive where somebody gets it. */
export function missingOf({ amount, refunded_amount, booked_amount }: Receipt): number {
  return amount - refunded_amount - booked_amount;
}
