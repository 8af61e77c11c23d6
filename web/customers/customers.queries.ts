import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  CustomerList as CustomerListSchema,
  CustomerWithTotals as CustomerWithTotalsSchema,
} from '../../src/gateway/customers/customers.schemas.ts';
import { call, type QueryValues } from '../api/call.ts';
import type { TransactionList } from '../api/types.ts';

type CustomerList = Static<typeof CustomerListSchema>;
export type Customer = CustomerList['data'][number];
export type CustomerWithTotals = Static<typeof CustomerWithTotalsSchema>;

export const customersQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['customers', 'list', query],
    queryFn: ({ signal }) => call<CustomerList>('/customers', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call<CustomerWithTotals>(`/customers/${id}`, { signal }),
  });

export const customerPaymentsQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['transactions', 'list', query],
    queryFn: ({ signal }) => call<TransactionList>('/transactions', { query, signal }),
    placeholderData: keepPreviousData,
  });
