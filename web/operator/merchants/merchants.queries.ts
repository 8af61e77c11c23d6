import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  MerchantList as MerchantListSchema,
  Merchant as MerchantSchema,
} from '../../../src/doors/operator/merchants/merchants.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';

type MerchantList = Static<typeof MerchantListSchema>;
export type ListedMerchant = MerchantList['data'][number];
export type Merchant = Static<typeof MerchantSchema>;
export type Person = Merchant['users'][number];

/** Shown once, to be given to the person. */
export interface LinkOnce {
  url: string;
  expires_at: string;
}

export const merchantsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['merchants', 'list', query],
    queryFn: ({ signal }) => call<MerchantList>('/merchants', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const merchantQuery = (id: string) =>
  queryOptions({
    queryKey: ['merchants', 'one', id],
    queryFn: ({ signal }) => call<Merchant>(`/merchants/${id}`, { signal }),
  });
