import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export interface DashboardSession {
  id: number;
  created_at: string;
  last_seen_at: string;
  address: string;
  agent: string;
  current: boolean;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<{ data: DashboardSession[] }>('/users/me/sessions', { signal }),
});
