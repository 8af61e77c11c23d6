import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Permission, Role } from '../../src/parties/accounts/permissions.rules.ts';
import { readSession } from './call.ts';

export interface Session {
  user: { id: number; name: string; email: string };
  merchant: { id: number; name: string };
  companies: { id: number; name: string; status: string }[];
  mode: 'sandbox' | 'live';
  sandbox_clock: boolean;
  /** Business time when it was asked. */
  now: string;
  expires_at: string;
  role: Role;
  /** What the role may do. */
  can: Permission[];
  second_factor: boolean;
  /** Whoever is to have one and has none can do nothing else first. */
  must_set_up_second_factor: boolean;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => readSession<Session>(),
  staleTime: 300_000,
});

/** Whoever is logged in; pages are shown to nobody else. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

export function useMaybeSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

export function useCompanyName(): (companyId: number) => string {
  const { companies } = useSession();
  return (companyId) => companies.find(({ id }) => id === companyId)?.name ?? `#${companyId}`;
}

/** What a person may not do is not offered. */
export function useCan(permission: Permission): boolean {
  return useSession().can.includes(permission);
}
