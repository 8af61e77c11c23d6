import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { countQuery, waitingApprovalsQuery } from '../api/attention.ts';
import { type Destination, destinationsQuery, type PayoutSchedule, scheduleQuery } from '../api/payouts.ts';
import { useCan, useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { IconAlertTriangle, IconSend } from '../ui/page/icons.ts';
import { useHomeTexts } from './home.texts.ts';
import { aDayAgo, type Matter, type Matters } from './matters.ts';

/** Two questions for each: beyond this, one establishment is to be chosen. */
const MOST_COMPANIES = 12;

/** What of money out waits for a person, for those who may do something about it. */
export function usePayoutMatters(companyId: string | undefined): Matters {
  const { attention: t } = useHomeTexts();
  const { dayAndMonth } = useFormats();
  const enabled = useCan('payout');
  const companies = useCompanies(companyId);
  const waiting = companyId
    ? countQuery('/payouts', { status: 'AWAITING_APPROVAL', company_id: companyId })
    : waitingApprovalsQuery;
  const approvals = useQuery({ ...waiting, enabled });
  const old = useQuery({
    ...countQuery('/payouts', { status: 'SENT', company_id: companyId, createdAtEnd: aDayAgo() }),
    enabled,
  });
  const destinations = useQueries({ queries: companies.map(({ id }) => ({ ...destinationsQuery(id), enabled })) });
  const schedules = useQueries({ queries: companies.map(({ id }) => ({ ...scheduleQuery(id), enabled })) });
  const matters: Matter[] = [];
  if (approvals.data)
    matters.push({
      key: 'approvals',
      text: t.approvals({ count: approvals.data }),
      to: '/payouts',
      query: { status: 'AWAITING_APPROVAL' },
      icon: IconSend,
    });
  if (old.data)
    matters.push({
      key: 'old payouts',
      text: t.oldPayouts({ count: old.data }),
      to: '/payouts',
      query: { status: 'SENT' },
      icon: IconAlertTriangle,
    });
  for (const [index, { id, name }] of companies.entries()) {
    const about = { to: `/companies/${id}`, query: { tab: 'destinations' }, icon: IconAlertTriangle };
    if (hasBlocked(destinations[index])) matters.push({ ...about, key: `blocked ${id}`, text: t.blocked({ name }) });
    const run = runNotMade(schedules[index]);
    if (run)
      matters.push({
        ...about,
        key: `schedule ${id}`,
        text: t.notScheduled({ name, day: dayAndMonth(run.day) }),
        // There was little money: the next run comes by itself.
        isCalm: run.reason === 'PAYOUT_BELOW_MINIMUM',
      });
  }
  const queries = [approvals, old, ...destinations, ...schedules];
  return {
    matters,
    isLoading: queries.some((query) => query.isLoading),
    error: queries.find((query) => query.error)?.error ?? null,
    refetch: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

function useCompanies(companyId: string | undefined) {
  const { companies } = useSession();
  const chosen = companies.filter(({ id }) => companyId === undefined || String(id) === companyId);
  return chosen.length > MOST_COMPANIES ? [] : chosen;
}

function hasBlocked(answer: UseQueryResult<readonly Destination[]> | undefined): boolean {
  return answer?.data?.some(({ status }) => status === 'BLOCKED') ?? false;
}

/** The last run of a schedule that is still there, where nothing went out. */
function runNotMade(answer: UseQueryResult<PayoutSchedule> | undefined) {
  const schedule = answer?.data;
  const last = schedule?.runs[0];
  return schedule && schedule.rhythm !== 'manual' && last?.payout_id === null ? last : null;
}
