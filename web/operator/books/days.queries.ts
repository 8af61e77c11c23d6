import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Fees as FeesSchema, TrialBalance } from '../../../src/doors/operator/books/days.schemas.ts';
import { call, type QueryValues } from '../../api/call.ts';

export type TrialLine = Static<typeof TrialBalance>['data'][number];
export type Fees = Static<typeof FeesSchema>;
export type FeeLine = Fees['data'][number];

export const trialQuery = (day: string) =>
  queryOptions({
    queryKey: ['trial-balance', day],
    queryFn: ({ signal }) =>
      call<Static<typeof TrialBalance>>('/trial-balance', { query: { from: day, to: day }, signal }),
    placeholderData: keepPreviousData,
  });

export const feesQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['fees', query],
    queryFn: ({ signal }) => call<Fees>('/fees', { query, signal }),
    placeholderData: keepPreviousData,
  });
