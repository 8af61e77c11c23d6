import { queryOptions, useQueries } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { StatementDaysBody } from '../../src/books/ledger/statement/statement.schemas.ts';
import { addDays, dayOf } from '../ui/lists/periods.ts';
import { businessNow } from '../ui/values/business-clock.ts';
import { call } from './call.ts';

type StatementDays = Static<typeof StatementDaysBody>;

export const AGENDA_DAYS = 30;
/** One question for each: beyond this, one establishment is to be chosen. */
const MOST_COMPANIES = 12;

export interface AgendaDay {
  date: string;
  amount: number;
  /** Only those to whom the day brings or takes something. */
  parts: readonly { companyId: number; amount: number }[];
}

const agendaQuery = (companyId: number, from: string, to: string) =>
  queryOptions({
    queryKey: ['balances', 'agenda', companyId, from, to],
    queryFn: ({ signal }) =>
      call<StatementDays>(`/companies/${companyId}/statement/days`, { query: { from, to }, signal }),
  });

export interface Agenda {
  days: readonly AgendaDay[] | undefined;
  error: Error | null;
  isTooWide: boolean;
  refetch: () => void;
}

/** What becomes available on each of the next days, from tomorrow on. */
export function useAgenda(companyIds: readonly number[]): Agenda {
  const today = dayOf(businessNow());
  const [from, to] = [addDays(today, 1), addDays(today, AGENDA_DAYS)];
  const isTooWide = companyIds.length > MOST_COMPANIES;
  const asked = isTooWide ? [] : companyIds;
  return useQueries({
    queries: asked.map((companyId) => agendaQuery(companyId, from, to)),
    combine: (answers) => {
      const known = answers.flatMap(({ data }) => (data ? [data] : []));
      return {
        days: asked.length > 0 && known.length === asked.length ? addUpDays(known) : undefined,
        error: answers.find(({ error }) => error)?.error ?? null,
        isTooWide,
        refetch: () => answers.forEach(({ refetch }) => void refetch()),
      };
    },
  });
}

/** All answers are about the same days. */
export function addUpDays(answers: readonly Pick<StatementDays, 'company_id' | 'data'>[]): AgendaDay[] {
  return (answers[0]?.data ?? []).map(({ date }, index) => {
    const parts = answers
      .map(({ company_id, data }) => ({ companyId: company_id, amount: data[index]?.net ?? 0 }))
      .filter(({ amount }) => amount !== 0);
    return { date, amount: parts.reduce((sum, { amount }) => sum + amount, 0), parts };
  });
}
