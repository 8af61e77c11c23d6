import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { DestinationList } from '../../src/gateway/destinations/destinations.schemas.ts';
import type {
  PayoutTermsAnswer,
  PayoutSchedule as ScheduleSchema,
} from '../../src/gateway/payouts/schedule/payout-schedule.schemas.ts';
import { call } from './call.ts';

export type Destination = Static<typeof DestinationList>['data'][number];
export type PayoutSchedule = Static<typeof ScheduleSchema>;
export type PayoutTerms = Static<typeof PayoutTermsAnswer>;

/** What becomes of payouts changes all of these: a destination may be blocked by one, a limit used up. */
export const destinationsQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['payouts', 'destinations', companyId],
    queryFn: async ({ signal }) =>
      (await call<Static<typeof DestinationList>>(`/companies/${companyId}/destinations`, { signal })).data,
  });

export const scheduleQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['payouts', 'schedule', companyId],
    queryFn: ({ signal }) => call<PayoutSchedule>(`/companies/${companyId}/payout-schedule`, { signal }),
  });

export const payoutTermsQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['payouts', 'terms', companyId],
    queryFn: ({ signal }) => call<PayoutTerms>(`/companies/${companyId}/payout-terms`, { signal }),
  });

/** The largest that could be asked for now, the fee left aside; what falls due later may still make it less. */
export function mostToPayOut(available: number, { fee, limit, day_limit, day_used }: PayoutTerms): number {
  const room = [available - fee, limit, day_limit === null ? null : day_limit - day_used];
  return Math.max(0, Math.min(...room.filter((cents) => cents !== null)));
}
