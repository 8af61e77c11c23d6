import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Permission, Role } from '../../src/parties/accounts/permissions.rules.ts';
import { readSession } from './call.ts';
import { type LoggedIn, SESSION_KEY, SESSION_STALE_MS } from './logged-in.ts';

export interface Session extends LoggedIn {
  merchant: { id: number; name: string };
  companies: { id: number; name: string; status: string }[];
  sandbox_clock: boolean;
  role: Role;
  /** What the role may do. */
  can: Permission[];
}

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: () => readSession<Session>(),
  staleTime: SESSION_STALE_MS,
});

/** Whoever is logged in; pages are shown to nobody else. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

export function useCompanyName(): (companyId: number) => string {
  const { companies } = useSession();
  return (companyId) => companies.find(({ id }) => id === companyId)?.name ?? `#${companyId}`;
}

/** What a person may not do is not offered. */
export function useCan(permission: Permission): boolean {
  return useSession().can.includes(permission);
}
