import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export interface Audit {
  night: string;
  started_at: string;
  finished_at: string | null;
  checks_held: number | null;
  broken_check: string | null;
  findings: number | null;
}

export interface Seal {
  number: number;
  day: string;
  made_at: string;
  previous_hash: string;
  hash: string;
}

export const auditsQuery = queryOptions({
  queryKey: ['audits'],
  queryFn: ({ signal }) => call<{ data: Audit[] }>('/audits', { signal }),
});

export const sealsQuery = queryOptions({
  queryKey: ['seals'],
  queryFn: ({ signal }) => call<{ data: Seal[] }>('/seals', { signal }),
});
