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

export interface AskedAudit {
  id: number;
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'GIVEN_UP';
  asked_at: string;
  asked_by: string;
  ended_at: string | null;
  checks: number;
  check: { number: number; name: string } | null;
  checks_held: number | null;
  broken_check: string | null;
  findings: number | null;
  broken_rows: readonly object[] | null;
}

export const isOpen = ({ state }: AskedAudit) => state === 'WAITING' || state === 'RUNNING';

/** As often as it is told how far an audit is. */
const AGAIN_MS = 1_000;

export const askedAuditsQuery = queryOptions({
  queryKey: ['asked-audits'],
  queryFn: ({ signal }) => call<{ data: AskedAudit[] }>('/audits/asked', { signal }),
  refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? AGAIN_MS : false),
});

export function askForAudit(): Promise<AskedAudit> {
  return call<AskedAudit>('/audits', { method: 'POST' });
}
