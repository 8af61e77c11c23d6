import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { BalanceFigures } from '../../src/books/ledger/balances.schemas.ts';
import type { Report as ReportSchema } from '../../src/books/reports/reports.schemas.ts';
import type { EstablishmentList } from '../../src/gateway/company-reads/establishments.schemas.ts';
import { call } from '../api/call.ts';
import type { TransactionList } from '../api/types.ts';
import type { Period } from '../ui/lists/periods.ts';

export type Report = Static<typeof ReportSchema>;

const LATEST = 8;
const MOST_LISTED = 100;
/** No figure of the first steps changes by the second. */
const STEPS_STALE_MS = 60_000;

export const reportQuery = (period: Period, basis: 'paid' | 'created', companyId: string | undefined) => {
  const query = { from: period.start, to: period.end, basis, company_id: companyId };
  return queryOptions({
    queryKey: ['reports', 'payments', query],
    queryFn: ({ signal }) => call<Report>('/reports/payments', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const balanceQuery = (companyIds: readonly number[]) =>
  queryOptions({
    queryKey: ['balances', 'sum', companyIds],
    queryFn: ({ signal }) =>
      call<Static<typeof BalanceFigures>>('/balance/list', { method: 'POST', body: { companyIds }, signal }),
    enabled: companyIds.length > 0,
  });

export const latestQuery = (companyId: string | undefined) => {
  const query = { limit: LATEST, company_id: companyId };
  return queryOptions({
    queryKey: ['transactions', 'list', query],
    queryFn: ({ signal }) => call<TransactionList>('/transactions', { query, signal }),
  });
};

export const companiesQuery = queryOptions({
  queryKey: ['companies', 'list', { limit: MOST_LISTED }],
  queryFn: ({ signal }) =>
    call<Static<typeof EstablishmentList>>('/companies', { query: { limit: MOST_LISTED }, signal }),
  staleTime: STEPS_STALE_MS,
});
