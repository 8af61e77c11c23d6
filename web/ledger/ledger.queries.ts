import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { BalanceFigures } from '../../src/books/ledger/balances.schemas.ts';
import type { Statement as StatementSchema } from '../../src/books/ledger/statement/statement.schemas.ts';
import type {
  EstablishmentList,
  Establishment as EstablishmentSchema,
} from '../../src/gateway/company-reads/establishments.schemas.ts';
import { call, type QueryValues } from '../api/call.ts';

export type Balance = Static<typeof BalanceFigures>;
export type Statement = Static<typeof StatementSchema>;
export type Entry = Statement['data'][number];
export interface CompanyBalance {
  id: number;
  name: string;
  balance: Balance;
}

export const companiesQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['balances', 'companies', query],
    queryFn: ({ signal }) => call<Static<typeof EstablishmentList>>('/companies', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: ['balances', 'company', id],
    queryFn: ({ signal }) => call<Static<typeof EstablishmentSchema>>(`/companies/${id}`, { signal }),
  });

export const totalQuery = (companyIds: readonly number[]) =>
  queryOptions({
    queryKey: ['balances', 'sum', companyIds],
    queryFn: ({ signal }) => call<Balance>('/balance/list', { method: 'POST', body: { companyIds }, signal }),
  });

export const statementPath = (companyId: number) => `/companies/${companyId}/statement`;

export const statementQuery = (companyId: number, query: QueryValues) =>
  queryOptions({
    queryKey: ['balances', 'statement', companyId, query],
    queryFn: ({ signal }) => call<Statement>(statementPath(companyId), { query, signal }),
    placeholderData: keepPreviousData,
  });
