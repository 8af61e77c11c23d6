import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** How a bank does; nothing of how it is reached. */
export interface SeenAcquirer {
  name: string;
  kind: string | null;
  profile: string | null;
  updated_at: string | null;
  is_usable: boolean;
  answers: boolean | null;
  charges: string[];
  refunds: boolean;
  payouts: boolean;
  open_circuits: string[];
  companies: number;
  certificate: { not_after: string | null } | null;
  calls: { count: number; unanswered: number; p50_ms: number | null; p95_ms: number | null } | null;
}

export const acquirersQuery = queryOptions({
  queryKey: ['acquirers'],
  queryFn: ({ signal }) => call<{ data: SeenAcquirer[] }>('/acquirers', { signal }),
});
